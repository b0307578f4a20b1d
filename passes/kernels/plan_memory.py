"""Place all buffers in one arena; buffers that are never live together share memory."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import element_bytes, element_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.structure import ViewOp
from ..common.arguments import append_bytes_argument
from .memory.liveness import live_buffers
from .memory.placement import place_buffers


class PlanMemoryPass(ModulePass):
    """
    Replace allocations by views of one arena, an argument of the function.

        %y = memref.alloc() : memref<4096xf32>
        %v = kernel.view %y[0] : memref<4096xf32> -> memref<4x8x8x16xf32>
        -> %v = memref.view %arena[%c0][] : memref<16384xi8> to memref<4x8x8x16xf32>

    Buffers that are never live at the same time may share memory, as may parts of joined buffers,
    which are written and read at different times.
    """

    name = "plan-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                plan_function(function)


def plan_function(function: FuncOp) -> None:
    """Plan one function and add its arena argument."""
    buffers = live_buffers(function.body.block)
    placement = place_buffers(buffers)
    arena = append_bytes_argument(function, ArgumentRole.ARENA, placement.size)
    for buffer, offset in zip(buffers, placement.offsets, strict=True):
        replace_alloc(arena, buffer.alloc, offset)


def replace_alloc(arena: SSAValue, alloc: memref.AllocOp, at: int) -> None:
    """Replace an allocation and its views by views of the arena, from byte `at` on."""
    value = alloc.memref
    size = element_bytes(element_of(value.type))
    for use in list(value.uses):
        if isinstance(use.operation, ViewOp):
            view = use.operation
            offset = at + view.offset.value.data * size
            replacement = view_of(arena, offset, view.result.type, view)
            view.result.replace_all_uses_with(replacement)
            Rewriter.erase_op(view)
    if value.first_use is not None:
        replacement = view_of(arena, at, value.type, alloc)
        value.replace_all_uses_with(replacement)
    Rewriter.erase_op(alloc)


def view_of(arena: SSAValue, offset: int, type: object, before: Operation) -> SSAValue:
    """Insert a `memref.view` of the arena at a byte offset."""
    assert isinstance(type, MemRefType)  # any attribute to xDSL
    block = before.parent_block()
    assert block is not None
    shift = arith.ConstantOp.from_int_and_width(offset, IndexType())
    view = memref.ViewOp(arena, shift.result, [], type)
    block.insert_ops_before([shift, view], before)
    view.location = before.location
    return view.result

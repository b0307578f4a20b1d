"""Places all buffers in one arena, so that buffers that are never alive together share memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import aligned, buffer_bytes, element_bytes, element_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.structure import ViewOp
from ..common.arguments import append_bytes_argument

BUCKET = 64
"""Positions of the block that are looked up together."""


@dataclass(eq=False)
class Interval:
    """A buffer with its size and the positions of its first and last user in the block."""

    alloc: memref.AllocOp
    size: int
    first: int
    last: int
    offset: int = -1

    def buckets(self) -> range:
        """The groups of positions in which the buffer is alive."""
        return range(self.first // BUCKET, self.last // BUCKET + 1)


@dataclass(frozen=True)
class PlanMemoryPass(ModulePass):
    """
    Replace allocations by views of one arena, an argument of the function.

        %y = memref.alloc() : memref<4096xf32>
        %v = kernel.view %y[0] : memref<4096xf32> -> memref<4x8x8x16xf32>
        -> %v = memref.view %arena[%c0][] : memref<16384xi8> to memref<4x8x8x16xf32>

    Buffers are placed from the largest to the smallest, each at the lowest offset at which it meets
    no buffer that is alive at the same time.
    """

    name = "plan-memory"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                plan_function(function)


def plan_function(function: FuncOp) -> None:
    """Plan one function and add its arena argument."""
    block = function.body.block
    intervals = live_intervals(block)
    size = assign_offsets(intervals)
    arena = append_bytes_argument(function, ArgumentRole.ARENA, size)
    for interval in intervals:
        replace_alloc(arena, interval)


def users_through_views(value: SSAValue) -> list[Operation]:
    """Ops that read or write the buffer, directly or through views."""
    users: list[Operation] = []
    for use in value.uses:
        if isinstance(use.operation, ViewOp):
            users += users_through_views(use.operation.result)
        else:
            users.append(use.operation)
    return users


def live_intervals(block: Block) -> list[Interval]:
    """When each allocation is alive, in order of allocation."""
    position = {op: i for i, op in enumerate(block.ops)}
    intervals = []
    for op in block.ops:
        if not isinstance(op, memref.AllocOp):
            continue
        size = aligned(buffer_bytes(op.memref.type))
        used = [position[u] for u in users_through_views(op.memref)] or [position[op]]
        intervals.append(Interval(op, size, min(used), max(used)))
    return intervals


def assign_offsets(intervals: list[Interval]) -> int:
    """Set every offset (bytes); returns the size of the arena."""
    placed: defaultdict[int, list[Interval]] = defaultdict(list)
    for interval in sorted(intervals, key=lambda i: (-i.size, i.first)):
        at = 0
        near = dict.fromkeys(p for bucket in interval.buckets() for p in placed[bucket])
        overlapping = [p for p in near if p.first <= interval.last and interval.first <= p.last]
        for other in sorted(overlapping, key=lambda p: p.offset):
            if other.offset - at >= interval.size:
                break
            at = max(at, other.offset + other.size)
        interval.offset = at
        for bucket in interval.buckets():
            placed[bucket].append(interval)
    return max((i.offset + i.size for i in intervals), default=0)


def replace_alloc(arena: SSAValue, interval: Interval) -> None:
    """Views of the allocation become views of the arena."""
    value = interval.alloc.memref
    size = element_bytes(element_of(value.type))
    for use in list(value.uses):
        if isinstance(use.operation, ViewOp):
            view = use.operation
            offset = interval.offset + view.offset.value.data * size
            replacement = view_of(arena, offset, view.result.type, view)
            view.result.replace_all_uses_with(replacement)
            Rewriter.erase_op(view)
    if value.first_use is not None:
        replacement = view_of(arena, interval.offset, value.type, interval.alloc)
        value.replace_all_uses_with(replacement)
    Rewriter.erase_op(interval.alloc)


def view_of(arena: SSAValue, offset: int, type: object, before: Operation) -> SSAValue:
    """`memref.view` of the arena at a byte offset."""
    assert isinstance(type, MemRefType)
    block = before.parent_block()
    assert block is not None
    shift = arith.ConstantOp.from_int_and_width(offset, IndexType())
    view = memref.ViewOp(arena, shift.result, [], type)
    block.insert_ops_before([shift, view], before)
    view.location = before.location
    return view.result

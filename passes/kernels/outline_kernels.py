"""Outline every kernel into a function; equal kernels share one."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    i32,
    i64,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.constraints import int_list
from ...dialects.element_types import buffer_bytes, memref_type_of
from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel import KernelOp
from ...dialects.kernel.aliasing import argument_entry
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.bounds import bounds_of, set_bounds
from ...dialects.kernel.role import argument_of, with_role
from ..common.arguments import append_bytes_argument
from ..common.errors import OperationError
from .building.structural_key import StructuralKey, structural_key

WIDEST_ELEMENT = 8
"""Size of the widest element. Units: bytes."""

KERNEL_ATTRIBUTE = "ncnn.kernel"
"""On a call of a kernel: the kind of kernel."""
BYTES_ATTRIBUTE = "ncnn.bytes"
"""On a call of a kernel: the number of bytes of its operands."""
FLOPS_ATTRIBUTE = "ncnn.flops"
"""On a call of a kernel: its arithmetic operations; a multiply-add counts as two."""


class OutlineKernelsPass(ModulePass):
    """
    Replace each kernel by a call of a function that contains only this kernel.

        kernel.pack ins(%x : memref<24x8x8xf32>) outs(%y : memref<2x8x8x16xf32>)
        -> func.call @pack_24x8x8_2x8x8x16(%x, %y)
           func.func private @pack_24x8x8_2x8x8x16(%x, %y) { kernel.pack ins(%x) outs(%y) }

    Kernels that differ only in their buffers share a function. The last argument of a kernel with a
    workspace is a view of the `main` function's workspace; a kernel with bounds has the `symbols`
    of `main` before it. For profiles, calls have attributes with the kernel's kind, its arithmetic
    operations and the bytes of its buffers (`ncnn.kernel`, `ncnn.flops`, `ncnn.bytes`).
    """

    name = "outline-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in list(op.body.block.ops):
            if isinstance(function, FuncOp) and not function.is_declaration:
                Outliner(op, function).run()


@dataclass
class Outliner:
    """Outline the kernels of one function."""

    module: ModuleOp
    function: FuncOp
    functions: dict[StructuralKey, str] = field(default_factory=dict)
    """Kernel without its buffers -> name of its function."""
    names: dict[str, int] = field(default_factory=dict)

    def run(self) -> None:
        """Outline all kernels, then add the workspace argument."""
        block = self.function.body.block
        kernels = [o for o in block.ops if isinstance(o, KernelOp | GenericOp)]
        size = max(map(workspace_bytes, kernels), default=0)
        self.workspace = append_bytes_argument(self.function, ArgumentRole.WORKSPACE, size)
        for kernel in kernels:
            self.outline(kernel)

    def outline(self, kernel: KernelOp | GenericOp) -> None:
        """Replace one kernel by a call."""
        key = structural_key(kernel)
        if key not in self.functions:
            self.functions[key] = self.define(kernel)
        arguments = list(kernel.operands)
        if bounds_of(kernel) is not None:
            arguments.append(self.symbols(kernel))
        if workspace_bytes(kernel):
            arguments.append(self.workspace)
        call = CallOp(self.functions[key], arguments, [])
        call.attributes[KERNEL_ATTRIBUTE] = StringAttr(kernel_name(kernel))
        call.attributes[FLOPS_ATTRIBUTE] = IntegerAttr(flops(kernel), i64)
        size = sum(buffer_bytes(v.type) for v in kernel.operands)
        call.attributes[BYTES_ATTRIBUTE] = IntegerAttr(size, i64)
        call.location = kernel.location
        Rewriter.replace_op(kernel, call)

    def define(self, kernel: KernelOp | GenericOp) -> str:
        """Add the function of a kernel to the module; return its name."""
        stem = function_stem(kernel)
        count = self.names[stem] = self.names.get(stem, 0) + 1
        name = stem if count == 1 else f"{stem}_{count}"
        types = [v.type for v in kernel.operands]
        entries = [argument_entry(type) for type in types]
        if bounds_of(kernel) is not None:
            types.append(self.symbols(kernel).type)
            entries.append(with_role(argument_entry(types[-1]), ArgumentRole.SYMBOLS))
        workspace = kernel.workspace_type() if isinstance(kernel, KernelOp) else None
        if workspace is not None:
            types.append(self.workspace.type)
            entries.append(argument_entry(types[-1]))
        block = Block(arg_types=types)
        operands: list[SSAValue] = list(block.args[: len(kernel.operands)])
        properties = dict(kernel.properties)
        if workspace is not None:
            operands.append(workspace_view(block, workspace))
            # The workspace is the last, optional operand.
            counts = [*int_list(properties["operandSegmentSizes"])[:-1], 1]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, counts)
        regions = [r.clone() for r in kernel.regions]
        op = type(kernel).create(operands=operands, properties=properties, regions=regions)
        if isinstance(kernel, GenericOp):
            set_bounds(op, bounds_of(kernel))
        block.add_ops((op, ReturnOp()))
        attributes = ArrayAttr(entries)
        function = FuncOp(name, (types, []), Region(block), "private", arg_attrs=attributes)
        self.module.body.block.insert_op_before(function, self.function)
        return name

    def symbols(self, kernel: KernelOp | GenericOp) -> SSAValue:
        """Return the symbols of `main`. Raises: OperationError for a graph without symbols."""
        found = argument_of(self.function, ArgumentRole.SYMBOLS)
        if found is None:
            raise OperationError(kernel, "has bounds in a graph without symbols")
        return found


def kernel_name(kernel: KernelOp | GenericOp) -> str:
    return kernel.profile_name if isinstance(kernel, KernelOp) else "elementwise"


def flops(kernel: KernelOp | GenericOp) -> int:
    """Return the arithmetic operations of a kernel; see `KernelOp.flops`."""
    return kernel.flops() if isinstance(kernel, KernelOp) else prod(buffer_shape(kernel.outputs[0]))


def workspace_bytes(kernel: KernelOp | GenericOp) -> int:
    """Return the bytes of a thread's workspace, rounded up so that the next one is aligned."""
    type = kernel.workspace_type() if isinstance(kernel, KernelOp) else None
    return 0 if type is None else -(-buffer_bytes(type) // WIDEST_ELEMENT) * WIDEST_ELEMENT


def workspace_view(block: Block, type: MemRefType) -> SSAValue:
    """Return the workspace argument as memory of a kernel's own type."""
    zero = arith.ConstantOp.from_int_and_width(0, IndexType())
    view = memref.ViewOp(block.args[-1], zero.result, [], type)
    block.add_ops([zero, view])
    return view.result


def function_stem(kernel: KernelOp | GenericOp) -> str:
    """Return `<kernel>_<input shape>_<output shape>`."""
    parts = [kernel_name(kernel).replace(" ", "_")]
    for value in (*kernel.inputs[:1], *kernel.outputs[:1]):
        parts.append("x".join(map(str, memref_type_of(value).get_shape())))
    return "_".join(parts)

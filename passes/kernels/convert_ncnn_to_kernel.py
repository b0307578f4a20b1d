"""Lower graph ops to kernels on physical tensors."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.tensor import EmptyOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.passes import ModulePass

from ...dialects.context import NcnncContext, ncnnc_context
from ...dialects.element_types import element_of
from ...dialects.kernel.base import buffer_shape
from ...dialects.ncnn.attributes import physical_shape
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp, LookupOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.symbols import extents_of, set_symbols, symbols_of
from ..common.errors import OperationError
from ..common.extents.refused_extents import EACH_SHAPE, RefusedExtentsError
from ..common.locations import set_unknown_locations
from ..common.target import target_of
from .building.erase_unused import erase_unused
from .building.kernel_builder import KernelBuilder
from .building.symbolic_extents import SymbolicExtents
from .from_ncnn import conversions

STORED = (WeightOp, DequantizeBlocksOp, LookupOp)
"""Weights, or matrices that kernels read in their stored form."""


class ConvertNcnnToKernelPass(ModulePass):
    """
    Replace each graph op by kernels, `linalg` ops and views.

        ncnn.convolution %x, %w algorithm gemm ... -> tensor<64x8x8xf32, #ncnn.layout<pack = 16>>
        -> %u = ncnn.pack_weights %w into #ncnn.direct_weights<lanes = 16, vectors = 2>
                  : tensor<64x32x1x1xf32> -> tensor<2048xf32>
           %y = kernel.convolution ins(%x, %u) outs(%e) ... -> tensor<4x8x8x16xf32>

    The pass walks forward, so the operands of each op are already converted.

    Raises: OperationError for an op that has no conversion.
    """

    name = "convert-ncnn-to-kernel"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                convert_function(ncnnc_context(ctx), op, function)


def physical_type(type: Attribute) -> Attribute:
    """Return a tensor type in memory, without encoding; other types unchanged."""
    if not isinstance(type, TensorType):
        return type
    return TensorType(type.element_type, physical_shape(type))


def convert_function(ctx: NcnncContext, module: ModuleOp, function: FuncOp) -> None:
    """Convert the body of one function in place."""
    block = function.body.block
    ops = list(block.ops)
    values: dict[SSAValue, SSAValue] = {}
    extents = SymbolicExtents(symbols_of(function))
    logical = list(block.args)
    dynamic = {argument: extents_of(argument) for argument in logical}
    for argument in logical:
        stored, is_in_panels = physical_type(argument.type), lies_in_panels(argument)
        if is_in_panels:
            stored = TensorType(element_of(stored), [prod(shape_of(argument))])
        physical = block.insert_arg(stored, len(block.args))
        physical.name_hint = argument.name_hint
        values[argument] = physical
        if not is_in_panels:
            set_extents(extents, physical, dynamic[argument])
    refused: list[OperationError] = []
    for op in ops:
        if isinstance(op, STORED):
            values[op.output] = op.output
            continue
        try:
            convert_op(ctx, module, op, values, block, extents)
        except OperationError as error:
            if not extents.has_symbols or isinstance(op, AppendOp):
                raise
            refused.append(error)
            add_unwritten(op, values, block, extents)
    if refused:
        raise RefusedExtentsError(refused, EACH_SHAPE)
    set_symbols(function, extents.products.symbols)
    for op in reversed(ops):
        if not isinstance(op, (*STORED, ReturnOp)):
            op.detach()
            op.erase(safe_erase=False)
    erase_unused(block)
    for argument in logical:
        block.erase_arg(argument)
    function.update_function_type()


def convert_op(
    ctx: NcnncContext,
    module: ModuleOp,
    op: Operation,
    values: dict[SSAValue, SSAValue],
    block: Block,
    extents: SymbolicExtents,
) -> None:
    """Insert the kernels of one op before it, and record its converted results."""
    operands = [values[v] for v in op.operands]
    if isinstance(op, ReturnOp):
        op.operands = operands
        return
    convert = conversions.find(type(op))
    if convert is None:
        dynamic = extents.has_symbols and any(extents_of(v) for v in (*op.operands, *op.results))
        reason = "takes no extents known at run time" if dynamic else "cannot be lowered"
        raise OperationError(op, reason)

    def insert(new: Operation) -> None:
        new.location = op.location
        set_unknown_locations(new.walk(), op.location)
        block.insert_op_before(new, op)

    builder = KernelBuilder(ctx, target_of(module), insert, extents)
    try:
        results = convert(builder, op, operands)
    except ValueError as error:
        if not extents.has_symbols:
            raise
        raise OperationError(op, str(error)) from None
    for old, new in zip(op.results, results, strict=True):
        check_extents(op, extents, old, new)
        if element_of(new.type) != element_of(old.type):
            raise OperationError(
                op, f"makes {element_of(new.type)} instead of {element_of(old.type)}"
            )
        values[old] = new


def add_unwritten(
    op: Operation, values: dict[SSAValue, SSAValue], block: Block, extents: SymbolicExtents
) -> None:
    """
    Add uninitialised results for an op that was refused, so that later layers are checked, too.
    """
    for old in op.results:
        empty = EmptyOp((), physical_type(old.type))
        block.insert_op_before(empty, op)
        values[old] = empty.tensor
        set_extents(extents, empty.tensor, extents_of(old))


def lies_in_panels(value: SSAValue) -> bool:
    """Return true for a state in panels, before or after it is appended to."""
    ops = [value.owner, *(use.operation for use in value.uses)]
    return any(
        isinstance(op, AppendOp) and op.panels is not None and value in (op.state, op.output)
        for op in ops
    )


def set_extents(extents: SymbolicExtents, physical: SSAValue, dynamic: AffineMap | None) -> None:
    """Set the extents of a blob in memory."""
    if dynamic is not None:
        extents.set(physical, in_memory(dynamic, physical))


def in_memory(dynamic: AffineMap, physical: SSAValue) -> Sequence[AffineExpr]:
    """Return the extents of a blob in memory, plain or packed."""
    shape, extents = buffer_shape(physical), dynamic.results
    if len(shape) == len(extents):
        return extents
    channels, *size = extents
    is_static = isinstance(channels, AffineConstantExpr)
    blocks = AffineExpr.constant(shape[0]) if is_static else channels.ceil_div(shape[-1])
    return [blocks, *size, AffineExpr.constant(shape[-1])]


def check_extents(op: Operation, extents: SymbolicExtents, old: SSAValue, new: SSAValue) -> None:
    """Raises: OperationError if extents of the kernels differ from those of the shape rule."""
    dynamic = extents_of(old)
    if lies_in_panels(old):
        return
    if dynamic is None and not extents.is_symbolic(new):
        return
    found = extents.of(new)
    expected = () if dynamic is None else in_memory(dynamic, new)
    if len(expected) != len(found) or not all(map(extents.products.are_equal, expected, found)):
        reason = f"is computed for the extents {', '.join(map(str, found))}, not {dynamic}"
        raise OperationError(op, reason)

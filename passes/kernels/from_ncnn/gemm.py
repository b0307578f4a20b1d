"""Gemm: a product with an epilogue, transposed afterwards if asked for."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region, SSAValue

from ....dialects.element_types import element_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.gemm import GemmOp
from ...common.errors import OperationError
from ...common.scalar import Scalar
from ..building.kernel_builder import KernelBuilder
from ..building.products import Destination, Matrices, multiply, one_matrix
from . import conversions
from .permute import transposed


@conversions.register(GemmOp)
def gemm(k: KernelBuilder, op: GemmOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """The rows of A are multiplied by B's columns, which are packed in panels."""
    if op.quantize_term.value.data:
        raise OperationError(op, "int8 weights are not supported")
    m, n, depth = op.product_shape()
    a = stored(operands[0], m, depth, op.transpose_a is not None)
    b = stored(operands[1], n, depth, op.transpose_b is None)
    extras = []
    if op.c is not None:
        extents = [1 if axis is None else (m, n)[axis] for axis in op.c_axes()]
        extras.append(k.view(operands[2], extents))
    first = len(op.operands) - len(op.epilogue_operands)
    extras += [k.view(v, (m, n)) for v in operands[first:]]
    y = multiply(k, a, b, Destination((m, n), (0, n)), extras, epilogue(op))
    if op.output_transpose is not None:
        y = transposed(k, y, (1, 0))
    return [k.view(y, shape_of(op.output))]


def stored(value: SSAValue, rows: int, columns: int, is_transposed: bool) -> Matrices:
    """An operand of that many rows and columns, which may lie in memory transposed."""
    if is_transposed:
        return one_matrix(value, columns, rows).transposed
    return one_matrix(value, rows, columns)


def epilogue(op: GemmOp) -> Region | None:
    """`alpha * (product + beta * c)`, then what was fused with the op; None if that is nothing."""
    values = [op.output, *([op.c] if op.c is not None else []), *op.epilogue_operands]
    block = Block(arg_types=[element_of(v.type) for v in values])
    value = Scalar(block, block.args[0])
    if op.c is not None:
        value = value + Scalar(block, block.args[1]) * op.beta.value.data
    value = value * op.alpha.value.data
    if op.epilogue is not None and op.epilogue.blocks:
        extra = block.args[len(block.args) - len(op.epilogue_operands) :]
        return Region(appended(block, op.epilogue.block, [value.value, *extra]))
    if value.value is block.args[0]:
        return None
    block.add_op(YieldOp(value.value))
    return Region(block)


def appended(block: Block, following: Block, arguments: Sequence[SSAValue]) -> Block:
    """The block, then a copy of the ops of another one with these values for its arguments."""
    values: dict[SSAValue, SSAValue] = dict(zip(following.args, arguments, strict=True))
    for op in following.ops:
        block.add_op(op.clone(value_mapper=values))
    return block

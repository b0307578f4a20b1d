"""Convert InnerProduct: pack weights in the memory order of the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matvec import MatvecOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.stored_matrices import LookupOp
from ....dialects.ncnn.internal.weight_forms import MatvecWeights
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import bias_and_activation, epilogue_operands
from ...common.errors import OperationError
from ...common.geometry.matrices import product_matrices
from ..building.int8_operands import sum_starts
from ..building.kernel_builder import KernelBuilder
from ..building.matrix_multiplication import Factor, ProductDestination, multiply
from ..building.scheduled import schedule_of, scheduled
from ..building.weight_operands import (
    converted_result,
    packed_operand,
    packed_weight,
    plain_operand,
)
from . import conversions


@conversions.register(InnerProductOp)
def innerproduct(
    k: KernelBuilder, op: InnerProductOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel for vectors and rows; permute the columns of weights for a packed image."""
    if op.int8_scale_term.value.data:
        raise OperationError(op, "int8 weights are not supported")
    physical = dict(zip(op.operands, operands, strict=True))
    if isinstance(op.weight.owner, LookupOp):
        return [widening_product(k, op, physical)]
    outputs, _ = shape_of(op.weight)
    rows = shape_of(op.input)[0] if op.is_per_row else 1
    lanes = pack_of(op.output.type)
    is_packed = lanes > 1
    lanes = lanes if is_packed else k.lanes
    x, order = flat_input(k, op, physical[op.input], rows)
    blocks = -(-outputs // lanes)
    schedule, weight = schedule_of(op), physical[op.weight]
    form = MatvecWeights(lanes, schedule.register[1], *order, schedule.steps)
    weights = packed_weight(k, form, weight)
    written = blocks * lanes if is_packed else outputs
    y = k.empty((rows, written), op.output.type)
    extras = [
        epilogue_operand(k, op, v, physical[v], (rows, written), lanes)
        for v in epilogue_operands(op)
    ]
    inputs = [x, weights, *sum_starts(k, schedule.product, weight, lanes), *extras]
    properties = {"lanes": int_attr(lanes), **scheduled(schedule)}
    kernel = MatvecOp.make(inputs, [y], properties, bias_and_activation(op))
    result = k.insert(kernel)
    return [k.view(result, (blocks, lanes) if is_packed else shape_of(op.output))]


def widening_product(
    k: KernelBuilder, op: InnerProductOp, physical: Mapping[SSAValue, SSAValue]
) -> SSAValue:
    """Append a product with weights of a lookup table, as for Gemm, in the plain layout."""
    x_at, w_at = product_matrices(op)
    x = k.view(plain_operand(k, op.input, physical[op.input]), (x_at.rows, x_at.columns))
    shape = (x_at.rows, w_at.rows)
    extras = [
        k.view(plain_operand(k, v, physical[v]), (1, shape[1]) if len(shape_of(v)) == 1 else shape)
        for v in epilogue_operands(op)
    ]
    to = ProductDestination(shape, (0, shape[1]))
    factors = Factor(x, x_at), Factor(physical[op.weight], w_at)
    y = multiply(k, schedule_of(op), *factors, to, extras, bias_and_activation(op))
    return converted_result(k, op.output, k.view(y, shape_of(op.output)))


def flat_input(
    k: KernelBuilder, op: InnerProductOp, x: SSAValue, rows: int
) -> tuple[SSAValue, tuple[int, int]]:
    """Return the input as `rows, features`, and its packed channels and the pixels between them."""
    source, pack = shape_of(op.input), pack_of(op.input.type)
    features = prod(source) // rows
    pixels = prod(source[1:])
    if pack == 1 or len(source) == 1 or pixels == 1:
        return k.view(x, (rows, features)), (1, 1)
    if source[0] % pack == 0:
        return k.view(x, (rows, features)), (pack, pixels)
    return k.view(plain_operand(k, op.input, x), (rows, features)), (1, 1)


def epilogue_operand(
    k: KernelBuilder,
    op: InnerProductOp,
    logical: SSAValue,
    physical: SSAValue,
    output: tuple[int, int],
    lanes: int,
) -> SSAValue:
    """
    Return values per output as `out/lanes, lanes`, and values per element in the output's layout.
    """
    if len(shape_of(logical)) == 1 and (op.is_per_row or pack_of(logical.type) != 1):
        return packed_operand(k, logical, physical, lanes)
    if len(shape_of(logical)) == 1:
        return vector_operand(k, logical, physical, output, lanes)
    return k.view(physical, output)


def vector_operand(
    k: KernelBuilder,
    logical: SSAValue,
    physical: SSAValue,
    output: tuple[int, int],
    lanes: int,
) -> SSAValue:
    """
    Return a plain vector for one row of outputs: unchanged if the output is plain, else packed.
    """
    if output[1] == buffer_shape(physical)[0]:
        return k.view(physical, output)
    return packed_operand(k, logical, physical, lanes)

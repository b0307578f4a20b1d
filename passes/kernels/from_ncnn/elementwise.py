"""Convert element-wise ops to one `linalg.generic` each, of any rank and layout."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.element_types import arithmetic_element, element_of, tensor_type_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.internal.weight import is_weight
from ....dialects.ncnn.internal.weight_forms import BatchNormScale, BatchNormShift
from ....dialects.ncnn.layers.cast import CastOp, PackingOp
from ....dialects.ncnn.layers.elementwise import ElementwiseOp
from ....dialects.ncnn.layers.misc import DeepCopyOp, DropoutOp, NoopOp
from ....dialects.ncnn.layers.normalization import BatchNormOp, ScaleOp
from ....dialects.ncnn.rules.broadcast import Axes
from ....dialects.ncnn.shapes import shape_of
from ...common.scalar import ScalarBody, scalar_body
from ...common.scalar.scalar import Scalar
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.weight_operands import packed_operand, packed_weight, plain_operand
from . import conversions


@conversions.register(ElementwiseOp)
def elementwise(
    k: KernelBuilder, op: ElementwiseOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Apply the op's scalar formula to each element of the output."""
    body = scalar_body(op)
    assert body is not None
    type = tensor_type_of(op.results[0])
    inputs: list[tuple[SSAValue, Axes]] = []
    for logical, physical, axes in zip(op.operands, operands, op.operand_axes(), strict=True):
        # A value for all elements is not packed.
        if pack_of(type) > 1 and axes[0] is not None:
            inputs.append((packed_operand(k, logical, physical, pack_of(type)), axes))
        else:
            inputs.append((plain_operand(k, logical, physical), axes))
    return [apply_body(k, inputs, type, body)]


def apply_body(
    k: KernelBuilder,
    inputs: Sequence[tuple[SSAValue, Axes]],
    type: TensorType,
    body: ScalarBody,
) -> SSAValue:
    """
    Append a `linalg.generic`; `axes` are the output axes of each input's axes; lanes are one more.
    """
    y = k.empty(physical_shape(type), type)
    rank = len(buffer_shape(y))
    maps: list[AffineMap] = []
    for value, axes in inputs:
        lane_axis = (rank - 1,) if len(buffer_shape(value)) > len(axes) else ()
        maps.append(AffineMap(rank, 0, tuple(_expression(axis) for axis in (*axes, *lane_axis))))

    def fill(block: Block) -> SSAValue:
        return rounded(block, body(block, [widened(block, v) for v in block.args[:-1]]), y)

    maps.append(AffineMap.identity(rank))
    return k.generic([value for value, _ in inputs], y, maps, [PARALLEL] * rank, fill)


def widened(block: Block, value: SSAValue) -> SSAValue:
    """Extend a float of fewer bits to float32."""
    element = arithmetic_element(value.type)
    if value.type == element:
        return value
    extended = arith.ExtFOp(value, element)
    block.add_op(extended)
    return extended.result


def rounded(block: Block, value: SSAValue, like: SSAValue) -> SSAValue:
    """Truncate a float32 to a tensor's element type, if that has fewer bits."""
    element = element_of(like.type)
    if value.type == element:
        return value
    truncated = arith.TruncFOp(value, element)
    block.add_op(truncated)
    return truncated.result


def _expression(axis: int | None) -> AffineExpr:
    return AffineExpr.constant(0) if axis is None else AffineExpr.dimension(axis)


@conversions.register(BatchNormOp)
def batchnorm(
    k: KernelBuilder, op: BatchNormOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    Append `scale * x + shift`, with both computed at compile time if the statistics are constant.
    """
    x, *vectors = operands
    if not all(is_weight(v) for v in vectors):
        return elementwise(k, op, operands)
    type = tensor_type_of(op.output)
    lanes, extents = pack_of(type), shape_of(op.output)
    forms = (BatchNormScale(lanes, op.eps), BatchNormShift(lanes, op.eps))
    terms = [packed_weight(k, form, *vectors) for form in forms]

    def body(block: Block, values: Sequence[SSAValue]) -> SSAValue:
        element, factor, term = (Scalar(block, value) for value in values)
        return (element * factor + term).value

    inputs = [(x, tuple(range(len(extents)))), *((term, (0,)) for term in terms)]
    return [apply_body(k, inputs, type, body)]


@conversions.register(ScaleOp)
def scale(k: KernelBuilder, op: ScaleOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append the scaled input; a second result is the scale itself."""
    results = elementwise(k, op, operands)
    return results if op.scale_output is None else [*results, operands[1]]


@conversions.register(NoopOp)
def noop(k: KernelBuilder, op: NoopOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Return the operands."""
    return list(operands[: len(op.outputs)])


@conversions.register(DeepCopyOp, PackingOp)
def deep_copy(
    k: KernelBuilder, op: DeepCopyOp | PackingOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Return the operand: values are immutable and need no copy."""
    return list(operands)


@conversions.register(DropoutOp)
def dropout(k: KernelBuilder, op: DropoutOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append a scale, unless it is 1."""
    return list(operands) if op.scale.value.data == 1.0 else elementwise(k, op, operands)


@conversions.register(CastOp)
def cast(k: KernelBuilder, op: CastOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Round to a type with fewer digits, or convert elements to that type."""
    type = tensor_type_of(op.output)
    if element_of(op.input.type) != element_of(type):
        axes = tuple(range(len(shape_of(op.input))))
        return [apply_body(k, [(operands[0], axes)], type, lambda _, values: values[0])]
    return list(operands) if op.rounds_to() is None else elementwise(k, op, operands)

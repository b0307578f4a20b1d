"""Batches of element-wise layers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from .....dialects.constraints import int_attr
from .....dialects.ncnn.internal.convert_integers import ConvertIntegersOp
from .....dialects.ncnn.layers.activation import PReLUOp
from .....dialects.ncnn.layers.elementwise import ElementwiseOp, UnaryElementwiseOp
from .....dialects.ncnn.layers.normalization import ChannelwiseOp
from .....dialects.ncnn.layers.quantize import QuantizationOp
from .....dialects.ncnn.rules.axes import MAX_RANK
from .....dialects.ncnn.rules.broadcast import Axes
from .....dialects.ncnn.shapes import Shape, shape_of
from ..blob import BatchBuilder, BatchedBlob
from ..operands import Operand, Operands, one_batched
from . import Results, rules


@rules.register(UnaryElementwiseOp, ConvertIntegersOp)
def unary(layers: BatchBuilder, op: UnaryElementwiseOp, operands: Operands) -> Results:
    """Wherever the items are."""
    (x,) = operands
    assert isinstance(x, BatchedBlob)  # a rule has one
    if not x.forms:
        return None
    (y,) = layers.again(op, [x.stacked(layers, x.axis)])
    return [BatchedBlob.stacked_along(y, x.axis)]


@rules.register(ElementwiseOp)
def elementwise(layers: BatchBuilder, op: ElementwiseOp, operands: Operands) -> Results:
    """All operands in the rank of the result, with one more axis."""
    shape = shape_of(op.results[0])
    full = [x for x in operands if isinstance(x, BatchedBlob) and x.shape == shape]
    if len(shape) == MAX_RANK:
        return None
    axis = next((x.axis for x in full if x.forms), 0)
    stretched = [
        stretch(layers, x, axes, len(shape), axis)
        for x, axes in zip(operands, op.operand_axes(), strict=True)
    ]
    (y,) = layers.again(op, stretched)
    return [BatchedBlob.stacked_along(y, axis)]


def stretch(layers: BatchBuilder, x: Operand, axes: Axes, rank: int, axis: int) -> SSAValue:
    """An operand with an axis for each of the result's, 1 where it has none, and the batch's."""
    shape = x.shape if isinstance(x, BatchedBlob) else shape_of(x)
    whole = extents(shape, axes, rank)
    if isinstance(x, BatchedBlob):
        return x.reshaped(layers, whole).stacked(layers, axis)
    return layers.reshape(x, (*whole[:axis], 1, *whole[axis:]))


def extents(shape: Shape, axes: Sequence[int | None], rank: int) -> Shape:
    """The extents of an operand along the axes of the result."""
    whole = [1] * rank
    for extent, axis in zip(shape, axes, strict=True):
        if axis is not None:
            whole[axis] = extent
    return tuple(whole)


@rules.register(ChannelwiseOp, PReLUOp)
def channelwise(layers: BatchBuilder, op: ElementwiseOp, operands: Operands) -> Results:
    """The outermost axis stays where it is, since vectors lie along it."""
    found = one_batched(operands)
    if found is None or not found[0].can_stack:
        return None
    x, shared = found
    (y,) = layers.again(op, [x.stacked(layers, 1), *shared])
    return [BatchedBlob.stacked_along(y, 1)]


@rules.register(QuantizationOp)
def quantization(layers: BatchBuilder, op: QuantizationOp, operands: Operands) -> Results:
    """Stack items beside the scales' axis; vectors without it are quantized one by one."""
    x, *vectors = operands
    if not isinstance(x, BatchedBlob) or not x.can_stack or not x.forms:
        return None
    shared = [v for v in vectors if not isinstance(v, BatchedBlob)]
    if len(shared) < len(vectors):
        return None
    if op.axis is None and len(x.shape) == 1:
        return None
    # Images are packed along their channels, which stay outermost; vectors stay where they are.
    axis = x.axis if len(x.shape) == 1 else int(op.vector_axis == 0)
    twin = op.clone()
    twin.operands = [x.stacked(layers, axis), *shared]
    if axis == 0 or len(x.shape) == 1:
        twin.axis = int_attr(op.vector_axis + (axis == 0))
    (y,) = layers.inserted(twin)
    return [BatchedBlob.stacked_along(y, axis)]

"""Convert Permute, PixelShuffle and Reorg to copies with permuted axes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.copy import JoinColumnsOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.permute import PermuteOp
from ....dialects.ncnn.layers.shuffle import PixelOrder, PixelShuffleOp, ReorgOp
from ....dialects.ncnn.rules.axes import named_extents
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.weight_operands import plain_operand
from . import conversions
from .channels import first_argument
from .crop import box


@conversions.register(PermuteOp)
def permute(k: KernelBuilder, op: PermuteOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append a transposed copy, or a view if the order of axes longer than 1 is kept."""
    x = operands[0]
    if pack_of(op.input.type) > 1 and not k.extents.is_symbolic(x):
        return [channels_innermost(k, x, shape_of(op.output))]
    return [transposed(k, plain_operand(k, op.input, x), op.permutation())]


def channels_innermost(k: KernelBuilder, x: SSAValue, out: Sequence[int]) -> SSAValue:
    """Copy packed `ceil(c/p),h,w,p` to plain `h,w,c`: the vectors of a pixel become contiguous."""
    blocks, height, width, lanes = buffer_shape(x)
    pixels, channels = height * width, out[-1]
    if pixels == 1:
        return k.view(x, out)
    vectors, y = k.view(x, (blocks, pixels, lanes)), k.empty((pixels, channels), x.type)
    return k.view(k.insert(JoinColumnsOp.make([vectors], [y])), out)


@conversions.register(PixelShuffleOp)
def pixelshuffle(
    k: KernelBuilder, op: PixelShuffleOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Permute `outputs, row in block, column in block, h, w`, in the op's order."""
    factor, outputs = op.factor.value.data, shape_of(op.output)[0]
    _, height, width = shape_of(op.input)
    pixels = (factor, factor)
    if op.order.data is PixelOrder.CRD:
        parts, order = (outputs, *pixels), (0, 3, 1, 4, 2)
    else:
        parts, order = (*pixels, outputs), (2, 3, 0, 4, 1)
    # Channels past the last whole block of pixels are ignored.
    blocks = k.view(operands[0], (*parts, height, width))
    return [k.view(transposed(k, blocks, order), shape_of(op.output))]


@conversions.register(ReorgOp)
def reorg(k: KernelBuilder, op: ReorgOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Permute `c, h, row in block, w, column in block`, of whole blocks."""
    stride, (_, rows, columns) = op.stride.value.data, shape_of(op.output)
    extents = named_extents(shape_of(op.input))
    channels = extents["c"]
    x = k.view(operands[0], [extents[name] for name in "cdhw"])
    x = box(k, x, (0, 0, 0, 0), (channels, 1, rows * stride, columns * stride))
    blocks = k.view(x, (channels, rows, stride, columns, stride))
    order = (0, 2, 4, 1, 3) if op.order.data is PixelOrder.CRD else (2, 4, 0, 1, 3)
    return [k.view(transposed(k, blocks, order), shape_of(op.output))]


def transposed(k: KernelBuilder, x: SSAValue, order: Sequence[int]) -> SSAValue:
    """Append a copy whose axis d is axis `order[d]` of x."""
    source = buffer_shape(x)
    out = [source[axis] for axis in order]
    kept = [axis for axis in order if source[axis] > 1]
    if kept == sorted(kept):
        return k.view(x, out)
    axes = [AffineExpr.dimension(order.index(axis)) for axis in range(len(out))]
    maps = [AffineMap(len(out), 0, tuple(axes)), AffineMap.identity(len(out))]
    return k.generic([x], k.empty(out, x.type), maps, [PARALLEL] * len(out), first_argument)

"""Convert Tile and Flip to copies with repeated or reversed reads."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.layers.flip import FlipOp
from ....dialects.ncnn.layers.tile import TileOp
from ....dialects.ncnn.shapes import shape_of
from ...common.strides import row_major_strides
from ..building.common_axes import ZERO, BoxCopy, Place
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.symbolic_boxes import linear
from ..building.symbolic_extents import is_number
from . import conversions
from .channels import first_argument


@conversions.register(TileOp)
def tile(k: KernelBuilder, op: TileOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Split each output axis into repeats, which the input does not depend on, and the input's extent.
    """
    repeats, extents = op.axis_repeats(), op.aligned_input()
    if max(repeats) == 1:
        return [k.view(operands[0], extents)]
    split = [n for pair in zip(repeats, extents, strict=True) for n in pair]
    rank = len(split)
    followed = tuple(AffineExpr.dimension(d) for d in range(1, rank, 2))
    maps = [AffineMap(rank, 0, followed), AffineMap.identity(rank)]
    y = k.empty(split, operands[0].type)
    x = k.view(operands[0], extents)
    return [k.view(k.generic([x], y, maps, [PARALLEL] * rank, first_argument), shape_of(op.output))]


@conversions.register(FlipOp)
def flip(k: KernelBuilder, op: FlipOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Read index `extent - 1 - i` for index i of a flipped axis; axes of extent 1 are unchanged."""
    shape = shape_of(op.output)
    flipped = [axis for axis in op.flipped_axes() if shape[axis] > 1]
    if not flipped:
        return list(operands)
    x, rank = operands[0], len(shape)
    if not all(is_number(k.extents.of(x)[axis]) for axis in flipped):
        return [flipped_to_end(k, x, flipped)]
    indices = [AffineExpr.dimension(d) for d in range(rank)]
    for axis in flipped:
        indices[axis] = indices[axis] * -1 + (shape[axis] - 1)
    maps = [AffineMap(rank, 0, tuple(indices)), AffineMap.identity(rank)]
    y = k.empty(shape, operands[0].type)
    return [k.generic(operands, y, maps, [PARALLEL] * rank, first_argument)]


def flipped_to_end(k: KernelBuilder, x: SSAValue, axes: Sequence[int]) -> SSAValue:
    """Reverse axes, from their dynamic ends."""
    planned, extents = buffer_shape(x), k.extents.of(x)
    strides = row_major_strides(planned)
    begin = [extents[d] - 1 if d in axes else ZERO for d in range(len(planned))]
    steps = [AffineExpr.constant(-s if d in axes else s) for d, s in enumerate(strides)]
    to = Place(ZERO, list(map(AffineExpr.constant, strides)))
    box = BoxCopy(planned, extents, Place(linear(begin, strides), steps), to)
    return k.strided_copy(x, k.empty(planned, x.type), box, extents)

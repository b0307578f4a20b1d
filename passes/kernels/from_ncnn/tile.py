"""Tile and Flip: copies that read the input again and again, or backwards."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.ncnn.layers.flip import FlipOp
from ....dialects.ncnn.layers.tile import TileOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from . import conversions
from .channels import first_argument


@conversions.register(TileOp)
def tile(k: KernelBuilder, op: TileOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Of each axis the repeats, which the input does not follow, and inside of them its extent."""
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
    """Index i of a flipped axis of `extent` reads `extent - 1 - i`; an axis of 1 is as it was."""
    shape = shape_of(op.output)
    flipped = [axis for axis in op.flipped_axes() if shape[axis] > 1]
    if not flipped:
        return list(operands)
    rank = len(shape)
    indices = [AffineExpr.dimension(d) for d in range(rank)]
    for axis in flipped:
        indices[axis] = indices[axis] * -1 + (shape[axis] - 1)
    maps = [AffineMap(rank, 0, tuple(indices)), AffineMap.identity(rank)]
    y = k.empty(shape, operands[0].type)
    return [k.generic(operands, y, maps, [PARALLEL] * rank, first_argument)]

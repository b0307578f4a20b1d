"""Rotated boxes as Gaussians, and their overlap."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ..building.builder import LoopBuilder
from ..building.vector_math import exp, library_call

TINY = 1e-7


def with_covariance(b: LoopBuilder, row: Sequence[SSAValue]) -> list[SSAValue]:
    """
    Return a detection with the covariance xx, yy, xy of a uniform box in place of width, height and
    angle, the fields from 4 on.
    """
    *first, width, height, angle, number = row
    twelfth = b.constant(1 / 12, angle.type)
    along, across = (b.mulf(b.mulf(size, size), twelfth) for size in (width, height))
    cosine, sine = (library_call(b, name, angle) for name in ("cosf", "sinf"))
    squares = b.mulf(cosine, cosine), b.mulf(sine, sine)
    xx, yy = (
        b.addf(b.mulf(along, square), b.mulf(across, other))
        for square, other in (squares, squares[::-1])
    )
    return [*first, xx, yy, b.mulf(b.mulf(b.subf(along, across), cosine), sine), number]


def are_rotated_apart(
    b: LoopBuilder, box: Sequence[SSAValue], better: Sequence[SSAValue], threshold: float
) -> SSAValue:
    """
    Return whether boxes, given by center and covariance, overlap by no more than a threshold.

    The overlap is `1 - sqrt(1 - e^-d)`, and `d = q + log(r) / 2`; it exceeds t where `r k^2` is
    less than `e^-2q`, with `k = 1 - (1 - t)^2`. Source: arXiv 2106.06072, equations 3 to 7.
    """

    def number(value: float) -> SSAValue:
        return b.constant(value, box[0].type)

    def determinant(xx: SSAValue, yy: SSAValue, xy: SSAValue) -> SSAValue:
        return b.subf(b.mulf(xx, yy), b.mulf(xy, xy))

    x, y = (b.subf(one, other) for one, other in zip(box[:2], better[:2], strict=True))
    own = [b.maxf(determinant(*each[2:5]), number(0.0)) for each in (box, better)]
    xx, yy, xy = (b.addf(one, other) for one, other in zip(box[2:5], better[2:5], strict=True))
    both = b.addf(determinant(xx, yy, xy), number(TINY))
    squares = b.addf(b.mulf(xx, b.mulf(y, y)), b.mulf(yy, b.mulf(x, x)))
    mixed = b.mulf(b.mulf(xy, number(2.0)), b.mulf(x, y))
    twice = b.divf(b.subf(squares, mixed), b.mulf(both, number(2.0)))
    root = b.float_op(math.SqrtOp, b.mulf(*own))
    ratio = b.divf(both, b.addf(b.mulf(root, number(4.0)), number(TINY)))
    limit = (1 + TINY - (1 - threshold) ** 2) ** 2
    scaled = b.mulf(b.addf(ratio, number(TINY)), number(limit))
    return b.compare_lanes("uge", scaled, exp(b, b.subf(number(0.0), twice)))

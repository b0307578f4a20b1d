"""Axes into which both shapes of a reshaped tensor split, where a run tells extents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ...common.strides import row_major_strides
from .symbolic_extents import Extents, quotient

ZERO, ONE = AffineExpr.constant(0), AffineExpr.constant(1)


@dataclass(frozen=True)
class Place:
    """Offset of the elements in a buffer, and a stride for each axis."""

    offset: AffineExpr
    strides: Sequence[AffineExpr]

    @property
    def numbers(self) -> Extents:
        """As `kernel.strided_copy` has them."""
        return self.offset, *self.strides


@dataclass(frozen=True)
class BoxCopy:
    """Elements to be copied: their axes, planned and as a run tells them, and where they lie."""

    planned: Sequence[int]
    extents: Sequence[AffineExpr]
    source: Place
    destination: Place


@dataclass(frozen=True)
class CommonAxis:
    """An axis that is part of one axis of each shape, with its stride in both buffers."""

    planned: int
    extent: AffineExpr
    source: AffineExpr
    destination: AffineExpr


class _Side:
    """The axes of one shape, taken apart from the innermost factor outwards."""

    def __init__(self, shape: Sequence[int]):
        self.shape, self.strides = shape, row_major_strides(shape)
        self.axis = len(shape)
        self.left = 1
        self.extents: list[AffineExpr] = [ONE] * len(shape)
        """Extents of the factors taken so far."""

    def advance(self) -> bool:
        """Go on to the next axis if all of this one is taken; return false if none is left."""
        while self.left == 1 and self.axis > 0:
            self.axis -= 1
            self.left = self.shape[self.axis]
        return self.left > 1

    def take(self, planned: int, extent: AffineExpr) -> AffineExpr:
        """Take a factor of the axis; return its stride. Raises: ValueError for no affine one."""
        before = self.extents[self.axis]
        self.left //= planned
        self.extents[self.axis] = product(before, extent)
        return before * self.strides[self.axis]


def common_axes(
    planned: Sequence[int], extents: Sequence[AffineExpr], shape: Sequence[int]
) -> tuple[list[CommonAxis], Extents]:
    """
    Return the axes, outermost first, for a tensor of such extents under another planned shape, and
    the extents that this then has.

    Raises: ValueError if axes cannot be split so.
    """
    axes: list[CommonAxis] = []
    source, result = _Side(planned), _Side(shape)
    rest: AffineExpr = ONE
    while True:
        is_new = source.left == 1
        if not (source.advance() and result.advance()):
            break
        if is_new:
            rest = extents[source.axis]
        if result.left % source.left == 0:
            count, extent, rest = source.left, rest, ONE
        elif source.left % result.left == 0:
            count = result.left
            extent, rest = split(rest, count, source.left // count)
        else:
            raise ValueError("merges and splits axes of which a run tells the extents")
        axes.append(
            CommonAxis(count, extent, source.take(count, extent), result.take(count, extent))
        )
    return axes[::-1], tuple(result.extents)


def split(extent: AffineExpr, inner: int, outer: int) -> tuple[AffineExpr, AffineExpr]:
    """
    Return the inner and the outer factor of an extent, of these planned ones; one has a static
    number. Raises: ValueError.
    """
    if isinstance(extent, AffineConstantExpr):
        return AffineExpr.constant(inner), AffineExpr.constant(outer)
    if (factor := quotient(extent, inner)) is not None:
        return AffineExpr.constant(inner), factor
    if (factor := quotient(extent, outer)) is not None:
        return factor, AffineExpr.constant(outer)
    raise ValueError(f"splits an axis of {extent} elements")


def product(a: AffineExpr, b: AffineExpr) -> AffineExpr:
    """Multiply extents. Raises: ValueError if a run tells both."""
    if isinstance(a, AffineConstantExpr):
        return b * a.value
    if isinstance(b, AffineConstantExpr):
        return a * b.value
    raise ValueError("merges axes of which a run tells the extents")

"""Common axes of both shapes of a reshaped tensor with dynamic extents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ....dialects.ncnn.rules.extent_products import ExtentProducts
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
        """Return offset and strides in the order of `kernel.strided_copy`."""
        return self.offset, *self.strides


@dataclass(frozen=True)
class BoxCopy:
    """A box of elements to copy: planned and dynamic extents, and its places in both buffers."""

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
    """The axes of one shape, split into factors from the innermost outwards."""

    def __init__(self, products: ExtentProducts, planned: Sequence[int], extents: Extents | None):
        self.products, self.planned, self.extents = products, planned, extents
        self.strides = row_major_strides(planned)
        self.axis = len(planned)
        self.left = 1
        self.rest: AffineExpr | None = None
        """The remaining factors of the extent; None if it is unknown."""
        self.taken: list[AffineExpr] = [ONE] * len(planned)
        """Extents of the factors taken so far."""

    def advance(self) -> bool:
        """Move to the next axis if this one is used up; return false if no axis is left."""
        while self.left == 1 and self.axis > 0:
            self.axis -= 1
            self.left = self.planned[self.axis]
            self.rest = None if self.extents is None else self.extents[self.axis]
        return self.left > 1

    def take(self, planned: int, extent: AffineExpr) -> AffineExpr:
        """
        Take a factor of the axis and return its stride. Raises: ValueError if it is no factor.
        """
        before = self.taken[self.axis]
        self.left //= planned
        self.taken[self.axis] = self.products.product(before, extent)
        if self.rest is not None:
            self.rest = self.products.quotient(self.rest, extent)
            if self.rest is None:
                raise ValueError(f"splits {extent} elements off an axis of others")
        return before * self.strides[self.axis]


def common_axes(
    products: ExtentProducts,
    before: tuple[Sequence[int], Extents],
    after: tuple[Sequence[int], Extents | None],
) -> tuple[list[CommonAxis], Extents]:
    """
    Return the common axes of a tensor before and after a reshape, outermost first, and the dynamic
    extents after it. Both shapes are pairs of planned and dynamic extents. The dynamic extents
    after the reshape may be None, unless one axis is split into several known at run time.

    Raises: ValueError if the shapes have no common axes.
    """
    axes: list[CommonAxis] = []
    source, result = _Side(products, *before), _Side(products, *after)
    while source.advance() and result.advance():
        assert source.rest is not None  # always known
        if result.left % source.left == 0:
            count, extent = source.left, source.rest
        elif source.left % result.left == 0:
            count = result.left
            extent = result.rest or inner_factor(source.rest, count, source.left // count)
        else:
            raise ValueError("merges and splits axes of dynamic extents")
        axes.append(
            CommonAxis(count, extent, source.take(count, extent), result.take(count, extent))
        )
    return axes[::-1], tuple(result.taken)


def inner_factor(extent: AffineExpr, inner: int, outer: int) -> AffineExpr:
    """
    Return the inner factor of an extent, given the planned factors; one of them must be static.

    Raises: ValueError.
    """
    if isinstance(extent, AffineConstantExpr) or quotient(extent, inner) is not None:
        return AffineExpr.constant(inner)
    if (factor := quotient(extent, outer)) is not None:
        return factor
    raise ValueError(f"splits an axis of {extent} elements")

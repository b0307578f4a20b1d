"""Reach of the elements along one axis of a blob in the images."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import TypeAlias

Number: TypeAlias = Fraction | int


@dataclass(frozen=True)
class Reach:
    """
    Element `i` along an axis reads the pixels `i * step + low` to `i * step + high` of the images
    along `image_axis` (-2 is the height, -1 the width).

    Were the images parts of larger ones, the elements from `start` to before `end` would be those
    of the larger ones, too.
    """

    image_axis: int
    end: int = field(compare=False)
    start: int = field(default=0, compare=False)
    step: Fraction = Fraction(1)
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)

    def through(self, stride: Number, first: Number, last: Number) -> Reach:
        """The reach of results that read `i * stride + first` to `+ last`, both rounded down."""
        return replace(
            self,
            start=ceil((self.start - first) / Fraction(stride)),
            end=ceil((self.end - last) / Fraction(stride)),
            step=self.step * stride,
            low=self.low + first * self.step,
            high=self.high + last * self.step,
        )

    def within(self, extent: int) -> Reach:
        """The same, of an axis that has only so many elements."""
        return replace(self, start=max(self.start, 0), end=min(self.end, extent))

    def joined(self, other: Reach) -> Reach | None:
        """Return the reach of a reader of both; None if they have different scales."""
        if (self.image_axis, self.step) != (other.image_axis, other.step):
            return None
        return replace(
            self,
            start=max(self.start, other.start),
            end=min(self.end, other.end),
            low=min(self.low, other.low),
            high=max(self.high, other.high),
        )


AxisReaches: TypeAlias = tuple[Reach | None, ...]
"""For each axis of a blob its reach; None for channels and all else that is no axis of an image."""

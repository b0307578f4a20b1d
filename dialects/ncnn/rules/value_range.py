"""Bounds between which all elements of a blob lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from xdsl.ir import SSAValue

from ...int8_rounding import LARGEST_INT8

FLOAT_MAX = 3.4028234663852886e38
"""The largest float32, ncnn's default bound: it excludes infinity."""


@dataclass(frozen=True)
class Range:
    """`low <= x <= high`; NaN is in every range."""

    low: float = -inf
    high: float = inf

    def __contains__(self, other: object) -> bool:
        return isinstance(other, Range) and self.low <= other.low and other.high <= self.high

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    def clamped(self, value: float) -> float:
        """Clamp a value to the range, with ncnn's minimum and maximum."""
        return min(max(value, self.low), self.high)


RangeOf = Callable[[SSAValue], Range]
"""The bounds of a blob, as far as its layers determine them."""

ANY = Range()
POSITIVE = Range(low=0.0)
UNIT = Range(0.0, 1.0)
ZERO = Range(0.0, 0.0)
INT8_RANGE = Range(-LARGEST_INT8, LARGEST_INT8)

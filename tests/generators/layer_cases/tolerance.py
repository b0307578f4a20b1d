"""Tolerances between two right ways to compute a layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

LEAST_NORMAL = float(np.finfo(np.float32).tiny)
HALF_LAST_PLACE = float(np.finfo(np.float32).eps) / 2

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Tolerance:
    """
    Allowed error of an element: a part of itself plus a part of the largest magnitude.

    NaN equals NaN. The wheel flushes denormals, so unless equality is required, they count as
    zeros.
    """

    reason: str
    relative: float = 0.0
    of_largest: float = 0.0
    absolute: float = 0.0
    few: float = 0.0
    """Part of the elements that may be off by any number."""

    @property
    def exact(self) -> bool:
        """Return whether every bit must be the same, except those of NaN."""
        return not (self.relative or self.of_largest or self.absolute)

    def wrong(self, expected: np.ndarray, found: np.ndarray) -> np.ndarray:
        """Return which elements are too far off."""
        same_nan = np.isnan(expected) & np.isnan(found)
        if self.exact:
            same = (expected == found) & (np.signbit(expected) == np.signbit(found))
            return ~(same | same_nan)
        expected, found = without_denormals(expected), without_denormals(found)
        magnitudes = np.abs(expected[np.isfinite(expected)])
        largest = float(magnitudes.max(initial=0.0))
        with np.errstate(invalid="ignore"):
            allowed = self.absolute + self.relative * np.abs(expected) + self.of_largest * largest
            near = np.abs(expected - found) <= allowed
        return ~((near & np.isfinite(expected)) | (expected == found) | same_nan)


def without_denormals(array: np.ndarray) -> np.ndarray:
    """In double precision, with 0 for what is nearer to it than a normal float32."""
    wide = array.astype(np.float64)
    return np.where(np.abs(wide) < LEAST_NORMAL, 0.0, wide)


def difference(expected: Arrays, found: Arrays, tolerance: Tolerance) -> str | None:
    """Describe the wrong outputs in one line."""
    for name, array in expected.items():
        if name not in found:
            return f"no output '{name}'"
        other = np.asarray(found[name])
        if other.shape != array.shape:
            return f"'{name}' has shape {list(other.shape)} instead of {list(array.shape)}"
        wrong = tolerance.wrong(array, other)
        if wrong.sum() > tolerance.few * array.size:
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            return (
                f"'{name}'{list(place)} is {other[place]!r} instead of {array[place]!r}"
                f" ({int(wrong.sum())} of {array.size} differ)"
            )
    return None


def identical(one: Arrays, other: Arrays) -> bool:
    """Return whether two runs gave the same."""
    return difference(one, other, MOVED) is None


MOVED = Tolerance("elements are moved, or picked, and not computed")
ROUNDED = Tolerance("one operation, in ncnn at times by a reciprocal", relative=3e-7)
ARITHMETIC = Tolerance("a few operations, perhaps fused ones", relative=1e-6, of_largest=2e-7)
FUNCTION = Tolerance(
    "ncnn approximates functions such as exp by polynomials, and we by others",
    relative=4e-6,
    of_largest=1e-6,
)
LOGARITHM = Tolerance(
    "the logarithm of 1 and a small number (times up to 12): ncnn rounds their sum",
    relative=4e-6,
    absolute=2e-6,
)
SUM = Tolerance(
    "sums in another order, which may cancel", relative=1e-5, of_largest=3e-6, absolute=2e-7
)


def sum_of_products(count: int, largest: float) -> Tolerance:
    """
    Of so many products of at most this magnitude, added in another order.

    Where they cancel out, the result tells nothing of the partial sums, which are about
    `sqrt(count) * largest`; of `count` of these each is rounded, up as often as down.
    """
    absolute = count * HALF_LAST_PLACE * largest
    return Tolerance(SUM.reason, SUM.relative, SUM.of_largest, absolute)

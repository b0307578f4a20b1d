"""Functions of the C math library that numpy lacks, on float32 arrays."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

_ERF = np.frompyfunc(math.erf, 1, 1)
_ERFC = np.frompyfunc(math.erfc, 1, 1)


def erf(x: np.ndarray) -> np.ndarray:
    """Return the error function, rounded once to float32."""
    return np.asarray(_ERF(x), np.float32)


def erfc(x: np.ndarray) -> np.ndarray:
    """Return `1 - erf(x)` without its cancellation."""
    return np.asarray(_ERFC(x), np.float32)


def round_half_away(x: np.ndarray) -> np.ndarray:
    """C's `round`: halves go away from zero."""
    whole = np.trunc(x)
    return whole + np.where(np.abs(x - whole) >= 0.5, np.copysign(1, x), 0)


def remainder(x: np.ndarray | np.floating, y: np.ndarray | np.floating) -> np.ndarray:
    """C's `remainder`: `x - n * y`, `n = x / y` rounded to even; zeros take x's sign."""
    wide = np.asarray(y, np.float64)
    # fmod by 2y is exact and keeps the parity of n, which decides the halves
    reduced = np.fmod(np.asarray(x, np.float64), 2 * wide)
    rest = reduced - np.rint(reduced / wide) * wide
    rest = np.where(np.isinf(wide) & np.isfinite(x), x, rest)
    return np.asarray(np.where(rest == 0, np.copysign(rest, x), rest), np.float32)


C_FUNCTIONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "fmodf": np.fmod,
    "remainderf": remainder,
}
"""The callees of `simd.call` that scalar bodies contain."""

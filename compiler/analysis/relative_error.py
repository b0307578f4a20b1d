"""Measure the error of results."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

Arrays = Mapping[str, np.ndarray]
"""Blobs by name."""

TOLERANCE = 1e-4
"""Relative error above which two float32 results count as different."""
LEAST_SCALE = 1e-30
"""Magnitude used for arrays of zeros."""


def relative_error(actual: np.ndarray, expected: np.ndarray) -> float:
    """Return the largest difference over the largest finite magnitude; inf if NaNs differ."""
    if actual.shape != expected.shape:
        return math.inf
    finite = np.isfinite(expected)
    if not np.array_equal(actual[~finite], expected[~finite], equal_nan=True):
        return math.inf
    if not np.isfinite(actual[finite]).all():
        return math.inf
    scale = max(float(np.abs(expected[finite]).max(initial=0)), LEAST_SCALE)
    return float(np.abs(actual[finite] - expected[finite]).max(initial=0)) / scale


def output_errors(first: Arrays, second: Arrays) -> dict[str, float]:
    """Return the error of every output of either model; infinite if only one has it."""
    return {
        name: relative_error(second[name], first[name])
        if name in first and name in second
        else math.inf
        for name in {**first, **second}
    }

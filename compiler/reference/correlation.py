"""Correlation at small displacements."""

from __future__ import annotations

import numpy as np

from ...dialects.contrib.dain import correlated
from ...dialects.ncnn.internal.correlation import CorrelationOp
from .support import array_function


@array_function(CorrelationOp)
def correlation(op: CorrelationOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Means over the channels of products."""
    return correlated(a, b)

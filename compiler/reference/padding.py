"""Padding: cells taken by index, and a value where the index is outside."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.padding import OUTSIDE, PaddingOp
from .support import array_function


def _along(axis: int, rank: int, values: np.ndarray) -> np.ndarray:
    """Return a vector turned along an axis."""
    return values.reshape(-1, *([1] * (rank - 1 - axis)))


@array_function(PaddingOp)
def _padding(op: PaddingOp, x: np.ndarray, values: np.ndarray | None = None) -> np.ndarray:
    indices = op.source_indices()
    fill = np.float32(op.value.value.data)
    if values is not None and x.ndim >= 3:
        fill = _along(0, x.ndim, values)
    outside = np.zeros([len(i) for i in indices], bool)
    for axis, along in enumerate(indices):
        outside |= _along(axis, x.ndim, along == OUTSIDE)
    return np.where(outside, fill, x[np.ix_(*indices)])

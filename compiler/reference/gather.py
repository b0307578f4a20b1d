"""Elements and rows by number."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.gather import GatherElementsOp, GatherRowsOp
from .support import array_function


def clamped_indices(indices: np.ndarray, count: int) -> np.ndarray:
    """Return floats as the numbers of `count` rows: without fraction, NaN as 0, clamped."""
    return np.clip(np.nan_to_num(indices), 0, count - 1).astype(np.int64)


@array_function(GatherRowsOp)
def _gather_rows(op: GatherRowsOp, table: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return table[clamped_indices(indices, len(table))]


@array_function(GatherElementsOp)
def _gather_elements(op: GatherElementsOp, x: np.ndarray, indices: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    return np.take_along_axis(x, clamped_indices(indices, x.shape[axis]), axis)

"""Elements and rows by number."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.gather import GatherElementsOp, GatherRowsOp
from .support import array_function


def clamped_indices(indices: np.ndarray, count: int) -> np.ndarray:
    """Return floats as the numbers of `count` rows: without fraction, NaN as 0, clamped."""
    return np.clip(np.nan_to_num(indices), 0, count - 1).astype(np.int64)


def _gather_rows(op: GatherRowsOp, table: np.ndarray, indices: np.ndarray) -> np.ndarray:
    return table[clamped_indices(indices, len(table))]


def _gather_elements(op: GatherElementsOp, x: np.ndarray, indices: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    return np.take_along_axis(x, clamped_indices(indices, x.shape[axis]), axis)


@register_impls
class GatherFunctions(InterpreterFunctions):
    """The ops of `dialects/ncnn/internal/gather.py`."""

    gather_rows = array_function(GatherRowsOp, _gather_rows)
    gather_elements = array_function(GatherElementsOp, _gather_elements)

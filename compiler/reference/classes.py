"""The best classes of a classifier or of each pixel."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.classes import ClassesOp
from .support import array_function
from .top_k import largest


@array_function(ClassesOp)
def _classes(op: ClassesOp, x: np.ndarray) -> np.ndarray:
    if op.is_map:
        return best_classes(x, 0)
    scores, classes = largest(x.reshape(-1), op.top.value.data)
    return np.stack([classes, scores], axis=1)


def best_classes(x: np.ndarray, axis: int) -> np.ndarray:
    """Return the number of the largest element along an axis; NaN is ignored."""
    return np.where(np.isnan(x), -np.inf, x).argmax(axis=axis)

"""States that rows are appended to."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.append import AppendOp
from .narrow import narrowed
from .support import typed_function


@typed_function(AppendOp)
def _append(op: AppendOp, state: np.ndarray, new: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    past, _ = np.split(state, [state.shape[axis] - new.shape[axis]], axis)
    return np.concatenate([past, narrowed(new, state.dtype)], axis)

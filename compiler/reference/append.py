"""States that rows are appended to."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.append import AppendOp
from .support import array_function


def _append(op: AppendOp, state: np.ndarray, new: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    past, _ = np.split(state, [state.shape[axis] - new.shape[axis]], axis)
    return np.concatenate([past, new], axis)


@register_impls
class AppendFunctions(InterpreterFunctions):
    """The op of `dialects/ncnn/internal/append.py`."""

    append = array_function(AppendOp, _append)

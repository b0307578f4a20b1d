"""States that rows are appended to."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.append import AppendOp
from .narrow import narrowed
from .support import typed_function


def _append(op: AppendOp, state: np.ndarray, new: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    past, _ = np.split(state, [state.shape[axis] - new.shape[axis]], axis)
    return np.concatenate([past, narrowed(new, state.dtype)], axis)


@register_impls
class AppendFunctions(InterpreterFunctions):
    """The op of `dialects/ncnn/internal/append.py`."""

    append = typed_function(AppendOp, _append)

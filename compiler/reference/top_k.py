"""The largest elements of rows."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.internal.top_k import TopKOp


def largest(x: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the k largest elements of each row and their places; of equal ones the first first."""
    keys = np.where(np.isnan(x), np.float32(-np.inf), x)
    places = np.argsort(-keys, axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(x, places, -1), places.astype(np.float32)


@register_impls
class TopKFunctions(InterpreterFunctions):
    """The op of `dialects/ncnn/internal/top_k.py`."""

    @impl(TopKOp)
    def run_top_k(self, interpreter: Interpreter, op: TopKOp, args: PythonValues) -> PythonValues:
        return largest(args[0], op.k.value.data)

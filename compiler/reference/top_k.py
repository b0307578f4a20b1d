"""The largest elements of rows."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.internal.top_k import TopKOp
from .support import meaning


def largest(x: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the k largest elements of each row and their places; of equal ones the first first."""
    keys = np.where(np.isnan(x), np.float32(-np.inf), x)
    places = np.argsort(-keys, axis=-1, kind="stable")[..., :k]
    return np.take_along_axis(x, places, -1), places.astype(np.float32)


@meaning(TopKOp)
def run_top_k(interpreter: Interpreter, op: TopKOp, args: PythonValues) -> PythonValues:
    return largest(args[0], op.k.value.data)

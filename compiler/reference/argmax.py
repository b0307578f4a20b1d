"""ArgMax: the places of the largest elements."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.argmax import ArgMaxOp
from .support import array_function
from .top_k import largest


@array_function(ArgMaxOp)
def _argmax(op: ArgMaxOp, x: np.ndarray) -> np.ndarray:
    values, places = largest(x.reshape(-1)[::-1], op.topk.value.data)
    places = np.float32(x.size - 1) - places
    return np.stack([places] if op.values is None else [values, places])

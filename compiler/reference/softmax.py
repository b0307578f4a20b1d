"""Softmax: exponentials of the differences to the maximum, divided by their sum."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.softmax import SoftmaxOp
from .support import array_function


@array_function(SoftmaxOp)
def _softmax(op: SoftmaxOp, x: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)

"""Softmax: exponentials of the differences to the maximum, divided by their sum."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.softmax import SoftmaxOp
from .support import array_function


def _softmax(op: SoftmaxOp, x: np.ndarray) -> np.ndarray:
    axis = op.resolved_axis()
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


@register_impls
class SoftmaxFunctions(InterpreterFunctions):
    """Softmax along one axis."""

    softmax = array_function(SoftmaxOp, _softmax)

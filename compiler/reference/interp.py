"""Interp, one axis after the other."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.interp import AxisSamples, InterpOp
from .support import array_function


def resample(x: np.ndarray, samples: AxisSamples, axis: int) -> np.ndarray:
    """
    Return `sum_t weights[i, t] * x[indices[i, t]]` along an axis (the last or the last but one).
    """
    shape = (-1, 1) if axis == -2 else (-1,)
    taps = samples.indices.shape[1]
    terms = [
        x.take(samples.indices[:, t], axis) * samples.weights[:, t].reshape(shape)
        for t in range(taps)
    ]
    return np.sum(terms, axis=0)


@array_function(InterpOp)
def _interp(op: InterpOp, x: np.ndarray, *references: np.ndarray) -> np.ndarray:
    rows, columns = op.source_coordinates()
    if x.ndim == 1:
        x = x[:, None, None]
    return resample(resample(x, columns, -1), rows, -2)

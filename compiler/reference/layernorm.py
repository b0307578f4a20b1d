"""LayerNorm and RMSNorm: runs of the innermost axes, each brought to a variance of 1."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.layernorm import LayerNormOp, RMSNormOp
from .support import array_function


@array_function(LayerNormOp)
def _layernorm(op: LayerNormOp, x: np.ndarray, *affine: np.ndarray) -> np.ndarray:
    runs = x.reshape(-1, op.run_length())
    centred = runs - runs.mean(1, keepdims=True)
    variance = (centred * centred).mean(1, keepdims=True)
    y = centred / np.sqrt(variance + np.float32(op.eps.value.data))
    if affine:
        gamma, beta = affine
        y = y * gamma + beta
    return y.reshape(x.shape)


@array_function(RMSNormOp)
def _rmsnorm(op: RMSNormOp, x: np.ndarray, *affine: np.ndarray) -> np.ndarray:
    runs = x.reshape(-1, op.run_length())
    squares = (runs * runs).mean(1, keepdims=True)
    y = runs / np.sqrt(squares + np.float32(op.eps.value.data))
    return (y * affine[0] if affine else y).reshape(x.shape)

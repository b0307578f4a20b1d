"""BatchNorm, Scale and Bias as a factor and a term by channel; LRN by sums of windows."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.layers import normalization as ops
from ...dialects.ncnn.layers.normalization import ZERO_DEVIATION, LRNRegion
from .support import array_function, meaning, operand_arrays


def by_channel(vector: np.ndarray, rank: int) -> np.ndarray:
    """Return a vector as an array of `rank` axes that lies along the outermost one."""
    return vector.reshape(-1, *(1,) * (rank - 1))


def batchnorm_scale_shift(
    slope: np.ndarray, mean: np.ndarray, variance: np.ndarray, bias: np.ndarray, eps: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return `scale` and `shift` such that the layer is `scale * x + shift`."""
    deviation = np.sqrt(variance + np.float32(eps))
    scale = slope / np.where(deviation == 0, np.float32(ZERO_DEVIATION), deviation)
    return scale, bias - scale * mean


@array_function(ops.BatchNormOp)
def _batchnorm(op: ops.BatchNormOp, x: np.ndarray, *vectors: np.ndarray) -> np.ndarray:
    slope, mean, variance, bias = vectors
    scale, shift = batchnorm_scale_shift(slope, mean, variance, bias, op.eps.value.data)
    return x * by_channel(scale, x.ndim) + by_channel(shift, x.ndim)


@array_function(ops.BiasOp)
def _bias(op: ops.BiasOp, x: np.ndarray, bias: np.ndarray) -> np.ndarray:
    return x + (bias[0] if op.is_uniform else by_channel(bias, x.ndim))


def window_sum(x: np.ndarray, axis: int, size: int) -> np.ndarray:
    """Sum of the `size` elements around each one along `axis`, `size // 2` of them before it."""
    before = size // 2
    padding = [(0, 0)] * x.ndim
    padding[axis] = (before, size - before - 1)
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, padding), size, axis)
    return windows.sum(axis=-1, dtype=np.float32)


@array_function(ops.LRNOp)
def _lrn(op: ops.LRNOp, x: np.ndarray) -> np.ndarray:
    size = op.local_size.value.data
    image = x.reshape((1, 1, 1, *x.shape)[-3:])
    if op.region.data == LRNRegion.ACROSS_CHANNELS:
        squares, count = window_sum(image * image, 0, size), size
    else:
        squares, count = window_sum(window_sum(image * image, 1, size), 2, size), size * size
    norm = op.bias.value.data + op.alpha.value.data / count * squares
    return x * np.power(norm, np.float32(-op.beta.value.data)).reshape(x.shape)


@meaning(ops.ScaleOp)
def run_scale(interpreter: Interpreter, op: ops.ScaleOp, args: PythonValues) -> PythonValues:
    arrays = operand_arrays(op, args)
    x, scale, bias = arrays["input"], arrays["scale"], arrays["bias"]
    y = x * by_channel(scale, x.ndim)
    if bias is not None:
        y = y + by_channel(bias, x.ndim)
    return (y,) if op.scale_output is None else (y, scale)

"""Activations; `activate` is also what convolutions and InnerProduct fuse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...dialects.ncnn.attributes import Activation
from ...dialects.ncnn.layers import activation as ops
from ...dialects.ncnn.rules.broadcast import align
from .libm import erf, erfc
from .support import array_function, pointwise

SQRT_HALF = np.float32(0.70710678118654752)
SQRT_2_OVER_PI = np.float32(0.79788456080286536)


def leaky_relu(x: np.ndarray, slope: float | np.ndarray) -> np.ndarray:
    """Return `x`, or `slope * x` below zero."""
    return np.where(x < 0, slope * x, x)


def relu(x: np.ndarray) -> np.ndarray:
    """Return `max(x, 0)`."""
    return np.maximum(x, np.float32(0))


@pointwise(ops.SigmoidOp)
def sigmoid(x: np.ndarray) -> np.ndarray:
    """Return `1 / (1 + e^-x)`."""
    return 1 / (1 + np.exp(-x))


@pointwise(ops.BNLLOp, ops.SoftplusOp)
def softplus(x: np.ndarray) -> np.ndarray:
    """Return `ln(1 + e^x)`, without its overflow."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


@pointwise(ops.MishOp)
def mish(x: np.ndarray) -> np.ndarray:
    """Return `x * tanh(ln(1 + e^x))`."""
    return x * np.tanh(softplus(x))


def hardsigmoid(x: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Return `clip(alpha * x + beta, 0, 1)`."""
    return np.clip(alpha * x + beta, 0, 1)


def hardswish(x: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Return `x * clip(alpha * x + beta, 0, 1)`."""
    return x * hardsigmoid(x, alpha, beta)


def elu(x: np.ndarray, alpha: float) -> np.ndarray:
    """Return `x`, or `alpha * (e^x - 1)` below zero."""
    return np.where(x < 0, alpha * np.expm1(x), x)


def gelu(x: np.ndarray) -> np.ndarray:
    """Return `x / 2 * erfc(-x / sqrt(2))`."""
    return x / 2 * erfc(-x * SQRT_HALF)


def fast_gelu(x: np.ndarray) -> np.ndarray:
    """Return the form of GELU with tanh."""
    return x / 2 * (1 + np.tanh(SQRT_2_OVER_PI * (x + np.float32(0.044715) * x * x * x)))


def activate(x: np.ndarray, activation: Activation, params: Sequence[float]) -> np.ndarray:
    """Apply a fused activation; `params` as `ACTIVATION_PARAMETERS` counts them."""
    match activation:
        case Activation.NONE:
            return x
        case Activation.RELU:
            return relu(x)
        case Activation.LEAKY_RELU:
            return leaky_relu(x, params[0])
        case Activation.CLIP:
            return np.clip(x, params[0], params[1])
        case Activation.SIGMOID:
            return sigmoid(x)
        case Activation.MISH:
            return mish(x)
        case Activation.HARDSWISH:
            return hardswish(x, params[0], params[1])


@array_function(ops.CELUOp)
def _celu(op: ops.CELUOp, x: np.ndarray) -> np.ndarray:
    alpha = op.alpha.value.data
    return np.where(x < 0, alpha * np.expm1(x / alpha), x)


@array_function(ops.ReLUOp)
def _relu(op: ops.ReLUOp, x: np.ndarray) -> np.ndarray:
    slope = op.slope.value.data
    return leaky_relu(x, slope) if slope else relu(x)


@array_function(ops.ShrinkOp)
def _shrink(op: ops.ShrinkOp, x: np.ndarray) -> np.ndarray:
    bias, lambd = op.bias.value.data, op.lambd.value.data
    return np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, 0))


pointwise(ops.AbsValOp)(np.abs)
array_function(ops.ClipOp)(lambda op, x: np.clip(x, op.min.value.data, op.max.value.data))
array_function(ops.ELUOp)(lambda op, x: elu(x, op.alpha.value.data))
pointwise(ops.ErfOp)(erf)
array_function(ops.GELUOp)(lambda op, x: fast_gelu(x) if op.fast else gelu(x))
array_function(ops.HardSigmoidOp)(
    lambda op, x: hardsigmoid(x, op.alpha.value.data, op.beta.value.data)
)
array_function(ops.HardSwishOp)(lambda op, x: hardswish(x, op.alpha.value.data, op.beta.value.data))
pointwise(ops.PReLUOp)(lambda x, slope: leaky_relu(x, slope.reshape(align(slope.shape, x.shape))))
array_function(ops.SELUOp)(lambda op, x: op.scale.value.data * elu(x, op.alpha.value.data))
pointwise(ops.SwishOp)(lambda x: x * sigmoid(x))
pointwise(ops.TanHOp)(np.tanh)
array_function(ops.ThresholdOp)(lambda op, x: x > op.threshold.value.data)

"""Activations, as separate layers and fused into other layers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl.dialects import arith, math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import i8
from xdsl.dialects.utils import FastMathFlag

from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.layers import activation as act
from ....dialects.simd.arithmetic import fma
from . import formulas
from .scalar import Scalar

APPROXIMATE = FastMathFlagsAttr([FastMathFlag.APPROX_FUNC])
SQRT_2_OVER_PI = 0.79788456080286536

NORMAL_NUMERATOR = (
    *(0.3989422727372394, 0.0337254036386503, 0.004665992540068536),
    *(0.00016702821444254448, 6.293292113515908e-06, 2.2560799688951855e-08),
)
NORMAL_DENOMINATOR = (
    *(1.0, 0.25120341059725915, 0.028563939703941044),
    *(0.0018746315386244756, 7.282261082261927e-05, 1.1876163282822316e-06),
)
"""
`P(x^2)` and `Q(x^2)`, lowest power first: `x P / Q` is `erf(x / sqrt(2)) / 2` for
|x| <= NORMAL_SATURATED to 2e-8 of it (a minimax fit, by Lawson's weighted least squares).
"""
NORMAL_SATURATED = 5.557859420776367
"""From here on `x P / Q` is 1/2 in float32, so that the result is 0 or x."""


def activate(x: Scalar, kind: Activation, params: Sequence[float]) -> Scalar:
    """Apply a fused activation; `params` are in the order of `ACTIVATION_PARAMETERS`."""
    match kind:
        case Activation.NONE:
            return x
        case Activation.RELU:
            return x.at_least(0.0)
        case Activation.LEAKY_RELU:
            return leaky_relu(x, params[0])
        case Activation.CLIP:
            return clip(x, params[0], params[1])
        case Activation.SIGMOID:
            return sigmoid(x)
        case Activation.MISH:
            return mish(x)
        case Activation.HARDSWISH:
            return x * hardsigmoid(x, params[0], params[1])


def leaky_relu(x: Scalar, slope: float) -> Scalar:
    """Return `x`, or `slope * x` below zero: the maximum of both if the slope is at most 1."""
    if slope == 0.0:
        return x.at_least(0.0)
    if 0.0 < slope <= 1.0:
        return x.at_least(slope * x)
    return x.select("olt", 0.0, slope * x, x)


def clip(x: Scalar, low: float, high: float) -> Scalar:
    """`min(max(x, low), high)`"""
    return x.at_least(low).at_most(high)


def normal_distribution(x: Scalar) -> Scalar:
    """`(1 + erf(x / sqrt(2))) / 2`, off by 6 * 2^-24 at most, with half the instructions of erf."""
    clamped = clip(x, -NORMAL_SATURATED, NORMAL_SATURATED)
    square = clamped * clamped
    numerator, denominator = (polynomial(square, c) for c in (NORMAL_NUMERATOR, NORMAL_DENOMINATOR))
    return clamped * numerator / denominator + 0.5


def polynomial(x: Scalar, coefficients: Sequence[float]) -> Scalar:
    """Horner's scheme; coefficients lowest power first."""
    *lower, highest = coefficients
    value = x.constant(highest)
    for coefficient in reversed(lower):
        value = value.math(fma, x, coefficient)
    return value


def approximate_exp(x: Scalar) -> Scalar:
    """
    Return `e^x` with a relative error that may grow with |x|: for terms that are small where e^x is
    not near 1.
    """
    return x.math(partial(math.ExpOp, fastmath=APPROXIMATE))


def sigmoid(x: Scalar) -> Scalar:
    """`1 / (1 + e^-x)`"""
    return 1.0 / (1.0 + approximate_exp(-x))


def softplus(x: Scalar) -> Scalar:
    """`ln(1 + e^x)` as `max(x, 0) + ln(1 + e^-|x|)`, which does not overflow."""
    return x.at_least(0.0) + (-abs(x)).math(math.ExpOp).math(math.Log1pOp)


def mish(x: Scalar) -> Scalar:
    """`x * n / (n + 2)` with `n = e^x * (e^x + 2)`; x from 20 on, where the quotient is 1."""
    e = approximate_exp(x.at_most(20.0))
    n = e * (e + 2.0)
    return x * (n / (n + 2.0))


def hardsigmoid(x: Scalar, alpha: float, beta: float) -> Scalar:
    """`clip(alpha * x + beta, 0, 1)`"""
    return clip(x * alpha + beta, 0.0, 1.0)


def elu(x: Scalar, alpha: float) -> Scalar:
    """`x`, or `alpha * (e^x - 1)` below zero"""
    return x.select("olt", 0.0, x.math(math.ExpM1Op) * alpha, x)


@formulas.register(act.AbsValOp)
def _absval(op: act.AbsValOp, x: Scalar) -> Scalar:
    return abs(x)


@formulas.register(act.BNLLOp, act.SoftplusOp)
def _softplus(op: NcnnOp, x: Scalar) -> Scalar:
    return softplus(x)


@formulas.register(act.CELUOp)
def _celu(op: act.CELUOp, x: Scalar) -> Scalar:
    alpha = op.alpha.value.data
    return x.select("olt", 0.0, (x / alpha).math(math.ExpM1Op) * alpha, x)


@formulas.register(act.ClipOp)
def _clip(op: act.ClipOp, x: Scalar) -> Scalar:
    return clip(x, op.min.value.data, op.max.value.data)


@formulas.register(act.ELUOp)
def _elu(op: act.ELUOp, x: Scalar) -> Scalar:
    return elu(x, op.alpha.value.data)


@formulas.register(act.ErfOp)
def _erf(op: act.ErfOp, x: Scalar) -> Scalar:
    return x.math(math.ErfOp)


@formulas.register(act.GELUOp)
def _gelu(op: act.GELUOp, x: Scalar) -> Scalar:
    if op.fast is None:
        return x * normal_distribution(x)
    # (1 + tanh(u)) / 2 is 1 / (1 + e^-2u).
    cubic = x * (1.0 + x * x * 0.044715)
    return x / (1.0 + approximate_exp(cubic * (-2.0 * SQRT_2_OVER_PI)))


@formulas.register(act.HardSigmoidOp)
def _hardsigmoid(op: act.HardSigmoidOp, x: Scalar) -> Scalar:
    return hardsigmoid(x, op.alpha.value.data, op.beta.value.data)


@formulas.register(act.HardSwishOp)
def _hardswish(op: act.HardSwishOp, x: Scalar) -> Scalar:
    return x * hardsigmoid(x, op.alpha.value.data, op.beta.value.data)


@formulas.register(act.MishOp)
def _mish(op: act.MishOp, x: Scalar) -> Scalar:
    return mish(x)


@formulas.register(act.PReLUOp)
def _prelu(op: act.PReLUOp, x: Scalar, slope: Scalar) -> Scalar:
    return x.select("olt", 0.0, x * slope, x)


@formulas.register(act.ReLUOp)
def _relu(op: act.ReLUOp, x: Scalar) -> Scalar:
    if x.value.type == i8 and not op.slope.value.data:
        return x.integer(arith.MaxSIOp, 0)
    return leaky_relu(x, op.slope.value.data)


@formulas.register(act.SELUOp)
def _selu(op: act.SELUOp, x: Scalar) -> Scalar:
    return elu(x, op.alpha.value.data) * op.scale.value.data


@formulas.register(act.ShrinkOp)
def _shrink(op: act.ShrinkOp, x: Scalar) -> Scalar:
    bias, bound = op.bias.value.data, op.lambd.value.data
    return x.select("olt", -bound, x + bias, x.select("ogt", bound, x - bias, 0.0))


@formulas.register(act.SigmoidOp)
def _sigmoid(op: act.SigmoidOp, x: Scalar) -> Scalar:
    return sigmoid(x)


@formulas.register(act.SwishOp)
def _swish(op: act.SwishOp, x: Scalar) -> Scalar:
    return x / (1.0 + approximate_exp(-x))


@formulas.register(act.TanHOp)
def _tanh(op: act.TanHOp, x: Scalar) -> Scalar:
    return x.math(math.TanhOp)


@formulas.register(act.ThresholdOp)
def _threshold(op: act.ThresholdOp, x: Scalar) -> Scalar:
    return x.select("ogt", op.threshold.value.data, 1.0, 0.0)

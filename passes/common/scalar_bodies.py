"""
The scalar formula of every element-wise graph op, as ops appended to a block.

Epilogue regions and `linalg.generic` bodies are made of these. A body takes one value for each
operand of the op (weights too: one slope, one bias) and returns the result.
"""

from __future__ import annotations

import math as libm
from collections.abc import Callable, Sequence
from functools import partial, reduce

from xdsl.dialects import arith, math
from xdsl.ir import Block, SSAValue

from ...dialects.ncnn.attributes import Activation
from ...dialects.ncnn.base import NcnnOp, float_list
from ...dialects.ncnn.layers import activation as act
from ...dialects.ncnn.layers import elementwise as ew
from ...dialects.ncnn.layers.elementwise import (
    BinaryOperator,
    EltwiseOperator,
    UnaryOperator,
)
from ...dialects.ncnn.layers.misc import DeepCopyOp, DropoutOp
from ...dialects.ncnn.layers.normalization import BatchNormOp, BiasOp, ScaleOp
from .batchnorm import ZERO_DEVIATION
from .scalar import Scalar

ScalarBody = Callable[[Block, Sequence[SSAValue]], SSAValue]
"""`body(block, operands)` appends to the block and returns the result."""

Formula = Callable[..., Scalar]
"""`formula(op, *operands)`."""

_FORMULAS: dict[type[NcnnOp], Formula] = {}

SQRT_HALF = 0.70710678118654752
SQRT_2_OVER_PI = 0.79788456080286536


def scalar_body(op: NcnnOp) -> ScalarBody | None:
    """The body that computes one element of an element-wise op; None for other ops."""
    formula = _FORMULAS.get(type(op))
    return None if formula is None else _body(partial(formula, op))


def activation_body(kind: Activation, params: Sequence[float]) -> ScalarBody:
    """The body of a fused activation, of one operand."""
    return _body(lambda x: activate(x, kind, params))


def _body(formula: Formula) -> ScalarBody:
    def body(block: Block, operands: Sequence[SSAValue]) -> SSAValue:
        return formula(*(Scalar(block, value) for value in operands)).value

    return body


def _formula(*ops: type[NcnnOp]) -> Callable[[Formula], Formula]:
    def decorate(function: Formula) -> Formula:
        for op in ops:
            _FORMULAS[op] = function
        return function

    return decorate


# Activations -----------------------------------------------------------------------------------


def activate(x: Scalar, kind: Activation, params: Sequence[float]) -> Scalar:
    """A fused activation; `params` as `ACTIVATION_PARAMETERS` counts them."""
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
    """`x`, or `slope * x` below zero: the larger of the two while the slope is at most 1."""
    if slope == 0.0:
        return x.at_least(0.0)
    if 0.0 < slope <= 1.0:
        return x.at_least(slope * x)
    return x.select("olt", 0.0, slope * x, x)


def clip(x: Scalar, low: float, high: float) -> Scalar:
    """`min(max(x, low), high)`"""
    return x.at_least(low).at_most(high)


def sigmoid(x: Scalar) -> Scalar:
    """`1 / (1 + e^-x)`"""
    return 1.0 / (1.0 + (-x).math(math.ExpOp))


def softplus(x: Scalar) -> Scalar:
    """`ln(1 + e^x)` as `max(x, 0) + ln(1 + e^-|x|)`, which does not overflow."""
    return x.at_least(0.0) + (-abs(x)).math(math.ExpOp).math(math.Log1pOp)


def mish(x: Scalar) -> Scalar:
    """
    `x * tanh(ln(1 + e^x))`, which is `x * n / (n + 2)` with `n = e^x * (e^x + 2)`.

    From 20 on the quotient is 1 in float32.
    """
    e = x.at_most(20.0).math(math.ExpOp)
    n = e * (e + 2.0)
    return x * (n / (n + 2.0))


def hardsigmoid(x: Scalar, alpha: float, beta: float) -> Scalar:
    """`clip(alpha * x + beta, 0, 1)`"""
    return clip(x * alpha + beta, 0.0, 1.0)


def elu(x: Scalar, alpha: float) -> Scalar:
    """`x`, or `alpha * (e^x - 1)` below zero"""
    return x.select("olt", 0.0, x.math(math.ExpM1Op) * alpha, x)


@_formula(act.AbsValOp)
def _absval(op: act.AbsValOp, x: Scalar) -> Scalar:
    return abs(x)


@_formula(act.BNLLOp, act.SoftplusOp)
def _softplus(op: NcnnOp, x: Scalar) -> Scalar:
    return softplus(x)


@_formula(act.CELUOp)
def _celu(op: act.CELUOp, x: Scalar) -> Scalar:
    alpha = op.alpha.value.data
    return x.select("olt", 0.0, (x / alpha).math(math.ExpM1Op) * alpha, x)


@_formula(act.ClipOp)
def _clip(op: act.ClipOp, x: Scalar) -> Scalar:
    return clip(x, op.min.value.data, op.max.value.data)


@_formula(act.ELUOp)
def _elu(op: act.ELUOp, x: Scalar) -> Scalar:
    return elu(x, op.alpha.value.data)


@_formula(act.ErfOp)
def _erf(op: act.ErfOp, x: Scalar) -> Scalar:
    return x.math(math.ErfOp)


@_formula(act.GELUOp)
def _gelu(op: act.GELUOp, x: Scalar) -> Scalar:
    if op.fast is None:
        return x * 0.5 * ((x * SQRT_HALF).math(math.ErfOp) + 1.0)
    # (1 + tanh(u)) / 2 is 1 / (1 + e^-2u).
    cubic = x * (1.0 + x * x * 0.044715)
    return x / (1.0 + (cubic * (-2.0 * SQRT_2_OVER_PI)).math(math.ExpOp))


@_formula(act.HardSigmoidOp)
def _hardsigmoid(op: act.HardSigmoidOp, x: Scalar) -> Scalar:
    return hardsigmoid(x, op.alpha.value.data, op.beta.value.data)


@_formula(act.HardSwishOp)
def _hardswish(op: act.HardSwishOp, x: Scalar) -> Scalar:
    return x * hardsigmoid(x, op.alpha.value.data, op.beta.value.data)


@_formula(act.MishOp)
def _mish(op: act.MishOp, x: Scalar) -> Scalar:
    return mish(x)


@_formula(act.PReLUOp)
def _prelu(op: act.PReLUOp, x: Scalar, slope: Scalar) -> Scalar:
    return x.select("olt", 0.0, x * slope, x)


@_formula(act.ReLUOp)
def _relu(op: act.ReLUOp, x: Scalar) -> Scalar:
    return leaky_relu(x, op.slope.value.data)


@_formula(act.SELUOp)
def _selu(op: act.SELUOp, x: Scalar) -> Scalar:
    return elu(x, op.alpha.value.data) * op.scale.value.data


@_formula(act.ShrinkOp)
def _shrink(op: act.ShrinkOp, x: Scalar) -> Scalar:
    bias, bound = op.bias.value.data, op.lambd.value.data
    return x.select("olt", -bound, x + bias, x.select("ogt", bound, x - bias, 0.0))


@_formula(act.SigmoidOp)
def _sigmoid(op: act.SigmoidOp, x: Scalar) -> Scalar:
    return sigmoid(x)


@_formula(act.SwishOp)
def _swish(op: act.SwishOp, x: Scalar) -> Scalar:
    return x / (1.0 + (-x).math(math.ExpOp))


@_formula(act.TanHOp)
def _tanh(op: act.TanHOp, x: Scalar) -> Scalar:
    return x.math(math.TanhOp)


@_formula(act.ThresholdOp)
def _threshold(op: act.ThresholdOp, x: Scalar) -> Scalar:
    return x.select("ogt", op.threshold.value.data, 1.0, 0.0)


# Arithmetic ------------------------------------------------------------------------------------


def log_add_exp(a: Scalar, b: Scalar) -> Scalar:
    """`ln(e^a + e^b)` as `max(a, b) + ln(1 + e^-|a - b|)`; equal infinities have no difference."""
    difference = abs(a - b)
    finite = difference.select("ord", difference, difference, 0.0)
    return a.math(arith.MaximumfOp, b) + (-finite).math(math.ExpOp).math(math.Log1pOp)


def power(x: Scalar, exponent: float) -> Scalar:
    """`x ^ exponent`: products, quotients and roots where the exponent allows."""
    if exponent < 0.0 and -exponent in _POWERS:
        return 1.0 / power(x, -exponent)
    if exponent in _POWERS:
        return _POWERS[exponent](x)
    return x.math(math.PowFOp, exponent)


def _root(x: Scalar) -> Scalar:
    return x.math(math.SqrtOp)


_POWERS: dict[float, Callable[[Scalar], Scalar]] = {
    0.25: lambda x: _root(_root(x)),
    0.5: _root,
    0.75: lambda x: _root(x) * _root(_root(x)),
    1.0: lambda x: x,
    2.0: lambda x: x * x,
    3.0: lambda x: x * x * x,
    4.0: lambda x: (x * x) * (x * x),
}

BINARY: dict[BinaryOperator, Callable[[Scalar, Scalar], Scalar]] = {
    BinaryOperator.ADD: lambda a, b: a + b,
    BinaryOperator.SUB: lambda a, b: a - b,
    BinaryOperator.MUL: lambda a, b: a * b,
    BinaryOperator.DIV: lambda a, b: a / b,
    BinaryOperator.MAX: lambda a, b: b.at_least(a),
    BinaryOperator.MIN: lambda a, b: b.at_most(a),
    BinaryOperator.POW: lambda a, b: a.math(math.PowFOp, b),
    BinaryOperator.ATAN2: lambda a, b: a.math(math.Atan2Op, b),
    BinaryOperator.FMOD: lambda a, b: a.call("fmodf", b),
    BinaryOperator.LOGADDEXP: log_add_exp,
    BinaryOperator.FLOOR_DIVIDE: lambda a, b: (a / b).math(math.FloorOp),
    BinaryOperator.REMAINDER: lambda a, b: a.call("remainderf", b),
}
"""Those that do not swap their operands."""

UNARY: dict[UnaryOperator, Callable[[Scalar], Scalar]] = {
    UnaryOperator.ABS: abs,
    UnaryOperator.NEG: lambda x: -x,
    UnaryOperator.FLOOR: lambda x: x.math(math.FloorOp),
    UnaryOperator.CEIL: lambda x: x.math(math.CeilOp),
    UnaryOperator.SQUARE: lambda x: x * x,
    UnaryOperator.SQRT: _root,
    UnaryOperator.RSQRT: lambda x: 1.0 / _root(x),
    UnaryOperator.EXP: lambda x: x.math(math.ExpOp),
    UnaryOperator.LOG: lambda x: x.math(math.LogOp),
    UnaryOperator.SIN: lambda x: x.math(math.SinOp),
    UnaryOperator.COS: lambda x: x.math(math.CosOp),
    UnaryOperator.TAN: lambda x: x.math(math.TanOp),
    UnaryOperator.ASIN: lambda x: x.math(math.AsinOp),
    UnaryOperator.ACOS: lambda x: x.math(math.AcosOp),
    UnaryOperator.ATAN: lambda x: x.math(math.AtanOp),
    UnaryOperator.RECIPROCAL: lambda x: 1.0 / x,
    UnaryOperator.TANH: lambda x: x.math(math.TanhOp),
    UnaryOperator.LOG10: lambda x: x.math(math.Log10Op),
    UnaryOperator.ROUND: lambda x: x.math(math.RoundEvenOp),
    UnaryOperator.TRUNC: lambda x: x.math(math.TruncOp),
    UnaryOperator.SIGN: lambda x: x.select("ogt", 0.0, 1.0, x.select("olt", 0.0, -1.0, x)),
    UnaryOperator.EXPM1: lambda x: x.math(math.ExpM1Op),
    UnaryOperator.SINH: lambda x: x.math(math.SinhOp),
    UnaryOperator.ASINH: lambda x: x.math(math.AsinhOp),
    UnaryOperator.COSH: lambda x: x.math(math.CoshOp),
    UnaryOperator.ACOSH: lambda x: x.math(math.AcoshOp),
    UnaryOperator.ATANH: lambda x: x.math(math.AtanhOp),
    UnaryOperator.LOG1P: lambda x: x.math(math.Log1pOp),
}


def binary(operator: BinaryOperator, a: Scalar, b: Scalar) -> Scalar:
    """`operator(a, b)`"""
    if operator in BINARY:
        return BINARY[operator](a, b)
    return BINARY[operator.swapped](b, a)


@_formula(ew.BinaryOpOp)
def _binaryop(op: ew.BinaryOpOp, a: Scalar, b: Scalar) -> Scalar:
    return binary(op.operator.data, a, b)


@_formula(ew.BinaryScalarOp)
def _binaryop_scalar(op: ew.BinaryScalarOp, x: Scalar) -> Scalar:
    constant = op.scalar.value.data
    match op.operator.data:
        case BinaryOperator.ADD:
            return x + constant
        case BinaryOperator.SUB:
            return x - constant
        case BinaryOperator.MUL:
            return x * constant
        case BinaryOperator.DIV if constant and libm.frexp(constant)[0] == 0.5:
            return x * (1.0 / constant)
        case BinaryOperator.MAX:
            return x.at_least(constant)
        case BinaryOperator.MIN:
            return x.at_most(constant)
        case BinaryOperator.POW:
            return power(x, constant)
        case operator:
            return binary(operator, x, x.constant(constant))


@_formula(ew.UnaryOpOp)
def _unaryop(op: ew.UnaryOpOp, x: Scalar) -> Scalar:
    return UNARY[op.operator.data](x)


@_formula(ew.EltwiseOp)
def _eltwise(op: ew.EltwiseOp, *inputs: Scalar) -> Scalar:
    match op.operator.data:
        case EltwiseOperator.PROD:
            return reduce(lambda a, b: a * b, inputs)
        case EltwiseOperator.MAX:
            return reduce(lambda a, b: b.at_least(a), inputs)
        case EltwiseOperator.SUM:
            coeffs = float_list(op.coeffs) or [1.0] * len(inputs)
            terms = [x * c for x, c in zip(inputs, coeffs, strict=False)]
            return reduce(lambda a, b: a + b, terms)


def _affine(op: ew.PowerOp | ew.ExpOp | ew.LogOp, x: Scalar) -> Scalar:
    return x * op.scale.value.data + op.shift.value.data


@_formula(ew.PowerOp)
def _power(op: ew.PowerOp, x: Scalar) -> Scalar:
    return power(_affine(op, x), op.power.value.data)


@_formula(ew.ExpOp)
def _exp(op: ew.ExpOp, x: Scalar) -> Scalar:
    exponent, base = _affine(op, x), op.base.value.data
    if base == ew.NATURAL_BASE:
        return exponent.math(math.ExpOp)
    return x.constant(base).math(math.PowFOp, exponent)


@_formula(ew.LogOp)
def _log(op: ew.LogOp, x: Scalar) -> Scalar:
    base = op.base.value.data
    result = _affine(op, x).math(math.LogOp)
    if base == ew.NATURAL_BASE:
        return result
    return result / (libm.log(base) if base > 0.0 else libm.nan)


@_formula(DeepCopyOp)
def _copy(op: DeepCopyOp, x: Scalar) -> Scalar:
    return x


@_formula(DropoutOp)
def _dropout(op: DropoutOp, x: Scalar) -> Scalar:
    return x * op.scale.value.data


# By channel ------------------------------------------------------------------------------------


@_formula(BatchNormOp)
def _batchnorm(
    op: BatchNormOp, x: Scalar, slope: Scalar, mean: Scalar, variance: Scalar, bias: Scalar
) -> Scalar:
    deviation = (variance + op.eps.value.data).math(math.SqrtOp)
    divisor = deviation.select("oeq", 0.0, ZERO_DEVIATION, deviation)
    return slope * (x - mean) / divisor + bias


@_formula(BiasOp)
def _bias(op: BiasOp, x: Scalar, bias: Scalar) -> Scalar:
    return x + bias


@_formula(ScaleOp)
def _scale(op: ScaleOp, x: Scalar, scale: Scalar, bias: Scalar | None = None) -> Scalar:
    scaled = x * scale
    return scaled if bias is None else scaled + bias

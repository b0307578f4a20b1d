"""Arithmetic: unary and binary operators, powers, and identities."""

from __future__ import annotations

import math as libm
from collections.abc import Callable
from functools import reduce

from xdsl.dialects import arith, math

from ....dialects.constraints import float_list
from ....dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ....dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator
from ....dialects.ncnn.layers.misc import DeepCopyOp, DropoutOp
from ....dialects.ncnn.layers.power import NATURAL_BASE, ExpOp, LogOp, PowerOp
from ....dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOpOp
from . import formulas
from .scalar import Scalar


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
    BinaryOperator.MAX: lambda a, b: a.larger(b),
    BinaryOperator.MIN: lambda a, b: a.smaller(b),
    BinaryOperator.POW: lambda a, b: a.math(math.PowFOp, b),
    BinaryOperator.ATAN2: lambda a, b: a.math(math.Atan2Op, b),
    BinaryOperator.FMOD: lambda a, b: a.call("fmodf", b),
    BinaryOperator.LOGADDEXP: log_add_exp,
    BinaryOperator.FLOOR_DIVIDE: lambda a, b: (a / b).math(math.FloorOp),
    BinaryOperator.REMAINDER: lambda a, b: a.call("remainderf", b),
}
"""Operators that do not swap their operands."""

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


@formulas.register(BinaryOpOp)
def _binaryop(op: BinaryOpOp, a: Scalar, b: Scalar) -> Scalar:
    return binary(op.operator.data, a, b)


@formulas.register(BinaryScalarOp)
def _binaryop_scalar(op: BinaryScalarOp, x: Scalar) -> Scalar:
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


@formulas.register(UnaryOpOp)
def _unaryop(op: UnaryOpOp, x: Scalar) -> Scalar:
    return UNARY[op.operator.data](x)


@formulas.register(EltwiseOp)
def _eltwise(op: EltwiseOp, *inputs: Scalar) -> Scalar:
    match op.operator.data:
        case EltwiseOperator.PROD:
            return reduce(lambda a, b: a * b, inputs)
        case EltwiseOperator.MAX:
            return reduce(lambda a, b: a.larger(b), inputs)
        case EltwiseOperator.SUM:
            coeffs = float_list(op.coeffs) or [1.0] * len(inputs)
            terms = [x * c for x, c in zip(inputs, coeffs, strict=False)]
            return reduce(lambda a, b: a + b, terms)


def _affine(op: PowerOp | ExpOp | LogOp, x: Scalar) -> Scalar:
    return x * op.scale.value.data + op.shift.value.data


@formulas.register(PowerOp)
def _power(op: PowerOp, x: Scalar) -> Scalar:
    return power(_affine(op, x), op.power.value.data)


@formulas.register(ExpOp)
def _exp(op: ExpOp, x: Scalar) -> Scalar:
    exponent, base = _affine(op, x), op.base.value.data
    if base == NATURAL_BASE:
        return exponent.math(math.ExpOp)
    return x.constant(base).math(math.PowFOp, exponent)


@formulas.register(LogOp)
def _log(op: LogOp, x: Scalar) -> Scalar:
    base = op.base.value.data
    result = _affine(op, x).math(math.LogOp)
    if base == NATURAL_BASE:
        return result
    return result / (libm.log(base) if base > 0.0 else libm.nan)


@formulas.register(DeepCopyOp)
def _copy(op: DeepCopyOp, x: Scalar) -> Scalar:
    return x


@formulas.register(DropoutOp)
def _dropout(op: DropoutOp, x: Scalar) -> Scalar:
    return x * op.scale.value.data

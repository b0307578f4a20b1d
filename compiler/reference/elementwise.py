"""Arithmetic, element by element."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np

from ...dialects.constraints import float_list
from ...dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ...dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator
from ...dialects.ncnn.layers.power import NATURAL_BASE, ExpOp, LogOp, PowerOp
from ...dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOpOp
from ...dialects.ncnn.rules.broadcast import align
from .libm import remainder
from .support import array_function

_Number = np.ndarray | np.floating

BINARY: dict[BinaryOperator, Callable[[_Number, _Number], np.ndarray]] = {
    BinaryOperator.ADD: np.add,
    BinaryOperator.SUB: np.subtract,
    BinaryOperator.MUL: np.multiply,
    BinaryOperator.DIV: np.divide,
    BinaryOperator.MAX: np.maximum,
    BinaryOperator.MIN: np.minimum,
    BinaryOperator.POW: np.power,
    BinaryOperator.ATAN2: np.arctan2,
    BinaryOperator.FMOD: np.fmod,
    BinaryOperator.LOGADDEXP: np.logaddexp,
    BinaryOperator.FLOOR_DIVIDE: lambda a, b: np.floor(a / b),
    BinaryOperator.REMAINDER: remainder,
}
"""Those that do not swap their operands."""

UNARY: dict[UnaryOperator, Callable[[np.ndarray], np.ndarray]] = {
    UnaryOperator.ABS: np.abs,
    UnaryOperator.NEG: np.negative,
    UnaryOperator.FLOOR: np.floor,
    UnaryOperator.CEIL: np.ceil,
    UnaryOperator.SQUARE: np.square,
    UnaryOperator.SQRT: np.sqrt,
    UnaryOperator.RSQRT: lambda x: 1 / np.sqrt(x),
    UnaryOperator.EXP: np.exp,
    UnaryOperator.LOG: np.log,
    UnaryOperator.SIN: np.sin,
    UnaryOperator.COS: np.cos,
    UnaryOperator.TAN: np.tan,
    UnaryOperator.ASIN: np.arcsin,
    UnaryOperator.ACOS: np.arccos,
    UnaryOperator.ATAN: np.arctan,
    UnaryOperator.RECIPROCAL: lambda x: 1 / x,
    UnaryOperator.TANH: np.tanh,
    UnaryOperator.LOG10: np.log10,
    UnaryOperator.ROUND: np.rint,
    UnaryOperator.TRUNC: np.trunc,
    UnaryOperator.SIGN: np.sign,
    UnaryOperator.EXPM1: np.expm1,
    UnaryOperator.SINH: np.sinh,
    UnaryOperator.ASINH: np.arcsinh,
    UnaryOperator.COSH: np.cosh,
    UnaryOperator.ACOSH: np.arccosh,
    UnaryOperator.ATANH: np.arctanh,
    UnaryOperator.LOG1P: np.log1p,
}


def binary(operator: BinaryOperator, a: np.ndarray, b: _Number) -> np.ndarray:
    """Return `operator(a, b)` for arrays that broadcast as numpy has it."""
    if operator in BINARY:
        return BINARY[operator](a, b)
    return BINARY[operator.swapped](b, a)


@array_function(BinaryOpOp)
def _binaryop(op: BinaryOpOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    left = a.reshape(align(a.shape, b.shape))
    right = b.reshape(align(b.shape, a.shape))
    return binary(op.operator.data, left, right)


@array_function(EltwiseOp)
def _eltwise(op: EltwiseOp, *arrays: np.ndarray) -> np.ndarray:
    match op.operator.data:
        case EltwiseOperator.PROD:
            return reduce(np.multiply, arrays)
        case EltwiseOperator.MAX:
            return reduce(np.maximum, arrays)
        case EltwiseOperator.SUM:
            coeffs = float_list(op.coeffs) or [1.0] * len(arrays)
            return reduce(np.add, [c * array for c, array in zip(coeffs, arrays, strict=False)])


def _affine(op: PowerOp | ExpOp | LogOp, x: np.ndarray) -> np.ndarray:
    return op.shift.value.data + op.scale.value.data * x


@array_function(PowerOp)
def _power(op: PowerOp, x: np.ndarray) -> np.ndarray:
    return np.power(_affine(op, x), np.float32(op.power.value.data))


@array_function(ExpOp)
def _exp(op: ExpOp, x: np.ndarray) -> np.ndarray:
    base = op.base.value.data
    if base == NATURAL_BASE:
        return np.exp(_affine(op, x))
    return np.power(np.float32(base), _affine(op, x))


@array_function(LogOp)
def _log(op: LogOp, x: np.ndarray) -> np.ndarray:
    base = op.base.value.data
    result = np.log(_affine(op, x))
    return result if base == NATURAL_BASE else result / np.log(np.float32(base))


array_function(BinaryScalarOp)(
    lambda op, x: binary(op.operator.data, x, np.float32(op.scalar.value.data))
)
array_function(UnaryOpOp)(lambda op, x: UNARY[op.operator.data](x))

"""
Scalar ops of epilogues and `linalg.generic` bodies, on whole arrays at once.

A region of `arith` and `math` ops means the same for one element as for all of them, so a body runs
once, with arrays as the values of its block arguments:
`interpreter.run_ssacfg_region(op.epilogue, arrays, op.name)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr, bf16
from xdsl.interpreter import (
    Interpreter,
    PythonValues,
)
from xdsl.ir import Attribute, Operation

from ...dialects.bfloat16 import bits_of_bf16
from ...dialects.element_types import element_of, lanes_of
from ...dialects.simd.arithmetic import CallOp, FmaOp
from ...dialects.simd.extrema import MaximumOp, MinimumOp
from ...dialects.target.meaning import fused_multiply_add
from .conversions import numpy_type
from .libm import C_FUNCTIONS, erf, round_half_away
from .support import ArrayFunction, array_function, meaning, pointwise, typed_function

COMPARISONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "false": lambda a, b: np.zeros(np.broadcast(a, b).shape, np.bool_),
    "oeq": np.equal,
    "ogt": np.greater,
    "oge": np.greater_equal,
    "olt": np.less,
    "ole": np.less_equal,
    "one": lambda a, b: (a < b) | (a > b),
    "ord": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
    "ueq": lambda a, b: ~((a < b) | (a > b)),
    "ugt": lambda a, b: ~(a <= b),
    "uge": lambda a, b: ~(a < b),
    "ult": lambda a, b: ~(a >= b),
    "ule": lambda a, b: ~(a > b),
    "une": np.not_equal,
    "uno": lambda a, b: np.isnan(a) | np.isnan(b),
    "true": lambda a, b: np.ones(np.broadcast(a, b).shape, np.bool_),
}
"""Predicate of `arith.cmpf` -> function; `u` predicates hold if an operand is NaN."""


@pointwise(MaximumOp)
def maximum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a where it is greater, else b: `simd.maximum`."""
    return np.where(a > b, a, b)


@pointwise(MinimumOp)
def minimum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a where it is less, else b: `simd.minimum`."""
    return np.where(a < b, a, b)


@pointwise(arith.MaximumfOp)
def larger(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return IEEE 754's `maximum`, which is `arith.maximumf`: NaN if either is, 0 above -0."""
    zero = np.where(np.signbit(a), b, a)
    return np.where(a == b, zero, np.maximum(a, b))


@typed_function(arith.CmpfOp)
def _compared(op: arith.CmpfOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return COMPARISONS[arith.CMPF_COMPARISON_OPERATIONS[op.predicate.value.data]](a, b)


def constant(value: float, type: Attribute) -> np.ndarray:
    """Return a number of a type, integers by their low bits."""
    is_bf16 = element_of(type) == bf16
    return np.array(bits_of_bf16(value) if is_bf16 else value).astype(numpy_type(type))


FUNCTIONS: dict[type[Operation], ArrayFunction] = {
    arith.AddfOp: np.add,
    arith.SubfOp: np.subtract,
    arith.MulfOp: np.multiply,
    arith.DivfOp: np.divide,
    arith.NegfOp: np.negative,
    arith.MinimumfOp: lambda a, b: -larger(-a, -b),
    FmaOp: fused_multiply_add,
    math.AbsFOp: np.abs,
    math.AcosOp: np.arccos,
    math.AcoshOp: np.arccosh,
    math.AsinOp: np.arcsin,
    math.AsinhOp: np.arcsinh,
    math.AtanOp: np.arctan,
    math.Atan2Op: np.arctan2,
    math.AtanhOp: np.arctanh,
    math.CbrtOp: np.cbrt,
    math.CeilOp: np.ceil,
    math.CopySignOp: np.copysign,
    math.CosOp: np.cos,
    math.CoshOp: np.cosh,
    math.ErfOp: erf,
    math.ExpOp: np.exp,
    math.Exp2Op: np.exp2,
    math.ExpM1Op: np.expm1,
    math.FloorOp: np.floor,
    math.LogOp: np.log,
    math.Log10Op: np.log10,
    math.Log1pOp: np.log1p,
    math.Log2Op: np.log2,
    math.PowFOp: np.power,
    math.RoundOp: round_half_away,
    math.RoundEvenOp: np.rint,
    math.RsqrtOp: lambda x: 1 / np.sqrt(x),
    math.SinOp: np.sin,
    math.SinhOp: np.sinh,
    math.SqrtOp: np.sqrt,
    math.TanOp: np.tan,
    math.TanhOp: np.tanh,
    math.TruncOp: np.trunc,
}
"""Functions of floats by op."""

for _op_type, _function in FUNCTIONS.items():
    pointwise(_op_type)(_function)

typed_function(arith.SelectOp)(lambda _, mask, a, b: np.where(mask, a, b))
array_function(CallOp)(lambda op, a, b: C_FUNCTIONS[op.callee.data](a, b))


@meaning(arith.ConstantOp)
def run_constant(
    interpreter: Interpreter, op: arith.ConstantOp, args: PythonValues
) -> PythonValues:
    match op.value:
        case FloatAttr() | IntegerAttr() as number:
            return (constant(number.value.data, op.result.type),)
        case DenseIntOrFPElementsAttr() as dense:
            lanes = [
                constant(value, op.result.type)
                for value in cast("Sequence[float]", dense.get_values())  # numbers
            ]
            return (np.resize(np.array(lanes), lanes_of(op.result.type)),)
        case _:
            interpreter.raise_error(f"arith.constant of {op.value} is no number")
            return ()

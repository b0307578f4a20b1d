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
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Attribute

from ...dialects.bfloat16 import bits_of_bf16
from ...dialects.element_types import element_of, lanes_of
from ...dialects.simd.arithmetic import CallOp, FmaOp
from ...dialects.simd.extrema import MaximumOp, MinimumOp
from ...dialects.target.meaning import fused_multiply_add
from .conversions import numpy_type
from .libm import C_FUNCTIONS, erf, round_half_away
from .support import array_function, pointwise, typed_function

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


def maximum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a where it is greater, else b: `simd.maximum`."""
    return np.where(a > b, a, b)


def minimum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return a where it is less, else b: `simd.minimum`."""
    return np.where(a < b, a, b)


def larger(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return IEEE 754's `maximum`, which is `arith.maximumf`: NaN if either is, 0 above -0."""
    zero = np.where(np.signbit(a), b, a)
    return np.where(a == b, zero, np.maximum(a, b))


def _compared(op: arith.CmpfOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return COMPARISONS[arith.CMPF_COMPARISON_OPERATIONS[op.predicate.value.data]](a, b)


def constant(value: float, type: Attribute) -> np.ndarray:
    """Return a number of a type, integers by their low bits."""
    is_bf16 = element_of(type) == bf16
    return np.array(bits_of_bf16(value) if is_bf16 else value).astype(numpy_type(type))


@register_impls
class ScalarFunctions(InterpreterFunctions):
    """`arith`, `math` and calls of the C library on float32, element by element."""

    addf = pointwise(arith.AddfOp, np.add)
    subf = pointwise(arith.SubfOp, np.subtract)
    mulf = pointwise(arith.MulfOp, np.multiply)
    divf = pointwise(arith.DivfOp, np.divide)
    negf = pointwise(arith.NegfOp, np.negative)
    maximumf = pointwise(arith.MaximumfOp, larger)
    minimumf = pointwise(arith.MinimumfOp, lambda a, b: -larger(-a, -b))
    fma = pointwise(FmaOp, fused_multiply_add)
    maximum = pointwise(MaximumOp, maximum)
    minimum = pointwise(MinimumOp, minimum)

    absf = pointwise(math.AbsFOp, np.abs)
    acos = pointwise(math.AcosOp, np.arccos)
    acosh = pointwise(math.AcoshOp, np.arccosh)
    asin = pointwise(math.AsinOp, np.arcsin)
    asinh = pointwise(math.AsinhOp, np.arcsinh)
    atan = pointwise(math.AtanOp, np.arctan)
    atan2 = pointwise(math.Atan2Op, np.arctan2)
    atanh = pointwise(math.AtanhOp, np.arctanh)
    cbrt = pointwise(math.CbrtOp, np.cbrt)
    ceil = pointwise(math.CeilOp, np.ceil)
    copysign = pointwise(math.CopySignOp, np.copysign)
    cos = pointwise(math.CosOp, np.cos)
    cosh = pointwise(math.CoshOp, np.cosh)
    erf = pointwise(math.ErfOp, erf)
    exp = pointwise(math.ExpOp, np.exp)
    exp2 = pointwise(math.Exp2Op, np.exp2)
    expm1 = pointwise(math.ExpM1Op, np.expm1)
    floor = pointwise(math.FloorOp, np.floor)
    log = pointwise(math.LogOp, np.log)
    log10 = pointwise(math.Log10Op, np.log10)
    log1p = pointwise(math.Log1pOp, np.log1p)
    log2 = pointwise(math.Log2Op, np.log2)
    powf = pointwise(math.PowFOp, np.power)
    round = pointwise(math.RoundOp, round_half_away)
    roundeven = pointwise(math.RoundEvenOp, np.rint)
    rsqrt = pointwise(math.RsqrtOp, lambda x: 1 / np.sqrt(x))
    sin = pointwise(math.SinOp, np.sin)
    sinh = pointwise(math.SinhOp, np.sinh)
    sqrt = pointwise(math.SqrtOp, np.sqrt)
    tan = pointwise(math.TanOp, np.tan)
    tanh = pointwise(math.TanhOp, np.tanh)
    trunc = pointwise(math.TruncOp, np.trunc)

    cmpf = typed_function(arith.CmpfOp, _compared)
    select = typed_function(arith.SelectOp, lambda _, mask, a, b: np.where(mask, a, b))
    call = array_function(CallOp, lambda op, a, b: C_FUNCTIONS[op.callee.data](a, b))

    @impl(arith.ConstantOp)
    def run_constant(
        self, interpreter: Interpreter, op: arith.ConstantOp, args: PythonValues
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

    @impl_terminator(YieldOp)
    def run_yield(self, interpreter: Interpreter, op: YieldOp, args: PythonValues):
        return ReturnedValues(args), ()

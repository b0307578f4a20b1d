"""
Scalar ops of epilogues and `linalg.generic` bodies, on whole arrays at once.

A region of `arith` and `math` ops means the same for one element as for all of them, so a body runs
once, with arrays as the values of its block arguments:
`interpreter.run_ssacfg_region(op.epilogue, arrays, op.name)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, i8, i32
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
from xdsl.ir import Operation

from ...dialects.element_types import dtype_of
from ...dialects.simd.arithmetic import CallOp, FmaOp
from ...dialects.simd.extrema import MaximumOp, MinimumOp
from ...dialects.simd.int8 import ToInt8Op
from .int8 import to_int8
from .libm import C_FUNCTIONS, erf, round_half_away
from .support import array_function, pointwise

COMPARISONS = {
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
}
"""Predicate of `arith.cmpf` -> function; `u` predicates hold if an operand is NaN."""


@register_impls
class ScalarFunctions(InterpreterFunctions):
    """`arith`, `math` and calls of the C library on float32, element by element."""

    addf = pointwise(arith.AddfOp, np.add)
    subf = pointwise(arith.SubfOp, np.subtract)
    mulf = pointwise(arith.MulfOp, np.multiply)
    divf = pointwise(arith.DivfOp, np.divide)
    negf = pointwise(arith.NegfOp, np.negative)
    maximumf = pointwise(arith.MaximumfOp, np.maximum)
    minimumf = pointwise(arith.MinimumfOp, np.minimum)
    fma = pointwise(FmaOp, lambda a, b, c: np.multiply(a, b, dtype=np.float64) + c)
    maximum = pointwise(MaximumOp, lambda a, b: np.where(a > b, a, b))
    minimum = pointwise(MinimumOp, lambda a, b: np.where(a < b, a, b))

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

    to_int8 = pointwise(ToInt8Op, lambda x: to_int8(np.asarray(x)).astype(np.int8))
    call = array_function(CallOp, lambda op, *arrays: C_FUNCTIONS[op.callee.data](*arrays))

    @impl(arith.ConstantOp)
    def run_constant(
        self, interpreter: Interpreter, op: arith.ConstantOp, args: PythonValues
    ) -> PythonValues:
        if isinstance(op.value, FloatAttr):
            return (np.float32(op.value.value.data),)
        if isinstance(op.value, IntegerAttr) and op.value.type in (i8, i32):
            return (dtype_of(op.value.type)(op.value.value.data),)
        interpreter.raise_error(f"arith.constant of {op.value} is neither float, i8 nor i32")
        return ()

    @impl(arith.CmpfOp)
    def run_cmpf(
        self, interpreter: Interpreter, op: arith.CmpfOp, args: PythonValues
    ) -> PythonValues:
        return (COMPARISONS[arith.CMPF_COMPARISON_OPERATIONS[op.predicate.value.data]](*args),)

    @impl(arith.SelectOp)
    def run_select(
        self, interpreter: Interpreter, op: arith.SelectOp, args: PythonValues
    ) -> PythonValues:
        return (np.where(*args),)

    @impl_terminator(YieldOp)
    def run_yield(self, interpreter: Interpreter, op: YieldOp, args: PythonValues):
        return ReturnedValues(args), ()


def _integers(op_type: type[Operation], function: Callable[..., Any]) -> Any:
    """The interpreter function of an op on integers or booleans, which keep their type."""

    def run(_: Any, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:
        return (function(*args),)

    return impl(op_type)(run)


def _converts(op_type: type[Operation]) -> Any:
    """The interpreter function of a conversion to the type of the op's result."""

    def run(_: Any, interpreter: Interpreter, op: Operation, args: PythonValues) -> PythonValues:
        return (np.asarray(args[0]).astype(dtype_of(op.results[0].type)),)

    return impl(op_type)(run)


@register_impls
class IntegerFunctions(InterpreterFunctions):
    """`arith` on masks and on the bits of float32."""

    addi = _integers(arith.AddiOp, np.add)
    andi = _integers(arith.AndIOp, np.bitwise_and)
    fptosi = _converts(arith.FPToSIOp)
    maxsi = _integers(arith.MaxSIOp, np.maximum)
    minsi = _integers(arith.MinSIOp, np.minimum)
    ori = _integers(arith.OrIOp, np.bitwise_or)
    sitofp = _converts(arith.SIToFPOp)
    trunci = _converts(arith.TruncIOp)

    @impl(arith.BitcastOp)
    def run_bitcast(
        self, interpreter: Interpreter, op: arith.BitcastOp, args: PythonValues
    ) -> PythonValues:
        return (np.asarray(args[0]).view(dtype_of(op.result.type)),)

"""`arith` on integers, indices and masks, which keep their type and wrap around."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects import arith
from xdsl.interpreter import InterpreterFunctions, register_impls
from xdsl.ir import Operation

from .conversions import unsigned
from .support import typed_function

_Function = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _integers(op_type: type[Operation], function: _Function) -> Any:
    """Return the interpreter function of an op on integers or masks."""
    return typed_function(op_type, lambda _, a, b: function(a, b))


def _without_sign(function: _Function) -> _Function:
    """Return a function of integers by what it does to the same bits without a sign."""
    return lambda a, b: function(unsigned(a), unsigned(b)).view(a.dtype)


def _divided(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Divide, rounding toward zero."""
    return (a - np.fmod(a, b)) // b


RELATIONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "slt": np.less,
    "sle": np.less_equal,
    "sgt": np.greater,
    "sge": np.greater_equal,
    "ult": lambda a, b: unsigned(a) < unsigned(b),
    "ule": lambda a, b: unsigned(a) <= unsigned(b),
    "ugt": lambda a, b: unsigned(a) > unsigned(b),
    "uge": lambda a, b: unsigned(a) >= unsigned(b),
}
"""Predicates of `arith.cmpi`, in its order."""


def _compared(op: arith.CmpiOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return RELATIONS[arith.CMPI_COMPARISON_OPERATIONS[op.predicate.value.data]](a, b)


@register_impls
class IntegerFunctions(InterpreterFunctions):
    """Shifts by the width or more, and divisions by zero, have no result in MLIR either."""

    addi = _integers(arith.AddiOp, np.add)
    andi = _integers(arith.AndIOp, np.bitwise_and)
    divsi = _integers(arith.DivSIOp, _divided)
    divui = _integers(arith.DivUIOp, _without_sign(np.floor_divide))
    maxsi = _integers(arith.MaxSIOp, np.maximum)
    maxui = _integers(arith.MaxUIOp, _without_sign(np.maximum))
    minsi = _integers(arith.MinSIOp, np.minimum)
    minui = _integers(arith.MinUIOp, _without_sign(np.minimum))
    muli = _integers(arith.MuliOp, np.multiply)
    ori = _integers(arith.OrIOp, np.bitwise_or)
    remsi = _integers(arith.RemSIOp, np.fmod)
    remui = _integers(arith.RemUIOp, _without_sign(np.fmod))
    shli = _integers(arith.ShLIOp, np.left_shift)
    shrsi = _integers(arith.ShRSIOp, np.right_shift)
    shrui = _integers(arith.ShRUIOp, _without_sign(np.right_shift))
    subi = _integers(arith.SubiOp, np.subtract)
    xori = _integers(arith.XOrIOp, np.bitwise_xor)
    cmpi = typed_function(arith.CmpiOp, _compared)

"""`arith` on integers, indices and masks, which keep their type and wrap around."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.dialects import arith
from xdsl.ir import Operation

from .conversions import unsigned
from .support import typed_function

_Function = Callable[[np.ndarray, np.ndarray], np.ndarray]


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


@typed_function(arith.CmpiOp)
def _compared(op: arith.CmpiOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return RELATIONS[arith.CMPI_COMPARISON_OPERATIONS[op.predicate.value.data]](a, b)


FUNCTIONS: dict[type[Operation], _Function] = {
    arith.AddiOp: np.add,
    arith.AndIOp: np.bitwise_and,
    arith.DivSIOp: _divided,
    arith.DivUIOp: _without_sign(np.floor_divide),
    arith.MaxSIOp: np.maximum,
    arith.MaxUIOp: _without_sign(np.maximum),
    arith.MinSIOp: np.minimum,
    arith.MinUIOp: _without_sign(np.minimum),
    arith.MuliOp: np.multiply,
    arith.OrIOp: np.bitwise_or,
    arith.RemSIOp: np.fmod,
    arith.RemUIOp: _without_sign(np.fmod),
    arith.ShLIOp: np.left_shift,
    arith.ShRSIOp: np.right_shift,
    arith.ShRUIOp: _without_sign(np.right_shift),
    arith.SubiOp: np.subtract,
    arith.XOrIOp: np.bitwise_xor,
}
"""
Functions of integers or masks by op. Shifts by the width or more, and divisions by zero, have no
result in MLIR either.
"""


def _integers(op_type: type[Operation], function: _Function) -> None:
    """Set the meaning of an op on integers or masks."""
    typed_function(op_type)(lambda _, a, b: function(a, b))


for _op_type, _function in FUNCTIONS.items():
    _integers(_op_type, _function)

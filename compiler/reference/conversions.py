"""Conversions between types of elements, as `arith` and `simd.convert` make them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, bf16, f64, i1
from xdsl.ir import Attribute, Operation

from ...dialects.bfloat16 import bits_of_bf16, floats_of_bf16
from ...dialects.element_types import dtype_of, element_of
from ...dialects.simd.arithmetic import ConvertOp
from .support import typed_function

_MORE_TYPES: dict[Attribute, type[np.generic]] = {
    i1: np.bool_,
    f64: np.float64,
    IndexType(): np.int64,
}
"""Of values that no buffer holds."""


def numpy_type(type: Attribute) -> Any:
    """Return the numpy type of a scalar, or of a vector's lanes; bf16 as its bits."""
    element = element_of(type)
    return _MORE_TYPES.get(element) or dtype_of(element)


def unsigned(x: np.ndarray) -> np.ndarray:
    """Return integers as those without a sign that have the same bits."""
    return x if x.dtype == np.bool_ else x.view(f"u{x.itemsize}")


def _cast(x: np.ndarray, type: Attribute) -> np.ndarray:
    return x.astype(numpy_type(type))


def _float_to_integer(x: np.ndarray, type: Attribute, is_signed: bool) -> np.ndarray:
    """Drop the fraction. Numbers beyond the type are poison: whatever numpy makes of them."""
    if is_signed:
        return _cast(np.trunc(x), type)
    return np.trunc(x).astype(f"u{np.dtype(numpy_type(type)).itemsize}").view(numpy_type(type))


def _sign_extended(x: np.ndarray, type: Attribute) -> np.ndarray:
    return -_cast(x, type) if x.dtype == np.bool_ else _cast(x, type)


def _narrowed(x: np.ndarray, type: Attribute) -> np.ndarray:
    return bits_of_bf16(x) if element_of(type) == bf16 else _cast(x, type)


def _truncated(x: np.ndarray, type: Attribute) -> np.ndarray:
    return (x & 1).astype(np.bool_) if element_of(type) == i1 else _cast(x, type)


CONVERSIONS: dict[str, Callable[[np.ndarray, Attribute], np.ndarray]] = {
    "sitofp": _cast,
    "uitofp": lambda x, type: _cast(unsigned(x), type),
    "fptosi": partial(_float_to_integer, is_signed=True),
    "fptoui": partial(_float_to_integer, is_signed=False),
    "extsi": _sign_extended,
    "extui": lambda x, type: _cast(unsigned(x), type),
    "trunci": _truncated,
    "extf": lambda x, type: floats_of_bf16(x) if x.dtype == np.uint16 else _cast(x, type),
    "truncf": _narrowed,
    "bitcast": lambda x, type: x.view(numpy_type(type)),
    "index_cast": _cast,
}
"""`CONVERSIONS[kind](array, type)`: elements of the type, by the name of the op in `arith`."""


@typed_function(
    arith.BitcastOp,
    arith.ExtFOp,
    arith.ExtSIOp,
    arith.ExtUIOp,
    arith.FPToSIOp,
    arith.FPToUIOp,
    arith.IndexCastOp,
    arith.SIToFPOp,
    arith.TruncFOp,
    arith.TruncIOp,
    arith.UIToFPOp,
)
def _converted(op: Operation, x: np.ndarray) -> np.ndarray:
    return CONVERSIONS[op.name.removeprefix("arith.")](x, op.results[0].type)


typed_function(ConvertOp)(lambda op, x: CONVERSIONS[op.kind.data](x, op.result.type))

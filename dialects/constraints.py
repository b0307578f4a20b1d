"""Constraints of properties that are numbers or lists of them, and their makers and readers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseArrayBase,
    FloatAttr,
    FloatData,
    IntegerAttr,
    f32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import BaseAttr, EqAttrConstraint, ParamAttrConstraint

F32 = ParamAttrConstraint(FloatAttr, (BaseAttr(FloatData), EqAttrConstraint(f32)))
"""Constraint of a float parameter; prints without its type."""
I64 = IntegerAttr.constr(EqAttrConstraint(i64))
"""Constraint of an integer parameter; prints without its type."""
I64Array = DenseArrayBase.constr(i64)
F32Array = DenseArrayBase.constr(f32)


def int_attr(value: int) -> IntegerAttr:
    """Return a property that is one i64."""
    return IntegerAttr(value, i64)


def int_array(values: Iterable[int]) -> DenseArrayBase:
    """Return a property that is a list of i64."""
    return _int_array(tuple(values))


@lru_cache(maxsize=1024)
def _int_array(values: tuple[int, ...]) -> DenseArrayBase:
    # `DenseArrayBase.from_list` inspects each value, and tables of channels have hundreds.
    return DenseArrayBase(i64, BytesAttr(i64.pack(values)))


def int_list(attr: Attribute) -> list[int]:
    """Return the integers of a dense array property."""
    return [int(v) for v in array_values(attr)]


def float_list(attr: Attribute) -> list[float]:
    """Return the floats of a dense array property."""
    return [float(v) for v in array_values(attr)]


def array_values(attr: Attribute) -> Sequence[float]:
    """Return the numbers of a dense array property, as they are."""
    # xDSL types them by the element type, which `isinstance` cannot check.
    return cast("DenseArrayBase[AnyFloat]", attr).get_values()  # by the constraint

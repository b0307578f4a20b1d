"""Properties that are numbered parameters of a layer, each defined once, with its default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, IntegerAttr, UnitAttr, f32, i64
from xdsl.irdl import opt_prop_def, prop_def

from ..constraints import F32, I64, F32Array, I64Array
from .layer import Param, ParamKind, ParamValue

FieldT = TypeVar("FieldT")

_NUMBERED = "numbered_parameter"
"""Attribute of the definition of a property: the parameter, without its name."""


def int_parameter(id: int, default: int = 0) -> IntegerAttr:
    """Define a property that is an integer."""
    return _numbered(id, "int", default, prop_def(I64, default_value=IntegerAttr(default, i64)))


def float_parameter(id: int, default: float = 0.0) -> FloatAttr:
    """Define a property that is a float."""
    return _numbered(id, "float", default, prop_def(F32, default_value=FloatAttr(default, f32)))


def ints_parameter(id: int) -> DenseArrayBase:
    """Define a property that is a list of integers, by default empty."""
    empty = DenseArrayBase.from_list(i64, list[int]())
    return _numbered(id, "ints", [], prop_def(I64Array, default_value=empty))


def floats_parameter(id: int) -> DenseArrayBase:
    """Define a property that is a list of floats, by default empty."""
    empty = DenseArrayBase.from_list(f32, list[float]())
    return _numbered(id, "floats", [], prop_def(F32Array, default_value=empty))


def flag_parameter(id: int, default: int = 0) -> UnitAttr | None:
    """Define a property that is present if an integer is not 0."""
    return _numbered(id, "int", default, opt_prop_def(UnitAttr))


def _numbered(id: int, kind: ParamKind, default: ParamValue, field: FieldT) -> FieldT:
    setattr(field, _NUMBERED, (id, kind, default))
    return field


def numbered_parameters(fields: Mapping[str, Any]) -> Iterator[Param]:
    """Yield the parameters that the fields of a class define."""
    for name, field in fields.items():
        if (numbered := getattr(field, _NUMBERED, None)) is not None:
            id, kind, default = numbered
            yield Param(id, name, kind, default)

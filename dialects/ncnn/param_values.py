"""Values of layer parameters: as numbers, and as the properties of ops that store them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    f32,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute
from xdsl.utils.str_enum import StrEnum

from ..constraints import array_values
from .errors import InvalidLayerError, ShapeError
from .layer import Params, ParamValue


def attribute_of(value: ParamValue, kind: str) -> Attribute:
    """Return the property for a layer parameter: i64, f32, a dense array, or a string."""
    match kind:
        case "int":
            return IntegerAttr(int(number_of(value)), i64)
        case "float":
            return FloatAttr(float(number_of(value)), f32)
        case "ints":
            return DenseArrayBase.from_list(i64, [int(v) for v in numbers_of(value)])
        case "floats":
            return DenseArrayBase.from_list(f32, numbers_of(value))
        case _:
            return StringAttr(str(value))


def flag_property(value: object) -> UnitAttr | None:
    """Return the property of a flag: None if the parameter is 0."""
    return UnitAttr() if value else None


def value_of(attribute: Attribute) -> ParamValue:
    """Invert `attribute_of`: a flag is 1, a member of an enumeration its number."""
    match attribute:
        case IntegerAttr() | FloatAttr():
            return attribute.value.data
        case DenseArrayBase():
            return list(array_values(attribute))
        case StringAttr():
            return attribute.data
        case UnitAttr():
            return 1
        case EnumAttribute():
            return list(type(attribute.data)).index(attribute.data)
        case _:
            raise ShapeError(f"{attribute} is no layer parameter")


def number_of(value: ParamValue) -> float:
    assert not isinstance(value, str | list)
    return value


def numbers_of(value: ParamValue) -> Sequence[float]:
    """Return the value of a parameter that is an array."""
    assert not isinstance(value, int | float | str)
    return value


def int_param(params: Params, name: str) -> int:
    """Return an integer parameter."""
    return int(number_of(params[name]))


def float_param(params: Params, name: str) -> float:
    return float(number_of(params[name]))


def ints_param(params: Params, name: str) -> list[int]:
    """Return an array of integers."""
    return [int(value) for value in numbers_of(params[name])]


EnumT = TypeVar("EnumT", bound=StrEnum)


def enum_of_code(kind: type[EnumT], params: Params, name: str, first: int = 0) -> EnumT:
    """Return the member that parameter `name` numbers from `first`. Raises: InvalidLayerError."""
    code = int_param(params, name)
    members = list(kind)
    last = first + len(members) - 1
    if not first <= code <= last:
        raise InvalidLayerError(f"{name} {code} is unknown, ncnn has {first} to {last}")
    return members[code - first]

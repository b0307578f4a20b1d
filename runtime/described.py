"""Frozen dataclasses from their description in JSON, which must fit them exactly."""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")

types_of_fields = cache(get_type_hints)
"""The types of a dataclass's fields by name."""


def from_description(kind: type[T], description: object, **given: object) -> T:
    """
    A dataclass whose fields are described by name, but for those that are `given`.

    Raises: KeyError for a field that it does not have, TypeError for one that is missing or of
    another type.
    """
    types = types_of_fields(kind)
    fields = cast("dict[str, object]", _of_type(dict, description))
    described = {name: _value(types[name], value) for name, value in fields.items()}
    return kind(**described, **given)


def _value(kind: Any, description: object) -> object:
    """A field's value: a number, a text, a dataclass, a tuple of one of them, or one or None."""
    if get_origin(kind) is UnionType:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
        return None if description is None else _value(kind, description)
    if is_dataclass(kind):
        return from_description(cast("type[object]", kind), description)
    if get_origin(kind) is tuple:
        items = cast("list[object]", _of_type(list, description))
        return tuple(_value(get_args(kind)[0], item) for item in items)
    return _of_type(cast("type[object]", get_origin(kind) or kind), description)


def _of_type(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, not {type(value).__name__}")
    return value

"""Make frozen dataclasses from JSON descriptions, which must match them exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
_types_of_fields = cache(get_type_hints)
"""Return the types of a dataclass's fields by name."""
ValueReader = Callable[[object], object]
"""Makes a value from its description. Raises: KeyError, TypeError."""


def from_description(kind: type[T], description: object, **given: object) -> T:
    """Make a dataclass from a description and `given`. Raises: KeyError; TypeError."""
    types = _types_of_fields(kind)
    fields = cast("dict[str, object]", _of_type(dict, description))  # JSON
    described = {name: _reader_of(types[name])(value) for name, value in fields.items()}
    return kind(**described, **given)


@cache
def _reader_of(kind: Any) -> ValueReader:
    """Return the reader of a type: number, text, dataclass, tuple of one of them, or optional."""
    if is_dataclass(kind):
        return partial(from_description, cast("type[object]", kind))  # a dataclass
    if get_origin(kind) is UnionType:
        (one,) = (part for part in get_args(kind) if part is not NoneType)
        return partial(_read_unless_none, _reader_of(one))
    if get_origin(kind) is tuple:
        return partial(_read_tuple, _reader_of(get_args(kind)[0]))
    return partial(_of_type, cast("type[object]", get_origin(kind) or kind))  # a class


def _read_unless_none(read: ValueReader, description: object) -> object:
    return None if description is None else read(description)


def _read_tuple(read: ValueReader, description: object) -> tuple[object, ...]:
    return tuple(map(read, cast("list[object]", _of_type(list, description))))  # JSON


def _of_type(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, not {type(value).__name__}")
    return value

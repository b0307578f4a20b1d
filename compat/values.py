"""Convert Python values like ncnn's binding: to C's numbers and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, Generic, Self, TypeVar, cast, overload

import numpy as np

T = TypeVar("T")
INTS = range(-(2**31), 2**31)


class NamedNumber(IntEnum):
    """An integer printed by its name, like those of ncnn's binding."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


def as_int(value: object) -> int:
    """Return a 32-bit integer. Raises: TypeError."""
    if hasattr(value, "__int__") and not isinstance(value, float):
        number = int(cast(Any, value))
        if number in INTS:
            return number
    raise TypeError(f"an integer of 32 bits is wanted, not {value!r}")


def as_float(value: object) -> float:
    """Return a number, rounded to float32. Raises: TypeError."""
    if hasattr(value, "__float__") or hasattr(value, "__index__"):
        with np.errstate(over="ignore"):
            return float(np.float32(cast(Any, value)))
    raise TypeError(f"a number is wanted, not {value!r}")


def as_bool(value: object) -> bool:
    """Return a value as a bool; None is false, texts and lists are refused. Raises: TypeError."""
    if value is None or hasattr(value, "__bool__") or hasattr(value, "__index__"):
        try:
            return bool(value)
        except ValueError:
            pass
    raise TypeError(f"true or false is wanted, not {value!r}")


def as_text(value: object) -> str:
    """Return a text, decoding bytes. Raises: TypeError."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, str):
        return value
    raise TypeError(f"a text is wanted, not {value!r}")


def list_of(convert: Callable[[object], T]) -> Callable[[object], list[T]]:
    """Return a function that converts each of several values."""

    def converted(values: object) -> list[T]:
        if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
            raise TypeError(f"a list is wanted, not {values!r}")
        return [convert(value) for value in values]

    return converted


class Field(Generic[T]):
    """An attribute whose values are converted like those of ncnn's binding."""

    def __init__(self, convert: Callable[[object], T], default: Callable[[], T]):
        self._convert = convert
        self._default = default
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object, owner: type) -> T | Self:
        if instance is None:
            return self
        values = instance.__dict__
        if self._name not in values:
            values[self._name] = self._default()
        return values[self._name]

    def __set__(self, instance: object, value: T) -> None:
        try:
            instance.__dict__[self._name] = self._convert(value)
        except TypeError as error:
            raise TypeError(f"{self._name}: {error}") from None

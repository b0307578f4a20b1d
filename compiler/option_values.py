"""Check option values given in Python, and convert them where the conversion is obvious."""

from __future__ import annotations

import math
import operator
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import SupportsFloat, SupportsIndex, TypeAlias, cast

from ..runtime.errors import shortened
from .diagnostics import OptionTypeError, OptionValueError

FileOrBytes: TypeAlias = str | os.PathLike[str] | bytes
"""The path of a file, or its content."""

MAX_EXTENT = (1 << 31) - 1
"""Largest extent of an input; ncnn uses 32-bit integers."""
MAX_DIMENSIONS = 4

MOST_MAGNITUDE = 1e18
"""Largest magnitude of a number, so that the product of two is finite in float32."""

SHAPE_EXAMPLE = "(3, 224, 224)"
UNKNOWN_EXTENT = -1
"""Extents that other tools write for an unknown one."""
ANY_SHAPE = "for inputs of any shape compile with dynamic=True"


def kind(value: object) -> str:
    """Describe a value in an error: its type, and the value if it is short."""
    return "None" if value is None else f"{type(value).__name__} {shortened(repr(value))}"


def path(value: object, what: str) -> str:
    """Return a path as text. Raises: OptionTypeError for anything else."""
    given: object = value
    if isinstance(value, str | os.PathLike):
        text = os.fspath(value)
        if isinstance(text, str):
            return text
    raise OptionTypeError(f"{what} must be a path, not {kind(given)}")


def source(value: object, what: str) -> str | bytes:
    """Return a path as text, or a file's content. Raises: OptionTypeError for anything else."""
    return value if isinstance(value, bytes) else path(value, what)


def text(value: object, what: str) -> str:
    """Return a string. Raises: OptionTypeError."""
    if not isinstance(value, str):
        raise OptionTypeError(f"{what} must be a string, not {kind(value)}")
    return value


def flag(value: object, what: str) -> bool:
    """Return a truth value. Raises: OptionTypeError."""
    if isinstance(value, bool):
        return value
    raise OptionTypeError(f"{what} must be True or False, not {kind(value)}")


def as_integer(value: object) -> int | None:
    """Return an integer of Python or numpy; None for a truth value, a float, or anything else."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def checked_integer(value: object, what: str, low: int, high: int | None = None) -> int:
    """Return an integer from `low` to `high`. Raises: OptionTypeError; OptionValueError."""
    number = as_integer(value)
    if number is None:
        raise OptionTypeError(f"{what} must be an integer, not {kind(value)}")
    if number < low:
        raise OptionValueError(f"{what} must be at least {low}, not {shortened(str(number))}")
    if high is not None and number > high:
        raise OptionValueError(f"{what} must be at most {high}, not {shortened(str(number))}")
    return number


def number(value: object, what: str) -> float:
    """Return a finite number up to 1e18. Raises: OptionTypeError; OptionValueError."""
    if isinstance(value, str | bool) or not isinstance(value, SupportsFloat):
        raise OptionTypeError(f"{what} must be a number, not {kind(value)}")
    converted = float(value)
    if not math.isfinite(converted) or abs(converted) > MOST_MAGNITUDE:
        raise OptionValueError(f"{what} must be a finite number, not {converted}")
    return converted


def numbers(value: object, what: str) -> tuple[float, ...]:
    """Return several numbers, or one. Raises: OptionTypeError, OptionValueError."""
    is_number = isinstance(value, SupportsFloat) and not isinstance(value, Iterable)
    given = (value,) if is_number else listed(value, what, "numbers")
    return tuple(number(each, what) for each in given)


def listed(value: object, what: str, of: str) -> tuple[object, ...]:
    """Return the elements of a list. Raises: OptionTypeError for a string or another type."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise OptionTypeError(f"{what} must be a list of {of}, not {kind(value)}")
    return tuple(value)


def size(value: object, what: str) -> int:
    """Return bytes given as an integer or `512K`. Raises: OptionTypeError; OptionValueError."""
    if not isinstance(value, str):
        return checked_integer(value, what, 0)
    match = re.fullmatch(r"(\d{1,18})([KMG]?)", value)
    if match is None:
        shown = shortened(value)
        raise OptionValueError(f"{what} must be a number of bytes such as 512M, not '{shown}'")
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2]]


def mapping(value: object, what: str) -> dict[str, object]:
    """Return a mapping by name. Raises: OptionTypeError for anything else."""
    if not isinstance(value, Mapping):
        raise OptionTypeError(f"{what} must be a mapping by name, not {kind(value)}")
    named: dict[str, object] = {}
    for key, entry in cast("Mapping[object, object]", value).items():  # a caller's
        if not isinstance(key, str):
            raise OptionTypeError(f"{what} must have strings as keys, not {kind(key)}")
        named[key] = entry
    return named


def names(value: object, what: str) -> tuple[str, ...]:
    """Return several names. Raises: OptionTypeError for one string or other types."""
    words = listed(value, what, "names")
    return tuple(text(word, f"every name of {what}") for word in words)


def outputs(value: object) -> tuple[str, ...]:
    """Return names of blobs. Raises: as `names`; OptionValueError for duplicates."""
    words = names(value, "outputs")
    for place, word in enumerate(words):
        if word in words[:place]:
            raise OptionValueError(f"output '{shortened(word)}' is asked for twice")
    return words


AUTO = "auto"
"""The value that asks for input shapes to be found."""


def is_auto(value: object) -> bool:
    """Return whether input shapes are to be found."""
    return value == AUTO


def shapes(value: object) -> dict[str, tuple[int, ...]]:
    """Return input shapes by blob name. Raises: OptionTypeError, OptionValueError."""
    return {name: shape(given, name) for name, given in mapping(value, "inputs").items()}


def shape(value: object, name: str) -> tuple[int, ...]:
    """Return an input shape of integers. Raises: OptionTypeError; OptionValueError."""
    what = f"input '{shortened(name)}'"
    example = f"hint: a shape is a tuple of integers such as {SHAPE_EXAMPLE}"
    if not isinstance(value, tuple | list):
        raise OptionTypeError(f"the shape of {what} is {kind(value)}; {example}")
    given = cast("Sequence[object]", value)  # a caller's
    extents = tuple(extent for extent in map(as_integer, given) if extent is not None)
    if len(extents) < len(given):
        open_extents = any(extent is None or extent == "?" for extent in given)
        hint = f"hint: {ANY_SHAPE}" if open_extents else example
        raise OptionTypeError(f"the shape of {what} is {kind(given)}; {hint}")
    in_range = all(1 <= extent <= MAX_EXTENT for extent in extents)
    if not 1 <= len(extents) <= MAX_DIMENSIONS or not in_range:
        batch = len(extents) == MAX_DIMENSIONS + 1 and in_range
        raise OptionValueError(
            f"{what} needs 1 to {MAX_DIMENSIONS} extents of at least 1 (below 2^31), "
            f"not {shortened('x'.join(map(str, extents)) or 'none')}"
            + ("; hint: leave out the batch" if batch else "")
            + (f"; hint: {ANY_SHAPE}" if UNKNOWN_EXTENT in extents else "")
        )
    return extents

"""
The record of an option: its form in Python and on a command line.

Each field of an `OptionGroup` has one. From it derive the conversion and check of values, the
arguments of the command line, the keywords of `ncnnc.compile` (`keywords`, which is generated), the
documentation page of options and the cache key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeAlias

from .. import option_values as values
from ..diagnostics import OptionValueError, unknown_name

Convert: TypeAlias = Callable[[object, str], object]
"""Convert a Python value; errors call it by the given name. Raises: UsageError."""

KEY = "option"
"""The key of a field's metadata under which its record is stored."""


@dataclass(frozen=True)
class Argument:
    """An option of the command line; one without `metavar` and `choices` is a switch."""

    help: str
    """Help text; `{default}` is replaced by the default."""
    metavar: str | None = None
    parse: Callable[[str], object] | None = None
    """Parse a word of the command line. Raises: UsageError."""
    choices: Sequence[str | int] | None = None
    nargs: Literal["+"] | None = None
    """`+` takes several words at a time; the option is a tuple of all words."""
    repeated: bool = False
    """Allow the option several times; its value is a tuple, or a mapping of pairs."""
    joined: bool = False
    """Allow the option several times, which means the same as one list with commas."""
    name: str | None = None
    """Default: the name of the option, with `-` for `_`."""
    alias: str | None = None
    """A second name on the command line."""


@dataclass(frozen=True)
class Option:
    """The record of one option."""

    convert: Convert
    accepts: str | None = None
    """The type in the API's keywords, if it differs from the field's."""
    argument: Argument | None = None


def option(
    convert: Convert,
    default: object = None,
    *,
    factory: Callable[[], object] | None = None,
    accepts: str | None = None,
    argument: Argument | None = None,
) -> Any:
    """Return a dataclass field with its record; `factory` makes a mutable default."""
    metadata = {KEY: Option(convert, accepts, argument)}
    if factory is not None:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def options_of(kind: Any) -> dict[str, tuple[Field[Any], Option]]:
    """Return the records of the options of a dataclass, by name."""
    return {one.name: (one, one.metadata[KEY]) for one in fields(kind) if KEY in one.metadata}


def optional(convert: Convert) -> Convert:
    """Return a conversion that passes None through."""
    return lambda value, name: None if value is None else convert(value, name)


def member_of(known: Iterable[str | int], kind: str = "") -> Convert:
    """Return a conversion that accepts known words or integers; errors call them `kind`."""
    members = tuple(known)

    def member(value: object, name: str) -> object:
        if isinstance(members[0], str):
            if (word := values.text(value, name)) not in members:
                raise unknown_name(kind or name, word, list(map(str, members)))
            return str(word)
        number = values.checked_integer(value, name, 0)
        if number not in members:
            listed = ", ".join(map(str, members))
            raise OptionValueError(f"{name} must be one of {listed}, not {number}")
        return number

    return member


def words_of(known: Iterable[str | int]) -> str:
    """Return the `Literal` type of known words."""
    words = (f'"{each}"' if isinstance(each, str) else str(each) for each in known)
    return f"Literal[{', '.join(words)}]"


@dataclass(frozen=True)
class OptionGroup:
    """Base class of options, which converts values by their records."""

    def __post_init__(self) -> None:
        for name, (_, record) in options_of(type(self)).items():
            object.__setattr__(self, name, record.convert(getattr(self, name), name))

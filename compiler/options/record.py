"""
The record of an option: how Python gives it, and how a command line gives it.

Each field of an `OptionGroup` has one. The conversion and check of values, the arguments of the
command line, the keywords of `ncnnc.compile` (`keywords`, which is generated), the page of options
and the key of the cache are all derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeAlias

from .. import option_values as values
from ..diagnostics import OptionValueError, unknown_name

Convert: TypeAlias = Callable[[object, str], object]
"""Return a value of Python, named so in errors, as the option has it. Raises: UsageError."""

KEY = "option"
"""The entry of a field's metadata that holds its record."""


@dataclass(frozen=True)
class Argument:
    """An option of the command line; one without `metavar` and `choices` is a switch."""

    help: str
    """With `{default}` for the default."""
    metavar: str | None = None
    parse: Callable[[str], object] | None = None
    """Return the value of a word. Raises: UsageError."""
    choices: Sequence[str | int] | None = None
    nargs: Literal["+"] | None = None
    """`+` takes several words each time; the option is a tuple of them all."""
    repeated: bool = False
    """May be given several times; the option is a tuple of the values, or a mapping of pairs."""
    joined: bool = False
    """May be given several times, which means the same as one list with commas."""
    name: str | None = None
    """Default: the name of the option, with `-` for `_`."""
    alias: str | None = None
    """A second name on the command line."""


@dataclass(frozen=True)
class Option:
    """The record of one option."""

    convert: Convert
    accepts: str | None = None
    """The type that keywords of the API take, if it is not that of the field."""
    argument: Argument | None = None


def option(
    convert: Convert,
    default: object = None,
    *,
    factory: Callable[[], object] | None = None,
    accepts: str | None = None,
    argument: Argument | None = None,
) -> Any:
    """Return a field of a dataclass, with its record; `factory` makes a default that is mutable."""
    metadata = {KEY: Option(convert, accepts, argument)}
    if factory is not None:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def options_of(kind: Any) -> dict[str, tuple[Field[Any], Option]]:
    """Return the fields of a dataclass that are options, by name, with their records."""
    return {one.name: (one, one.metadata[KEY]) for one in fields(kind) if KEY in one.metadata}


def optional(convert: Convert) -> Convert:
    """Return a conversion that keeps None."""
    return lambda value, name: None if value is None else convert(value, name)


def member_of(known: Iterable[str | int], kind: str = "") -> Convert:
    """Return a conversion that takes one of several words or integers, which errors call `kind`."""
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
    """Return the type of values that are one of several."""
    words = (f'"{each}"' if isinstance(each, str) else str(each) for each in known)
    return f"Literal[{', '.join(words)}]"


@dataclass(frozen=True)
class OptionGroup:
    """Base of classes of options: the records convert what they are made from."""

    def __post_init__(self) -> None:
        for name, (_, record) in options_of(type(self)).items():
            object.__setattr__(self, name, record.convert(getattr(self, name), name))

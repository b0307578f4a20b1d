"""
A relocatable object, whatever the format of its file, and how several become one.

Sections of one name and kind become one section; references between the objects are resolved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from ....runtime.code.elf import aligned

UNDEFINED = -1
"""In place of a section."""


class Relocation(NamedTuple):
    """A place in a section that a linker fills in."""

    offset: int
    symbol: int | None
    """The number of a symbol; None where the format has a number in its place."""
    type: int
    """All that the format says of it."""
    number: int = 0


class MergedSymbol(NamedTuple):
    """A name for a place in a section."""

    name: str
    section: int
    offset: int
    is_local: bool = False
    """True if other objects do not see it."""
    is_function: bool = False

    @property
    def is_defined(self) -> bool:
        return self.section != UNDEFINED


@dataclass
class MergedSection:
    """A part of an object; one without contents is of zeros, or filled in when it is written."""

    name: str
    flags: int
    """Flags of the format, without the alignment."""
    alignment: int
    contents: bytearray = field(default_factory=bytearray)
    size: int = 0
    """The bytes of one without contents."""
    relocations: list[Relocation] = field(default_factory=list[Relocation])

    @property
    def extent(self) -> int:
        """Size in memory. Units: bytes."""
        return len(self.contents) or self.size


@dataclass
class Relocatable:
    """Sections and symbols."""

    sections: list[MergedSection] = field(default_factory=list[MergedSection])
    symbols: list[MergedSymbol] = field(default_factory=list[MergedSymbol])

    @property
    def undefined_symbols(self) -> list[str]:
        """Return the names that others must define, sorted."""
        return sorted(symbol.name for symbol in self.symbols if not symbol.is_defined)


def merged(
    objects: Sequence[Relocatable],
    prefixes: Sequence[str] = (),
    exported: Mapping[str, str] | None = None,
) -> Relocatable:
    """
    Return one object with the contents of all, in order.

    `prefixes` are prepended to the names that each object defines for others. `exported` maps the
    symbols that stay visible to their new names; all others that are defined become local.
    """
    result = Relocatable()
    known: dict[str, int] = {}
    for one, prefix in zip_longest(objects, prefixes, fillvalue=""):
        assert isinstance(one, Relocatable)  # the fill value is text
        places = [append(result, section) for section in one.sections]
        numbers = [
            add_symbol(result, known, moved(symbol, places, str(prefix))) for symbol in one.symbols
        ]
        for section, (number, start) in zip(one.sections, places, strict=True):
            result.sections[number].relocations += (
                relocation._replace(
                    offset=start + relocation.offset,
                    symbol=None if relocation.symbol is None else numbers[relocation.symbol],
                )
                for relocation in section.relocations
            )
    if exported is not None:
        result.symbols = [shown(symbol, exported) for symbol in result.symbols]
    return result


def append(result: Relocatable, section: MergedSection) -> tuple[int, int]:
    """Add a section to the one of its name and kind; its number, and where it begins there."""
    kind = (section.name, section.flags, bool(section.contents) or not section.extent)
    for number, found in enumerate(result.sections):
        if kind == (found.name, found.flags, bool(found.contents) or not found.extent):
            break
    else:
        number, found = len(result.sections), MergedSection(section.name, section.flags, 1)
        result.sections.append(found)
    start = aligned(found.extent, section.alignment)
    found.alignment = max(found.alignment, section.alignment)
    if section.contents:
        found.contents += bytes(start - len(found.contents)) + section.contents
    else:
        found.size = start + section.size
    return number, start


def moved(symbol: MergedSymbol, places: Sequence[tuple[int, int]], prefix: str) -> MergedSymbol:
    """Return a symbol where its section has come to be."""
    if not symbol.is_defined:
        return symbol
    number, start = places[symbol.section]
    name = symbol.name if symbol.is_local else prefix + symbol.name
    return symbol._replace(name=name, section=number, offset=start + symbol.offset)


def add_symbol(result: Relocatable, known: dict[str, int], symbol: MergedSymbol) -> int:
    """Return the number of a symbol, which is that of its name if others see it."""
    number = len(result.symbols)
    if symbol.is_local:
        result.symbols.append(symbol)
        return number
    found = known.setdefault(symbol.name, number)
    if found == number:
        result.symbols.append(symbol)
    elif symbol.is_defined:
        assert not result.symbols[found].is_defined, symbol.name
        result.symbols[found] = symbol
    return found


def shown(symbol: MergedSymbol, exported: Mapping[str, str]) -> MergedSymbol:
    """Return a symbol under the name that others see, or as one that they do not see."""
    if symbol.is_local or not symbol.is_defined:
        return symbol
    name = exported.get(symbol.name)
    return symbol._replace(is_local=True) if name is None else symbol._replace(name=name)

"""
A relocatable object, independent of its file format, and how objects are merged.

Sections of one name and kind become one section; references between the objects are resolved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from ....runtime.code.elf import aligned

UNDEFINED = -1
"""Section number of an undefined symbol."""


class Relocation(NamedTuple):
    """A position in a section that a linker fills in."""

    offset: int
    symbol: int | None
    """Number of a symbol; None if the format uses `number` instead."""
    type: int
    """Type and flags in the encoding of the format."""
    number: int = 0


class MergedSymbol(NamedTuple):
    """A named position in a section."""

    name: str
    section: int
    offset: int
    is_local: bool = False
    """True if other objects cannot refer to it."""
    is_function: bool = False

    @property
    def is_defined(self) -> bool:
        return self.section != UNDEFINED


@dataclass
class MergedSection:
    """A section; without contents it is zeros, or its contents are appended when it is written."""

    name: str
    flags: int
    """Flags in the encoding of the format, without the alignment."""
    alignment: int
    contents: bytearray = field(default_factory=bytearray)
    size: int = 0
    """Size if there are no contents. Units: bytes."""
    relocations: list[Relocation] = field(default_factory=list[Relocation])

    @property
    def extent(self) -> int:
        """Return the size in memory. Units: bytes."""
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

    `prefixes` are prepended to the global names of each object. `exported` maps the symbols that
    stay global to their new names; all other defined symbols become local.
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
    """Append a section to that of its name and kind; return its number and the offset."""
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
    """Return a symbol at its position in the merged section."""
    if not symbol.is_defined:
        return symbol
    number, start = places[symbol.section]
    name = symbol.name if symbol.is_local else prefix + symbol.name
    return symbol._replace(name=name, section=number, offset=start + symbol.offset)


def add_symbol(result: Relocatable, known: dict[str, int], symbol: MergedSymbol) -> int:
    """Add a symbol and return its number; global symbols of one name share a number."""
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
    """Return a symbol under its exported name, or made local if it has none."""
    if symbol.is_local or not symbol.is_defined:
        return symbol
    name = exported.get(symbol.name)
    return symbol._replace(is_local=True) if name is None else symbol._replace(name=name)

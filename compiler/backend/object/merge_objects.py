"""
Merge ELF object files into one, as `ld -r` does: all sections, one symbol table.

Source: System V ABI, chapter 4, and its AMD64 Architecture Processor Supplement, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ....runtime.code.elf import (
    HEADER,
    MAGIC,
    NO_BITS,
    RELOCATABLE,
    RELOCATION,
    RELOCATIONS,
    SECTION,
    SYMBOL,
    SYMBOLS,
    UNDEFINED,
    aligned,
    text_at,
)

ABSENT, NAMES, ADDRESS_TAKEN = 0, 3, 0x6FFF4C03
"""Section types: none, names, and LLVM's hints for linkers."""
DROPPED = (ABSENT, SYMBOLS, NAMES, ADDRESS_TAKEN)
RESERVED = 0xFF00
"""Section numbers from here on are reserved."""
LOCAL, GLOBAL, BIND_SHIFT, TYPE_BITS = 0, 1, 4, 15
"""Symbol bindings, the binding's position in the info byte, and the mask of the type."""
HIDDEN, VISIBILITY_BITS = 2, 3
"""Visibility of symbols shared among a program's modules, and the mask of the visibility."""


class ObjectSymbol(NamedTuple):
    """A symbol table entry, with its name."""

    name: str
    info: int
    other: int
    section: int
    value: int
    size: int

    @property
    def is_local(self) -> bool:
        """Return whether the symbol is invisible to other objects after merging."""
        bound = self.info >> BIND_SHIFT == LOCAL
        return bound or (self.is_defined and self.other & VISIBILITY_BITS == HIDDEN)

    @property
    def is_defined(self) -> bool:
        return self.section != UNDEFINED


class SectionHeader(NamedTuple):
    """A section header as in the file."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class Names:
    """A string table, in which each name occurs once."""

    def __init__(self) -> None:
        self.contents = bytearray(1)
        self._places = {"": 0}

    def add(self, name: str) -> int:
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = len(self.contents)
            self.contents += name.encode("ascii") + b"\0"
        return place


class InputObject:
    """An object file, and the positions of its sections and symbols in the merged file."""

    def __init__(self, contents: bytes, first: int, prefix: str = ""):
        """`first` is the index of the first section; `prefix` is prepended to exported names."""
        self.contents = contents
        self.prefix = prefix
        fields: tuple[int, ...] = HEADER.unpack_from(contents)
        self.machine = fields[7]
        table, count, names = fields[11], fields[17], fields[18]
        self.headers = [
            SectionHeader(*SECTION.unpack_from(contents, table + i * SECTION.size))
            for i in range(count)
        ]
        self.names = self.bytes_of(self.headers[names])
        kept = [i for i, header in enumerate(self.headers) if header.type not in DROPPED]
        self.numbers = {old: first + i for i, old in enumerate(kept)}
        """Section numbers in the merged object, by those in this one."""
        self.symbols = list(self._read_symbols())
        self.places = [0] * len(self.symbols)
        """Positions of symbols in the merged table."""

    def bytes_of(self, header: SectionHeader) -> bytes:
        size = 0 if header.type == NO_BITS else header.size
        return self.contents[header.offset : header.offset + size]

    def name_of(self, header: SectionHeader) -> str:
        return text_at(self.names, header.name)

    def relocations(self, header: SectionHeader) -> bytes:
        """Return the contents of a relocation section, with symbol numbers of the merged table."""
        changed = bytearray(self.bytes_of(header))
        for at in range(0, len(changed), RELOCATION.size):
            fields: tuple[int, int, int] = RELOCATION.unpack_from(changed, at)
            offset, info, addend = fields
            info = self.places[info >> 32] << 32 | info & 0xFFFFFFFF
            RELOCATION.pack_into(changed, at, offset, info, addend)
        return bytes(changed)

    def _read_symbols(self) -> Iterator[ObjectSymbol]:
        """Read the symbols in order, with section numbers of the merged object."""
        table = next(header for header in self.headers if header.type == SYMBOLS)
        names = self.bytes_of(self.headers[table.link])
        for name, info, other, section, value, size in SYMBOL.iter_unpack(self.bytes_of(table)):
            if UNDEFINED < section < RESERVED:
                section = self.numbers.get(section, UNDEFINED)
            symbol = ObjectSymbol(text_at(names, name), info, other, section, value, size)
            if symbol.is_defined and not symbol.is_local:
                symbol = symbol._replace(name=self.prefix + symbol.name)
            yield symbol


class ObjectSection(NamedTuple):
    """A section to write; `link` and `info` of its header are final."""

    header: SectionHeader
    contents: bytes
    name: str


def merge_objects(
    objects: Sequence[bytes],
    prefixes: Sequence[str] = (),
    exported: Mapping[str, str] | None = None,
) -> bytes:
    """
    Return one relocatable object with the sections of all objects, in order.

    References between the objects are resolved, and hidden symbols become local. `prefixes` are
    prepended to the exported names of each object. `exported` maps the symbols that stay visible to
    their new names; all others become local.
    """
    parts: list[InputObject] = []
    count = 1
    for contents, prefix in zip_longest(objects, prefixes, fillvalue=""):
        assert isinstance(contents, bytes)  # the fill value is text
        parts.append(InputObject(contents, count, str(prefix)))
        count += len(parts[-1].numbers)
    symbols, locals_ = merged_symbols(parts, exported)
    sections: list[ObjectSection] = []
    for part in parts:
        for old in part.numbers:
            header, contents = part.headers[old], part.bytes_of(part.headers[old])
            if header.type == RELOCATIONS:
                contents = part.relocations(header)
                header = header._replace(link=count, info=part.numbers[header.info])
            sections.append(ObjectSection(header, contents, part.name_of(header)))
    return write_object(sections, symbols, locals_, parts[0].machine)


def write_object(
    sections: Sequence[ObjectSection],
    symbols: Sequence[ObjectSymbol],
    local_symbols: int,
    machine: int,
) -> bytes:
    """Write an object of sections, numbered from 1, and symbols, local ones first."""
    names = Names()
    headers = [SectionHeader(*[0] * len(SectionHeader._fields))]
    data = bytearray(HEADER.size)

    def add(header: SectionHeader, contents: bytes, name: str) -> None:
        """Append a section to the file."""
        data.extend(bytes(aligned(len(data), max(header.alignment, 1)) - len(data)))
        headers.append(header._replace(name=names.add(name), offset=len(data)))
        data.extend(contents)

    for section in sections:
        add(*section)
    count = len(headers)
    symbol_names = Names()
    table = b"".join(SYMBOL.pack(symbol_names.add(s.name), *s[1:]) for s in symbols)
    kind = SectionHeader(0, SYMBOLS, 0, 0, 0, len(table), count + 1, local_symbols, 8, SYMBOL.size)
    add(kind, table, ".symtab")
    strings = bytes(symbol_names.contents)
    add(SectionHeader(0, NAMES, 0, 0, 0, len(strings), 0, 0, 1, 0), strings, ".strtab")
    names.add(".shstrtab")
    strings = bytes(names.contents)
    add(SectionHeader(0, NAMES, 0, 0, 0, len(strings), 0, 0, 1, 0), strings, ".shstrtab")
    data.extend(bytes(aligned(len(data), 8) - len(data)))
    HEADER.pack_into(
        data,
        0,
        *(MAGIC, 2, 1, 1, 0, 0, RELOCATABLE, machine, 1, 0, 0, len(data), 0),
        *(HEADER.size, 0, 0, SECTION.size, len(headers), len(headers) - 1),
    )
    return bytes(data) + b"".join(SECTION.pack(*header) for header in headers)


def merged_symbols(
    parts: Sequence[InputObject], exported: Mapping[str, str] | None
) -> tuple[list[ObjectSymbol], int]:
    """Return all symbols, local ones first, and the number of these; set the parts' positions."""
    symbols = [ObjectSymbol("", 0, 0, UNDEFINED, 0, 0)]
    every = [(part, i, symbol) for part in parts for i, symbol in enumerate(part.symbols) if i]
    places: dict[str, int] = {}

    def becomes_local(symbol: ObjectSymbol) -> bool:
        if exported is None or symbol.is_local:
            return symbol.is_local
        return symbol.is_defined and symbol.name not in exported

    for part, i, symbol in every:
        if becomes_local(symbol):
            part.places[i] = len(symbols)
            if symbol.info >> BIND_SHIFT != LOCAL:
                places[symbol.name] = len(symbols)
            symbols.append(symbol._replace(info=symbol.info & TYPE_BITS, other=0))
    locals_ = len(symbols)
    for part, i, symbol in sorted(every, key=lambda entry: not entry[2].is_defined):
        if becomes_local(symbol):
            continue
        if symbol.name not in places:
            places[symbol.name] = len(symbols)
            symbols.append(symbol._replace(name=(exported or {}).get(symbol.name, symbol.name)))
        part.places[i] = places[symbol.name]
    return symbols, locals_

"""
Read and write object files of Windows.

Source: Microsoft, PE Format, COFF File Header to COFF Symbol Table.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from ....runtime.code.elf import aligned
from .relocatable import UNDEFINED, MergedSection, MergedSymbol, Relocatable, Relocation

HEADER = struct.Struct("<HHIIIHH")
"""Machine, sections, time, offset and number of symbols, 0, flags."""
SECTION = struct.Struct("<8sIIIIIIHHI")
"""Name, 0, 0, size, offset, offset of relocations, 0, number of relocations, 0, flags."""
RELOCATION = struct.Struct("<IIH")
SYMBOL = struct.Struct("<8sIhHBB")
"""Name, offset, section (from 1), type, class, number of auxiliary records."""
EXTERNAL, STATIC, FILE = 2, 3, 103
"""Storage classes of symbols."""
FUNCTION = 0x20
"""A type of symbols."""
ZEROS, REMOVED, SHARED, ALIGNED, OVERFLOW = 0x80, 0x800, 0x1000, 0x00F0_0000, 0x0100_0000
"""
Flags of sections: zeros only, removed by the linker, merged by name (constants, which we all keep),
alignment, extended number of relocations.
"""
READ_ONLY, CODE, UNUSED = 0x4000_0040, 0x6000_0020, 0x4200_0040
"""Flags of sections of data, of instructions, and of data that no program uses."""
MOST_RELOCATIONS = 0xFFFF


class SectionHead(NamedTuple):
    """A section header."""

    name: bytes
    size: int
    offset: int
    relocations: int
    """Offset of the first relocation."""
    relocation_count: int
    """Number of relocations."""
    flags: int


def read_head(contents: bytes, number: int) -> SectionHead:
    """Return the header of a section, numbered from 0."""
    name, _, _, size, offset, relocations, _, count, _, flags = SECTION.unpack_from(
        contents, HEADER.size + number * SECTION.size
    )
    return SectionHead(name, size, offset, relocations, count, flags)


def read_coff(contents: bytes) -> Relocatable:
    """Read an object file of LLVM, without sections that only the linker reads."""
    _, count, _, table, symbols, _, _ = HEADER.unpack_from(contents)
    names = table + SYMBOL.size * symbols
    result = Relocatable()
    places: dict[int, int] = {}
    heads = [read_head(contents, number) for number in range(count)]
    for number, head in enumerate(heads, 1):
        if not head.flags & REMOVED:
            places[number] = len(result.sections)
            result.sections.append(read_section(contents, head, names))
    shared = {number for number, head in enumerate(heads, 1) if head.flags & SHARED}
    numbers: dict[int, int] = {}
    for number, (record, name) in enumerate_symbols(contents, table, symbols, names):
        _, value, section, type, kind, _ = record
        if kind == FILE or section < 0 or (section and section not in places):
            continue
        numbers[number] = len(result.symbols)
        local = kind == STATIC or section in shared
        place = places.get(section, UNDEFINED)
        result.symbols.append(MergedSymbol(name, place, value, local, type == FUNCTION))
    for section in result.sections:
        section.relocations = [
            r._replace(symbol=numbers[r.symbol or 0]) for r in section.relocations
        ]
    return result


def read_section(contents: bytes, head: SectionHead, names: int) -> MergedSection:
    """Return a section; relocations keep the file's symbol numbers."""
    count, flags = head.relocation_count, head.flags
    first = 0
    if flags & OVERFLOW:
        (count, _, _), first = RELOCATION.unpack_from(contents, head.relocations), 1
    alignment = 1 << max((flags & ALIGNED) >> 20, 1) - 1
    kept = flags & ~(ALIGNED | OVERFLOW | SHARED)
    found = MergedSection(name_at(contents, head.name, names), kept, alignment)
    if flags & ZEROS:
        found.size = head.size
    else:
        found.contents += contents[head.offset : head.offset + head.size]
    for i in range(first, count):
        place, symbol, type = RELOCATION.unpack_from(
            contents, head.relocations + i * RELOCATION.size
        )
        found.relocations.append(Relocation(place, symbol, type))
    return found


def enumerate_symbols(
    contents: bytes, table: int, count: int, names: int
) -> Iterator[tuple[int, tuple[tuple[int, ...], str]]]:
    """Yield the records of symbols by number, with their names."""
    number = 0
    while number < count:
        record = SYMBOL.unpack_from(contents, table + number * SYMBOL.size)
        yield number, (record, name_at(contents, record[0], names))
        number += 1 + record[5]


def name_at(contents: bytes, name: bytes, names: int) -> str:
    """Return a name of at most eight bytes, or the long name that it refers to."""
    text = name.rstrip(b"\0")
    if name.startswith(b"\0\0\0\0") and any(name):
        at = names + int.from_bytes(name[4:], "little")
    elif text.startswith(b"/"):
        at = names + int(text[1:])
    else:
        return text.decode()
    return contents[at : contents.index(b"\0", at)].decode()


class _Names:
    """The table of long names."""

    def __init__(self) -> None:
        self.contents = bytearray(4)

    def place(self, name: str) -> int:
        """Return the offset of a name in the table."""
        place = len(self.contents)
        self.contents += name.encode() + b"\0"
        return place

    def of_section(self, name: str) -> bytes:
        """Return the field of a section's name."""
        return name.encode() if len(name) <= 8 else f"/{self.place(name)}".encode()

    def of_symbol(self, name: str) -> bytes:
        """Return the field of a symbol's name."""
        return name.encode() if len(name) <= 8 else struct.pack("<II", 0, self.place(name))

    def table(self) -> bytes:
        """Return the table, which begins with its size."""
        return struct.pack("<I", len(self.contents)) + self.contents[4:]


def write_coff(made: Relocatable, machine: int, last: int | None = None) -> bytes:
    """
    Return the file of an object.

    The contents of the section `last` are left out: the caller appends them at the next multiple
    of its alignment.
    """
    names = _Names()
    start = HEADER.size + SECTION.size * len(made.sections)
    body = bytearray()
    heads: list[SectionHead] = []
    for number, section in enumerate(made.sections):
        offset = 0
        if number != last and section.contents:
            body += bytes(-len(body) % 4)
            offset = start + len(body)
            body += section.contents
        at = start + len(body) if section.relocations else 0
        count, flags = len(section.relocations), section.flags
        flags |= section.alignment.bit_length() << 20
        if count >= MOST_RELOCATIONS:
            body += RELOCATION.pack(count + 1, 0, 0)
            count, flags = MOST_RELOCATIONS, flags | OVERFLOW
        for relocation in section.relocations:
            body += RELOCATION.pack(relocation.offset, relocation.symbol, relocation.type)
        name = names.of_section(section.name)
        heads.append(SectionHead(name, section.extent, offset, at, count, flags))
    table = start + len(body)
    body += b"".join(symbol_record(symbol, names) for symbol in made.symbols)
    body += names.table()
    if last is not None:
        end = aligned(start + len(body), made.sections[last].alignment)
        heads[last] = heads[last]._replace(offset=end)
    header = HEADER.pack(machine, len(made.sections), 0, table, len(made.symbols), 0, 0)
    sections = (
        SECTION.pack(name, 0, 0, size, offset, at, 0, count, 0, flags)
        for name, size, offset, at, count, flags in heads
    )
    return b"".join([header, *sections, bytes(body)])


def symbol_record(symbol: MergedSymbol, names: _Names) -> bytes:
    """Return the record of a symbol."""
    kind = STATIC if symbol.is_local else EXTERNAL
    type = FUNCTION if symbol.is_function else 0
    name = names.of_symbol(symbol.name)
    return SYMBOL.pack(name, symbol.offset, symbol.section + 1, type, kind, 0)

"""
Object files of macOS.

Source: Apple, Mach-O headers loader.h, nlist.h, reloc.h, x86_64/reloc.h and arm64/reloc.h.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....runtime.code.elf import aligned
from .relocatable import UNDEFINED, MergedSection, MergedSymbol, Relocatable, Relocation

HEADER = struct.Struct("<IQIIIQ")
"""Magic number, machine, type, commands, their size, flags."""
COMMAND = struct.Struct("<II")
SEGMENT = struct.Struct("<II16sQQQQIIII")
"""Command, size, name, address, size, offset, size in the file, protections, sections, flags."""
SECTION = struct.Struct("<16s16sQQIIIIIIII")
"""Name, segment, address, size, offset, alignment, relocations' offset, their number, flags, 0."""
VERSION = struct.Struct("<IIIIII")
"""Command, size, system, its oldest version, that of the headers, tools."""
SYMBOLS = struct.Struct("<IIIIII")
"""Command, size, offset, number, offset of names, their size."""
GROUPS = struct.Struct("<II18I")
"""Command, size, the first symbol and the number of local, defined and undefined ones, zeros."""
SYMBOL = struct.Struct("<IBBHQ")
"""Name, type, section from 1, description, address."""
RELOCATION = struct.Struct("<II")
MAGIC, OBJECT = 0xFEEDFACF, 1
SEGMENT_COMMAND, SYMBOLS_COMMAND, GROUPS_COMMAND, VERSION_COMMAND = 0x19, 2, 0xB, 0x32
MACOS, OLDEST = 1, 11 << 16
"""The system, and its oldest version, as the triples have it."""
ALL_ALLOWED = 7
EXTERNAL, IN_SECTION, TYPE, DEBUGGING = 1, 0xE, 0xE, 0xE0
"""Bits of the types of symbols."""
SECTION_TYPE, ZEROS = 0xFF, 1
LITERALS = (2, 3, 4, 0xE)
"""Types of sections whose constants linkers merge; we keep each."""
CONSTANTS = "__TEXT,__const"
DROPPED = ("__LD,", "__DWARF,", "__TEXT,__eh_frame")
"""Begins the names of sections for debuggers."""
ONLY_CODE, CODE, KEPT = 0x8000_0000, 0x8000_0400, 0x1000_0000
"""
Flags: of sections of instructions, also of empty ones; all of those with some; of sections that
linkers keep though nothing refers to them.
"""
SYMBOL_BITS, HAS_SYMBOL = 0x00FF_FFFF, 1 << 27
FROM_HERE, LENGTH, KIND = 1 << 24, 25, 28
"""
Bits of the second word of a relocation: a number, whether it is that of a symbol; whether the
place is what the distance is from; where the logarithm of the length and the type are.
"""
SIGNED, NUMBER_FOLLOWS = 1, 10
"""Types: a distance on x86-64, and a relocation of arm64 with a number in place of a symbol."""


class _Section(NamedTuple):
    """A section as the file has it."""

    name: str
    address: int
    size: int
    offset: int
    alignment: int
    relocations: int
    relocation_count: int
    flags: int


def read_mach_o(contents: bytes) -> Relocatable:
    """Return the object of a file that LLVM has made, without what is for debuggers."""
    result = Relocatable()
    places: dict[int, int] = {}
    heads = list(_sections(contents))
    for number, head in enumerate(heads):
        if head.name.startswith(DROPPED):
            continue
        places[number] = len(result.sections)
        is_literal = head.flags & SECTION_TYPE in LITERALS
        name, flags = (CONSTANTS, 0) if is_literal else (head.name, head.flags)
        flags = CODE if flags & ONLY_CODE else flags
        section = MergedSection(name, flags, 1 << head.alignment)
        if flags & SECTION_TYPE == ZEROS:
            section.size = head.size
        else:
            section.contents += contents[head.offset : head.offset + head.size]
        result.symbols.append(MergedSymbol(f"section{number}", len(result.sections), 0, True))
        result.sections.append(section)
    numbers: dict[int, int] = {}
    for number, (name, type, section, _, value) in enumerate(_symbols(contents)):
        if type & DEBUGGING or (section and section - 1 not in places):
            continue
        numbers[number] = len(result.symbols)
        is_defined = type & TYPE == IN_SECTION
        place = places[section - 1] if is_defined else UNDEFINED
        offset = value - heads[section - 1].address if is_defined else 0
        result.symbols.append(MergedSymbol(name, place, offset, not type & EXTERNAL))
    for number, place in places.items():
        read_relocations(contents, heads, number, places, numbers, result.sections[place])
    return result


def read_relocations(
    contents: bytes,
    heads: Sequence[_Section],
    number: int,
    places: dict[int, int],
    numbers: dict[int, int],
    section: MergedSection,
) -> None:
    """Add the relocations of a section; those by a section become ones by its symbol."""
    head = heads[number]
    for i in range(head.relocation_count):
        fields: tuple[int, int] = RELOCATION.unpack_from(
            contents, head.relocations + i * RELOCATION.size
        )
        offset, word = fields
        found, type = word & SYMBOL_BITS, word & ~(SYMBOL_BITS | HAS_SYMBOL)
        if word >> KIND == NUMBER_FOLLOWS:
            section.relocations.append(Relocation(offset, None, type, found))
        elif word & HAS_SYMBOL:
            section.relocations.append(Relocation(offset, numbers[found], type))
        else:
            size = 1 << (word >> LENGTH & 3)
            moved = heads[found - 1].address
            if word & FROM_HERE:
                moved -= head.address + offset + size
                type = SIGNED << KIND | word & (3 << LENGTH | FROM_HERE)
            at = slice(offset, offset + size)
            value = int.from_bytes(section.contents[at], "little", signed=True) - moved
            section.contents[at] = value.to_bytes(size, "little", signed=True)
            section.relocations.append(Relocation(offset, places[found - 1], type))


def _commands(contents: bytes) -> Iterator[tuple[int, int]]:
    """Yield the numbers of commands, and where they are."""
    at = HEADER.size
    for _ in range(HEADER.unpack_from(contents)[3]):
        command, size = COMMAND.unpack_from(contents, at)
        yield command, at
        at += size


def _sections(contents: bytes) -> Iterator[_Section]:
    for command, at in _commands(contents):
        if command != SEGMENT_COMMAND:
            continue
        for i in range(SEGMENT.unpack_from(contents, at)[9]):
            name, segment, *fields = SECTION.unpack_from(
                contents, at + SEGMENT.size + i * SECTION.size
            )
            full = b",".join(word.rstrip(b"\0") for word in (segment, name)).decode()
            yield _Section(full, *fields[:7])


def _symbols(contents: bytes) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield the symbols, with their names in C."""
    for command, at in _commands(contents):
        if command != SYMBOLS_COMMAND:
            continue
        _, _, table, count, names, _ = SYMBOLS.unpack_from(contents, at)
        for place, *fields in SYMBOL.iter_unpack(contents[table : table + count * SYMBOL.size]):
            end = contents.index(b"\0", names + place)
            yield contents[names + place : end].decode().removeprefix("_"), *fields


def write_mach_o(made: Relocatable, machine: int, last: int | None = None) -> bytes:
    """
    Return the file of an object.

    The contents of the section `last` are left to whoever writes the file: they begin behind these
    bytes, at a multiple of its alignment.
    """
    order = sorted(range(len(made.symbols)), key=lambda i: _group(made.symbols[i]))
    numbers = {old: new for new, old in enumerate(order)}
    commands_size = SEGMENT.size + SECTION.size * len(made.sections)
    commands_size += VERSION.size + SYMBOLS.size + GROUPS.size
    start = HEADER.size + commands_size
    body = bytearray()
    offsets: dict[int, int] = {}
    for number, section in enumerate(made.sections):
        if number != last and section.contents:
            body += bytes(-(start + len(body)) % section.alignment)
            offsets[number] = start + len(body)
            body += section.contents
    body += bytes(-(start + len(body)) % 8)
    relocations: dict[int, int] = {}
    for number, section in enumerate(made.sections):
        relocations[number] = start + len(body) if section.relocations else 0
        body += b"".join(_relocation(one, numbers) for one in section.relocations)
    addresses, end = _addresses(made.sections, last)
    body, table, names = _with_symbols(body, made, order, addresses)
    size = start + len(body)
    if last is not None:
        offsets[last] = aligned(size, made.sections[last].alignment)
        size = offsets[last] + made.sections[last].extent
    heads = b"".join(
        _head(section, addresses[i], offsets.get(i, 0), relocations[i])
        for i, section in enumerate(made.sections)
    )
    groups = [_group(symbol) for symbol in made.symbols]
    counts = [groups.count(group) for group in range(3)]
    firsts = [0, counts[0], counts[0] + counts[1]]
    known = [number for pair in zip(firsts, counts, strict=True) for number in pair]
    return b"".join(
        [
            HEADER.pack(MAGIC, machine, OBJECT, 4, commands_size, 0),
            SEGMENT.pack(
                *(SEGMENT_COMMAND, SEGMENT.size + len(heads), b"", 0),
                *(max(end, size - start), start, size - start),
                *(ALL_ALLOWED, ALL_ALLOWED, len(made.sections), 0),
            ),
            heads,
            VERSION.pack(VERSION_COMMAND, VERSION.size, MACOS, OLDEST, OLDEST, 0),
            SYMBOLS.pack(
                *(SYMBOLS_COMMAND, SYMBOLS.size, start + table, len(made.symbols)),
                *(start + names, len(body) - names),
            ),
            GROUPS.pack(GROUPS_COMMAND, GROUPS.size, *known, *[0] * 12),
            bytes(body),
        ]
    )


def _group(symbol: MergedSymbol) -> int:
    """Return the place of a symbol's group in the table: local, defined, undefined."""
    return 0 if symbol.is_local else 1 if symbol.is_defined else 2


def _relocation(relocation: Relocation, numbers: dict[int, int]) -> bytes:
    """Return the record of a relocation."""
    found = HAS_SYMBOL | numbers[relocation.symbol] if relocation.symbol is not None else 0
    word = relocation.type | found | relocation.number
    return RELOCATION.pack(relocation.offset, word)


def _addresses(sections: Sequence[MergedSection], last: int | None) -> tuple[list[int], int]:
    """Return the addresses of sections, and the end: one left out comes last, before zeros."""
    kinds = [
        (bool(s.extent and not s.contents and i != last), i == last) for i, s in enumerate(sections)
    ]
    addresses, end = [0] * len(sections), 0
    for number in sorted(range(len(sections)), key=lambda i: (kinds[i], i)):
        end = aligned(end, sections[number].alignment)
        addresses[number] = end
        end += sections[number].extent
    return addresses, end


def _with_symbols(
    body: bytearray, made: Relocatable, order: Sequence[int], addresses: Sequence[int]
) -> tuple[bytearray, int, int]:
    """Return the body with the table of symbols and the names, and where these are in it."""
    names, records = bytearray(b"\0"), bytearray()
    for number in order:
        symbol = made.symbols[number]
        type = 0 if symbol.is_local else EXTERNAL
        value = 0
        if symbol.is_defined:
            type |= IN_SECTION
            value = addresses[symbol.section] + symbol.offset
        records += SYMBOL.pack(len(names), type, symbol.section + 1, 0, value)
        names += b"_" + symbol.name.encode() + b"\0"
    names += bytes(-len(names) % 8)
    table = len(body)
    return body + records + names, table, table + len(records)


def _head(section: MergedSection, address: int, offset: int, relocations: int) -> bytes:
    """Return what the table of sections has of one."""
    segment, name = section.name.encode().split(b",")
    alignment = section.alignment.bit_length() - 1
    count = len(section.relocations)
    return SECTION.pack(
        *(name, segment, address, section.extent, offset, alignment),
        *(relocations, count, section.flags, 0, 0, 0),
    )

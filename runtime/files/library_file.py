"""
Read a library for C in `ncnnc.load`: two sections of an ELF, PE or Mach-O file.

One holds the header of a `.ncnnc` file, and code as such a file has it; programs that use the
library do not load it. The other holds the weights, unless they are in a separate file.

Sources: System V ABI, chapter 4; Microsoft, PE Format; Apple, loader.h.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..code.elf import HEADER, MAGIC, NO_BITS, SECTION, text_at
from ..errors import ArtifactError

DESCRIPTION_SECTION = ".ncnnc"
WEIGHTS_SECTION = ".ncnnc.weights"
NAMES = {"__ncnnc": DESCRIPTION_SECTION, "__weights": WEIGHTS_SECTION, ".weights": WEIGHTS_SECTION}
"""Names of sections of PE and Mach-O, which may be shorter -> those of ELF."""
WEIGHTS_FILE_HEAD = 64
"""Offset of the weights in a separate file."""
PE_MAGIC, PE_HEADER_AT = b"MZ", 0x3C
PE_HEADER = struct.Struct("<6xH12xH2x")
"""Number of sections, size of the next header."""
PE_SECTION = struct.Struct("<8sIIII16x")
"""Name, size in memory, address, size in the file, offset."""
MACH_O_MAGIC, SEGMENT = b"\xcf\xfa\xed\xfe", 0x19
UNIVERSAL_MAGIC = b"\xca\xfe\xba\xbe"
UNIVERSAL_HEADER, UNIVERSAL_PART = struct.Struct(">4sI"), struct.Struct(">I4xII4x")
"""Magic number, number of parts; processor, offset and size of a part."""
PROCESSORS = {"x86_64": 0x0100_0007, "aarch64": 0x0100_000C}
"""Family of machines -> its number in Mach-O files."""
MACH_O_HEADER = struct.Struct("<16xI12x")
"""Number of commands."""
MACH_O_SEGMENT = struct.Struct("<64xI4x")
"""Number of sections, after the command, its size and where the segment is."""
MACH_O_SECTION = struct.Struct("<16s16sQQI28x")
"""Name, segment, address, size, offset."""


@dataclass(frozen=True)
class NamedSection:
    """Place of a section in its file. Units: bytes."""

    number: int
    offset: int
    size: int
    """Size in memory; the file may have no bytes of it."""
    is_in_file: bool


def part_for(data: memoryview, family: str) -> memoryview:
    """
    Return the library for a family of machines in a file that `lipo` joined; `data` if it is
    another file, or has none for the family.
    """
    if bytes(data[:4]) != UNIVERSAL_MAGIC:
        return data
    _, count = UNIVERSAL_HEADER.unpack_from(data)
    table = data[UNIVERSAL_HEADER.size :]
    count = min(count, len(table) // UNIVERSAL_PART.size)
    parts = UNIVERSAL_PART.iter_unpack(table[: count * UNIVERSAL_PART.size])
    found = (data[at : at + size] for kind, at, size in parts if kind == PROCESSORS.get(family))
    return next(found, data)


def is_library(data: memoryview) -> bool:
    return bytes(data[:4]) in (MAGIC, MACH_O_MAGIC) or bytes(data[:2]) == PE_MAGIC


def named_sections(data: memoryview) -> dict[str, NamedSection]:
    """
    Return the sections of a file by name. Raises: ArtifactError if truncated or not 64-bit.
    """
    readers = {MAGIC: elf_sections, MACH_O_MAGIC: mach_o_sections}
    read = readers.get(bytes(data[:4]), pe_sections)
    try:
        sections = read(data)
        for found in sections.values():
            if found.is_in_file and found.offset + found.size > len(data):
                raise IndexError("a section ends after the file")
        return sections
    except (struct.error, IndexError, OverflowError, UnicodeDecodeError) as error:
        raise ArtifactError(f"a damaged library ({error})") from error


def elf_sections(data: memoryview) -> dict[str, NamedSection]:
    """Return the sections of an ELF file. Raises: ArtifactError, and as `named_sections` says."""
    fields = HEADER.unpack_from(data)
    if fields[:3] != (MAGIC, 2, 1) or fields[16] != SECTION.size:
        raise ArtifactError("no ELF file of 64 bits")
    table, count, names = fields[11], fields[17], fields[18]
    headers = [SECTION.unpack_from(data, table + i * SECTION.size) for i in range(count)]
    texts = bytes(data[headers[names][4] :][: headers[names][5]])
    sections: dict[str, NamedSection] = {}
    for number, (name, kind, _, _, offset, size, *_) in enumerate(headers):
        found = NamedSection(number, offset, size, kind != NO_BITS)
        sections.setdefault(text_at(texts, name), found)
    return sections


def pe_sections(data: memoryview) -> dict[str, NamedSection]:
    """Return the sections of a `.dll`."""
    (at,) = struct.unpack_from("<I", data, PE_HEADER_AT)
    count, gap = PE_HEADER.unpack_from(data, at)
    at += PE_HEADER.size + gap
    sections: dict[str, NamedSection] = {}
    for number in range(count):
        name, size, _, held, offset = PE_SECTION.unpack_from(data, at + number * PE_SECTION.size)
        sections[section_name(name)] = NamedSection(number, offset, min(size, held), bool(held))
    return sections


def mach_o_sections(data: memoryview) -> dict[str, NamedSection]:
    """Return the sections of a `.dylib`."""
    at, sections = MACH_O_HEADER.size, dict[str, NamedSection]()
    for _ in range(MACH_O_HEADER.unpack_from(data)[0]):
        command, size = struct.unpack_from("<II", data, at)
        if not size:
            raise IndexError("a command without a size")
        for i in range(MACH_O_SEGMENT.unpack_from(data, at)[0] if command == SEGMENT else 0):
            place = at + MACH_O_SEGMENT.size + i * MACH_O_SECTION.size
            name, _, _, extent, offset = MACH_O_SECTION.unpack_from(data, place)
            sections[section_name(name)] = NamedSection(i, offset, extent, bool(offset))
        at += size
    return sections


def section_name(field: bytes) -> str:
    """Return the name of a section as ELF has it."""
    name = field.rstrip(b"\0").decode("ascii")
    return NAMES.get(name, name)


def contents_of(data: memoryview, name: str) -> memoryview | None:
    """Return a section of a library; None if it has no such section. Raises: ArtifactError."""
    section = named_sections(data).get(name)
    if section is None or not section.is_in_file:
        return None
    return data[section.offset :][: section.size]

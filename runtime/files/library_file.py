"""
Read a library for C in `ncnnc.load`: two sections of an ELF file.

`.ncnnc` holds the header of a `.ncnnc` file and is not loaded by programs that use the library;
`.ncnnc.weights` holds the weights, unless they are in a separate file.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..code.elf import HEADER, MAGIC, NO_BITS, SECTION, text_at
from ..errors import ArtifactError

DESCRIPTION_SECTION = ".ncnnc"
WEIGHTS_SECTION = ".ncnnc.weights"
WEIGHTS_FILE_HEAD = 64
"""Offset of the weights in a separate file."""


@dataclass(frozen=True)
class NamedSection:
    """Place of a section in its file. Units: bytes."""

    number: int
    offset: int
    size: int
    """Size in memory; the file may have no bytes of it."""
    is_in_file: bool


def is_library(data: memoryview) -> bool:
    return bytes(data[: len(MAGIC)]) == MAGIC


def named_sections(data: memoryview) -> dict[str, NamedSection]:
    """
    Return the sections of an ELF file by name. Raises: ArtifactError if truncated or not 64-bit.
    """
    try:
        fields = HEADER.unpack_from(data)
        if fields[:3] != (MAGIC, 2, 1) or fields[16] != SECTION.size:
            raise ArtifactError("no ELF file of 64 bits")
        table, count, names = fields[11], fields[17], fields[18]
        headers = [SECTION.unpack_from(data, table + i * SECTION.size) for i in range(count)]
        texts = bytes(data[headers[names][4] :][: headers[names][5]])
        sections: dict[str, NamedSection] = {}
        for number, (name, kind, _, _, offset, size, *_) in enumerate(headers):
            found = NamedSection(number, offset, size, kind != NO_BITS)
            if found.is_in_file and offset + size > len(data):
                raise IndexError("a section ends after the file")
            sections.setdefault(text_at(texts, name), found)
        return sections
    except (struct.error, IndexError, OverflowError, UnicodeDecodeError) as error:
        raise ArtifactError(f"a damaged ELF file ({error})") from error


def contents_of(data: memoryview, name: str) -> memoryview | None:
    """Return a section of an ELF file; None if it has no such section. Raises: ArtifactError."""
    section = named_sections(data).get(name)
    if section is None or not section.is_in_file:
        return None
    return data[section.offset :][: section.size]

"""
Read and extend the binary format of WebAssembly modules.

Sources: WebAssembly Core Specification, section 5.5 (sections), 5.2.2 (LEB128).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

HEADER_BYTES = 8
"""Magic number and version."""
CUSTOM_SECTION, IMPORT_SECTION = 0, 2
MEMORY = 2
"""The kind of an import that is a memory."""
PAGE_BYTES = 1 << 16


class Reader:
    """Reads numbers and names from a module."""

    def __init__(self, content: bytes, at: int):
        self.content, self.at = content, at

    def number(self) -> int:
        """Return the next number, of seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.content[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def name(self) -> bytes:
        size = self.number()
        self.at += size
        return self.content[self.at - size : self.at]

    def since(self, start: int) -> bytes:
        """Return what has been read from a place on."""
        return self.content[start : self.at]


def encoded(number: int) -> bytes:
    """Return a number as bytes of seven bits."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


@dataclass(frozen=True)
class ModuleSection:
    """A section of a module: where it starts, and where its contents are."""

    kind: int
    start: int
    at: int
    end: int


def sections(module: bytes) -> Iterator[ModuleSection]:
    """Yield the sections."""
    reader = Reader(module, HEADER_BYTES)
    while (start := reader.at) < len(module):
        kind, size = reader.byte(), reader.number()
        yield ModuleSection(kind, start, reader.at, reader.at + size)
        reader.at += size


def memory_bytes(module: bytes) -> int:
    """Return what a module needs for its data and a stack of memory, which it imports first."""
    found = next(section for section in sections(module) if section.kind == IMPORT_SECTION)
    reader = Reader(module, found.at)
    reader.number()  # of imports
    reader.name()
    reader.name()
    assert reader.byte() == MEMORY
    reader.byte()  # which limits there are
    return reader.number() * PAGE_BYTES


def custom_section_head(name: str, size: int) -> bytes:
    """Return what comes before the contents of a section that engines leave to programs."""
    text = named(name.encode())
    return bytes([CUSTOM_SECTION]) + encoded(len(text) + size) + text


def named(name: bytes) -> bytes:
    """Return a name after its size."""
    return encoded(len(name)) + name

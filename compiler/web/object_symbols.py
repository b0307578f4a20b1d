"""
Rename symbols of WebAssembly object files.

Source: WebAssembly Object File Linking (tool conventions), "Linking Metadata ModuleSection".
"""

from __future__ import annotations

from .binary import CUSTOM_SECTION, ModuleSection, Reader, encoded, named, sections

LINKING, SYMBOL_TABLE = b"linking", 8
DATA_SYMBOL, SECTION_SYMBOL = 1, 3
LOCAL, UNDEFINED, EXPLICIT_NAME = 0x02, 0x10, 0x40
"""Flags of symbols."""


def with_prefix(object_code: bytes, prefix: str) -> bytes:
    """Return an object file that defines its global symbols by other names."""
    section = next(found for found in sections(object_code) if is_linking(object_code, found))
    reader = Reader(object_code, section.at)
    reader.name()
    reader.number()  # of the version
    written = reader.since(section.at)
    while reader.at < section.end:
        kind, part_size = reader.byte(), reader.number()
        start = reader.at
        reader.at += part_size
        part = reader.since(start)
        if kind == SYMBOL_TABLE:
            part = prefixed_symbols(part, prefix.encode())
        written += bytes([kind]) + encoded(len(part)) + part
    head = bytes([CUSTOM_SECTION]) + encoded(len(written))
    return object_code[: section.start] + head + written + object_code[section.end :]


def is_linking(module: bytes, section: ModuleSection) -> bool:
    """Return whether a section has the metadata of linkers."""
    return section.kind == CUSTOM_SECTION and Reader(module, section.at).name() == LINKING


def prefixed_symbols(table: bytes, prefix: bytes) -> bytes:
    """Return a table of symbols, with a prefix of those that are defined for other objects."""
    reader = Reader(table, 0)
    count = reader.number()
    written = encoded(count)
    for _ in range(count):
        start = reader.at
        kind, flags = reader.byte(), reader.number()
        is_defined = not flags & UNDEFINED
        if kind != DATA_SYMBOL:
            reader.number()  # its index
        written += reader.since(start)
        if kind != SECTION_SYMBOL and (kind == DATA_SYMBOL or is_defined or flags & EXPLICIT_NAME):
            name = reader.name()
            written += named(prefix + name if is_defined and not flags & LOCAL else name)
        if kind == DATA_SYMBOL and is_defined:
            start = reader.at
            for _ in range(3):  # segment, offset, size
                reader.number()
            written += reader.since(start)
    return written

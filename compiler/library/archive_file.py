"""
Write `.a` archives of object files, with the symbol table that linkers need.

Source: System V ABI, chapter 7, Archive File.
"""

from __future__ import annotations

from collections.abc import Sequence

MAGIC = b"!<arch>\n"
HEAD_BYTES = 60
"""Size of a member's header."""


def archive_head(symbols: Sequence[str], size: int) -> bytes:
    """Return the bytes before the only member, an object of `size` bytes with these symbols."""
    return table_of([(symbols, size)]) + member_head("model.o/", size)


def archive(members: Sequence[tuple[Sequence[str], bytes]]) -> bytes:
    """Return an archive of small objects, each with its symbols."""
    parts = [table_of([(symbols, len(contents)) for symbols, contents in members])]
    for _, contents in members:
        size = len(contents)
        parts += [member_head("model.o/", size), contents, archive_tail(size)]
    return b"".join(parts)


def table_of(members: Sequence[tuple[Sequence[str], int]]) -> bytes:
    """Return the bytes before the members, given their symbols and sizes."""
    names = b"".join(name.encode("ascii") + b"\0" for symbols, _ in members for name in symbols)
    names += bytes(len(names) % 2)
    count = sum(len(symbols) for symbols, _ in members)
    table_size = 4 + 4 * count + len(names)
    at = len(MAGIC) + HEAD_BYTES + table_size
    offsets = bytearray()
    for symbols, size in members:
        offsets += at.to_bytes(4, "big") * len(symbols)
        at += HEAD_BYTES + size + size % 2
    table = count.to_bytes(4, "big") + bytes(offsets) + names
    return MAGIC + member_head("/", table_size) + table


def archive_tail(size: int) -> bytes:
    """Return the padding after a member of `size` bytes: members begin at even offsets."""
    return b"\n" * (size % 2)


def member_head(name: str, size: int) -> bytes:
    """Return the header of a member, without date and owner: the bytes are reproducible."""
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{size:<10}`\n".encode("ascii")

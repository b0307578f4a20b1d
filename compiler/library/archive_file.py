"""
The `.a` of one object file, with the table of symbols that linkers ask for.

Source: System V ABI, chapter 7, Archive File.
"""

from __future__ import annotations

from collections.abc import Sequence

MAGIC = b"!<arch>\n"


def archive_head(symbols: Sequence[str], size: int) -> bytes:
    """Return the bytes before the only member, an object of `size` bytes with these symbols."""
    names = b"".join(symbol.encode("ascii") + b"\0" for symbol in symbols)
    names += bytes(len(names) % 2)
    table_size = 4 + 4 * len(symbols) + len(names)
    member_at = len(MAGIC) + 60 + table_size
    offsets = member_at.to_bytes(4, "big") * len(symbols)
    table = len(symbols).to_bytes(4, "big") + offsets + names
    return MAGIC + member_head("/", table_size) + table + member_head("model.o/", size)


def archive_tail(size: int) -> bytes:
    """Return the padding after a member of `size` bytes: members begin at even offsets."""
    return b"\n" * (size % 2)


def member_head(name: str, size: int) -> bytes:
    """Return the header of a member; without date and owner, so that the bytes are reproducible."""
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{size:<10}`\n".encode("ascii")

"""
Link libraries for macOS with `ziglang` (the extra `link`), and write its archives' headers.

Source: Apple, ranlib.h and ar.h.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from ....dialects.target.system import System
from ..archive_file import MAGIC, member_head
from ..linking import LinkError, run, ziglang

OLDEST = "11.0"
"""The oldest supported version of macOS, as in target triples."""
TABLE_NAME, OBJECT_NAME = b"__.SYMDEF\0\0\0", b"model.o\0"
"""Names of members, stored at the start of their contents."""


def link_macos(folder: Path, object_file: str, output: str, system: System) -> None:
    """Link a `.dylib`, which programs find by their `rpath`. Raises: LinkError."""
    linker = ziglang("cc", "-target", f"{system.linker_target}.{OLDEST}")
    if not linker:
        raise LinkError("there is no linker for macOS here")
    library = ("-shared", "-nostdlib", "-lSystem", "-install_name", f"@rpath/{output}")
    run([*linker, *library, "-o", output, object_file], folder)


def macos_archive_head(symbols: Sequence[str], size: int) -> bytes:
    """Return the bytes before the only member, an object of `size` bytes with these symbols."""
    names = [f"_{symbol}\0".encode("ascii") for symbol in symbols]
    texts = b"".join(names)
    texts += bytes(-len(texts) % 8)
    entries_size = 8 * len(names)
    table_size = len(TABLE_NAME) + 4 + entries_size + 4 + len(texts)
    table_size += -(len(MAGIC) + len(member_head("", 0)) + table_size) % 8
    head = MAGIC + member_head(f"#1/{len(TABLE_NAME)}", table_size)
    at, place, entries = len(head) + table_size, 0, bytearray()
    for name in names:
        entries += struct.pack("<II", place, at)
        place += len(name)
    table = TABLE_NAME + struct.pack("<I", entries_size) + entries
    table += struct.pack("<I", len(texts)) + texts
    # The object is at a multiple of 8.
    object_name = OBJECT_NAME + bytes(-(at + len(member_head("", 0)) + len(OBJECT_NAME)) % 8)
    member = member_head(f"#1/{len(object_name)}", len(object_name) + size)
    return head + table.ljust(table_size, b"\0") + member + object_name

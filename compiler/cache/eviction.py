"""Limit the size of the cache by evicting the least recently used entries."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...runtime.files.input_files import FileState
from ...runtime.system import here

if TYPE_CHECKING:
    from .objects import ObjectCache

BLOCK_BYTES = 512
"""The unit of `st_blocks`."""


@dataclass(frozen=True)
class KeptEntry:
    """A file of an entry. Units: nanoseconds."""

    path: Path
    bytes: int
    last_use: int


def make_room(cache: ObjectCache, needed: int) -> None:
    """Remove leftovers of killed writers, and entries until this many bytes fit."""
    for path in cache.temporaries():
        remove_abandoned(path)
    entries = kept_entries(cache)
    total = sum(entry.bytes for entry in entries)
    for entry in entries:
        if total + needed <= cache.size:
            return
        cache.remove(entry.path)
        total -= entry.bytes


def kept_entries(cache: ObjectCache) -> list[KeptEntry]:
    """Return all entries, the least recently used first."""
    found: list[KeptEntry] = []
    for path in cache.entries():
        try:
            status = os.lstat(path)
        except OSError:
            continue  # Another process has just removed it.
        last_use = cache.digests.last_use(FileState.from_status(status))
        size = getattr(status, "st_blocks", 0) * BLOCK_BYTES or status.st_size
        found.append(KeptEntry(path, size, max(status.st_mtime_ns, last_use)))
    return sorted(found, key=lambda entry: (entry.last_use, entry.path))


def remove_abandoned(path: Path) -> bool:
    """Remove a file whose writer is gone; return whether it was removed."""
    try:
        with open(path, "rb") as file:
            here.lock(file)
            if here.RENAMES_OPEN_FILES:
                path.unlink()
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True

"""
Remember the digests of files until they change.

Digesting a large `.bin` takes longer than the rest of a warm start, so its digest is remembered by
device, inode, size, modification time and change time. The kernel sets the change time at every
write, rename or change of mode, and no user can set it. A digest is remembered only if the file had
not changed for a while when it was read, and only until the next boot, so that files damaged by a
crash are read again.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import BinaryIO

from ...runtime.artifact import VerifiedFiles
from ...runtime.files.input_files import FileState, open_input
from ...runtime.system import here
from .small_files import SmallFiles

FOLDER = "files"
LARGE = 1 << 20
"""Files smaller than this are read each time. Units: bytes."""


class FileDigests(VerifiedFiles):
    """Digests by the state of files, in a private folder."""

    def __init__(self, directory: Path):
        self.files = SmallFiles(directory / FOLDER)

    def of(self, path: str | os.PathLike[str]) -> str:
        """Return the SHA-256 of a file. Raises: OSError if it cannot be read."""
        with open_input(path) as file:
            state = FileState.of(file)
            if state.size < LARGE:
                return hashlib.sha256(file.read()).hexdigest()
            known = self.recall(state)
            if known is not None:
                return known
            settled = state.is_settled
            digest = digest_of_rest(file)
        if settled:
            self.remember(state, digest)
        return digest

    def recall(self, state: FileState) -> str | None:
        """Return the digest remembered for a file state, and mark it as used."""
        found, _, digest = self.files.read(name_of(state)).partition(" ")
        known = found == described(state) and re.fullmatch("[0-9a-f]{64}", digest)
        return digest if known else None

    def remember(self, state: FileState, digest: str) -> None:
        """Remember the digest of a file state that had not changed for a while."""
        self.files.write(name_of(state), f"{described(state)} {digest}")

    def last_use(self, state: FileState) -> int:
        """Return when a digest was last used; 0 if never. Units: nanoseconds."""
        return self.files.last_use(name_of(state))


def digest_of_rest(file: BinaryIO) -> str:
    """Return the SHA-256 of the unread rest of a file."""
    digest = hashlib.sha256()
    while piece := file.read(LARGE):
        digest.update(piece)
    return digest.hexdigest()


@cache
def boot() -> str:
    """Return an identifier of this boot of the machine; empty if the system has none."""
    return here.boot_id()


def name_of(state: FileState) -> str:
    return "-".join(map(str, state))


def described(state: FileState) -> str:
    """Return the key of a file state, valid until the next boot."""
    return ",".join((boot(), *map(str, state)))

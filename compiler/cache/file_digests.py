"""
The digests of files that have not changed since they were read.

A large `.bin` takes longer to digest than all else that a warm start does, so its digest is
remembered by device, inode, size, and the times of modification and of change. The kernel sets the
last of these at every write, rename or change of mode, and no user can set it. A digest is
remembered only of a file that was last changed a while before it was read, and only until the
machine starts again: what a crash leaves on disk is read anew.
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
"""Smaller files are read each time. Units: bytes."""


class FileDigests(VerifiedFiles):
    """Digests by the state of files, in a private folder."""

    def __init__(self, directory: Path):
        self.files = SmallFiles(directory / FOLDER)

    def of(self, path: str | os.PathLike[str]) -> str:
        """The SHA-256 of a file. Raises: OSError if it cannot be read."""
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
        """The digest that was remembered of a file in this state; this counts as a use of it."""
        found, _, digest = self.files.read(name_of(state)).partition(" ")
        known = found == described(state) and re.fullmatch("[0-9a-f]{64}", digest)
        return digest if known else None

    def remember(self, state: FileState, digest: str) -> None:
        """A file in this state, which had not changed for a while, has this digest."""
        self.files.write(name_of(state), f"{described(state)} {digest}")

    def last_use(self, state: FileState) -> int:
        """When the digest of a file was last asked for; 0 if never. Units: nanoseconds."""
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
    """A state, and the run of the machine for which it counts."""
    return ",".join((boot(), *map(str, state)))

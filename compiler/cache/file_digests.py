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

from ...runtime.files import FileState, open_input
from .directory import PRIVATE

FOLDER = "files"
LARGE = 1 << 20
"""Smaller files are read each time. Units: bytes."""
MOST_FILES = 1024
BOOT = Path("/proc/sys/kernel/random/boot_id")


class FileDigests:
    """
    Digests by the state of files, each in a file of its own in a private folder.

    Never in the way: what cannot be read is not known, what cannot be written is not remembered.
    """

    def __init__(self, directory: Path):
        self.folder = directory / FOLDER

    def of(self, path: str | os.PathLike[str]) -> str:
        """
        The SHA-256 of a file's content.

        Raises: OSError if it is no file, or cannot be read.
        """
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
        path = self.path_of(state)
        try:
            found, _, digest = path.read_text(encoding="ascii").strip().partition(" ")
            if found != described(state) or re.fullmatch("[0-9a-f]{64}", digest) is None:
                return None
            os.utime(path)
        except (OSError, ValueError):
            return None
        return digest

    def remember(self, state: FileState, digest: str) -> None:
        """A file in this state, which had not changed for a while, has this digest."""
        try:
            self.folder.mkdir(mode=PRIVATE, exist_ok=True)
            self.path_of(state).write_text(f"{described(state)} {digest}", encoding="ascii")
            self.forget_oldest()
        except OSError:
            pass  # The file will be read again.

    def forget_oldest(self) -> None:
        """Keep those used last, if there are many. Raises: OSError."""
        paths = self._paths()
        if len(paths) <= MOST_FILES:
            return
        paths.sort(key=lambda path: path.stat().st_mtime_ns)
        for path in paths[: len(paths) // 2]:
            path.unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Every file will be read again."""
        for path in self._paths():
            path.unlink(missing_ok=True)

    def last_use(self, state: FileState) -> int:
        """When the digest of a file was last asked for; 0 if never. Units: nanoseconds."""
        try:
            return self.path_of(state).stat().st_mtime_ns
        except OSError:
            return 0

    def _paths(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except OSError:
            return []

    def path_of(self, state: FileState) -> Path:
        """Where the digest of a file in this state is."""
        return self.folder / "-".join(map(str, state))


def digest_of_rest(file: BinaryIO) -> str:
    """The SHA-256 of what has not been read of a file."""
    digest = hashlib.sha256()
    while piece := file.read(LARGE):
        digest.update(piece)
    return digest.hexdigest()


@cache
def boot() -> str:
    """What tells this run of the machine from others; empty where the kernel does not say."""
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def described(state: FileState) -> str:
    """A state, and the run of the machine for which it counts."""
    return ",".join((boot(), *map(str, state)))

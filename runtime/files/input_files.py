"""Open input files; refuse pipes and devices, which may block or never end."""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import BinaryIO, NamedTuple

from ..system import here

KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
"""File types that a path may name besides a regular file."""

SETTLED_NS = 2_000_000_000
"""The coarsest clock of a file system: two writes in one tick leave the same times."""

MAX_PATH_SHOWN = 200
"""Characters of a path that an error shows."""


def open_input(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file, following links. Raises: OSError for others."""
    kind = stat.S_IFMT(os.stat(path).st_mode)
    if kind != stat.S_IFREG:
        what = f"is not a regular file, but {KINDS.get(kind, 'something else')}"
        raise OSError(errno.EINVAL, what, os.fspath(path))
    return open(path, "rb")


class FileState(NamedTuple):
    """
    Identifies the content of a file among all earlier and later contents at its path.

    The kernel sets the time of change whenever content, name or mode change, and no user can set
    it. Units: nanoseconds.
    """

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, file: BinaryIO) -> FileState:
        return cls.from_status(os.fstat(file.fileno()))

    @classmethod
    def from_status(cls, status: os.stat_result) -> FileState:
        """Return the state of a file from its `os.stat` result."""
        times = status.st_mtime_ns, status.st_ctime_ns
        return cls(status.st_dev, status.st_ino, status.st_size, *times)

    @property
    def is_settled(self) -> bool:
        """Return whether any later change will be visible, since the last one is old enough."""
        settled = max(self.modified, self.changed) + SETTLED_NS < time.time_ns()
        return settled and here.TELLS_CHANGES


def shown_path(path: str | os.PathLike[str]) -> str:
    """Return a path for an error; the middle of a long one is left out."""
    text = os.fspath(path)
    if len(text) <= MAX_PATH_SHOWN:
        return text
    half = MAX_PATH_SHOWN // 2
    return f"{text[:half]}...{text[-half:]}"

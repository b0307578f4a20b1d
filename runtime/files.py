"""Input files, opened if they are files: nothing waits for a writer, or reads without end."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
"""What a path may name besides a regular file."""

MAX_PATH_SHOWN = 200
"""Characters of a path that an error shows."""


def open_input(path: str | os.PathLike[str]) -> BinaryIO:
    """
    Open a regular file for reading; symbolic links are followed.

    Raises: OSError if it is none, or cannot be opened.
    """
    kind = stat.S_IFMT(os.stat(path).st_mode)
    if kind != stat.S_IFREG:
        what = f"is not a regular file, but {KINDS.get(kind, 'something else')}"
        raise OSError(errno.EINVAL, what, os.fspath(path))
    return open(path, "rb")


def shown_path(path: str | os.PathLike[str]) -> str:
    """A path for an error: what is in the middle of a long one is left out."""
    text = os.fspath(path)
    if len(text) <= MAX_PATH_SHOWN:
        return text
    half = MAX_PATH_SHOWN // 2
    return f"{text[:half]}...{text[-half:]}"

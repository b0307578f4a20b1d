"""
Read files of zip archives into memory, without extracting them.

A compilation that comes from the cache passes here: nothing of the compiler is imported before it
is needed.
"""

from __future__ import annotations

import os
import struct
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ...runtime.files.input_files import open_input

if TYPE_CHECKING:
    from ..diagnostics import ModelError

SUFFIX = ".zip"
MOST_MEMBERS = 10_000
MOST_BYTES = 1 << 31
"""Largest size of an unpacked file. Units: bytes."""
ENCRYPTED = 1
"""The flag of an encrypted member."""


class ArchivedFile(bytes):
    """The content of a file in an archive, and its origin."""

    archive: str
    """Path of the archive."""
    member: str
    """Path of the file in it."""

    def __new__(cls, content: bytes, archive: str = "", member: str = "") -> ArchivedFile:
        """`content` of the file `member` of `archive`."""
        made = super().__new__(cls, content)
        made.archive, made.member = archive, member
        return made

    @property
    def name(self) -> str:
        """Return the name that errors use."""
        return f"{self.archive}/{self.member}"


def split_archive(path: str) -> tuple[str, str] | None:
    """Split `m.zip/a/x.param` into archive and member; None for a path into no archive."""
    place = path.lower().find(SUFFIX)
    while place >= 0:
        end = place + len(SUFFIX)
        if path[end : end + 1] in ("", "/", os.sep) and os.path.isfile(path[:end]):
            return path[:end], path[end:].strip("/" + os.sep)
        place = path.lower().find(SUFFIX, end)
    return None


def members_of(archive: str) -> list[str]:
    """Return the paths of the files in an archive. Raises: ModelError if it cannot be read."""
    import zipfile

    from ..diagnostics import ModelError

    try:
        with open_input(archive) as file, zipfile.ZipFile(file) as opened:
            names = [info.filename for info in opened.infolist() if not info.is_dir()]
    except unreadable() as error:
        raise _unreadable(archive, error) from None
    if len(names) > MOST_MEMBERS:
        raise ModelError(f"holds {len(names)} files, more than {MOST_MEMBERS}", file=archive)
    return [name for name in names if "__MACOSX" not in PurePosixPath(name).parts]


def read_member(archive: str, member: str, most: int = MOST_BYTES) -> ArchivedFile:
    """Read a member of at most `most` bytes. Raises: ModelError if it is longer or unreadable."""
    import zipfile

    from ..diagnostics import ModelError

    try:
        with open_input(archive) as file, zipfile.ZipFile(file) as opened:
            info = opened.getinfo(member)
            if info.flag_bits & ENCRYPTED:
                raise ModelError("is encrypted", file=f"{archive}/{member}", hint="unpack it first")
            if info.file_size > most:
                reason = f"has {info.file_size} bytes when unpacked, more than {most}"
                raise ModelError(reason, file=f"{archive}/{member}", hint="unpack it first")
            with opened.open(info) as stream:
                content = stream.read(info.file_size)
                stream.read(1)  # Checks the sum over all of them.
    except KeyError:
        raise ModelError(f"has no file '{member}'", file=archive) from None
    except unreadable() as error:
        raise _unreadable(archive, error) from None
    return ArchivedFile(content, archive, member)


def unreadable() -> tuple[type[Exception], ...]:
    """Return the exceptions of reading an archive that is damaged or of an unknown kind."""
    import zipfile
    import zlib

    damaged = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, struct.error, OSError)
    return (*damaged, NotImplementedError, RuntimeError)


def _unreadable(archive: str, error: BaseException) -> ModelError:
    from ..diagnostics import ModelError

    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return ModelError(f"is no readable zip archive: {reason or type(error).__name__}", file=archive)

"""Write files atomically: write a temporary file in the same folder, and rename it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from ..system import here
from .input_files import shown_path

TEMPORARY = ".tmp"
"""Suffix of incomplete files."""
WRITTEN_AT_ONCE = 16 << 20
"""
Bytes written by one call: whole huge pages. Linux (6.16 on ext4) then caches and maps the file in
huge pages, from which weights are read up to 8 % faster.
"""


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[bytes | memoryview]) -> None:
    """Replace a file atomically, even if the machine crashes. Raises: OSError."""
    write_all_atomically({path: chunks})


def write_all_atomically(
    files: Mapping[str | os.PathLike[str], Iterable[bytes | memoryview]],
) -> None:
    """Replace files atomically, each once all are written. Raises: OSError."""
    replace_files({path: partial(write_chunks, chunks) for path, chunks in files.items()})


def write_chunks(chunks: Iterable[bytes | memoryview], file: BinaryIO) -> None:
    """Write one chunk after the other."""
    for chunk in chunks:
        file.write(chunk)


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a device, pipe or open file, not to be replaced."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    if not stat.S_ISREG(mode):
        return not stat.S_ISDIR(mode)
    link = os.readlink(path) if os.path.islink(path) else ""
    folder = os.path.realpath(os.path.dirname(path))
    return link.startswith(here.OPEN_FILES) or folder.startswith(here.OPEN_FILES)


def check_outputs(*paths: str | os.PathLike[str] | None) -> None:
    """Check paths of outputs. Raises: OSError for a folder, or in a missing or protected folder."""
    for path in paths:
        if path is None:
            continue
        file, folder = os.fspath(path), Path(path).parent
        if is_stream(file):
            continue
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), file)
        if not folder.is_dir():
            reason = f"the folder '{shown_path(folder)}' does not exist"
            raise FileNotFoundError(errno.ENOENT, reason, file)
        if not os.access(folder, os.W_OK | os.X_OK):
            number = errno.EROFS if here.is_read_only(folder) else errno.EACCES
            raise OSError(number, os.strerror(number), file)


def temporary_name(name: str) -> str:
    """Return the name of an incomplete file."""
    return f".{name}.{os.urandom(4).hex()}{TEMPORARY}"


def replace_files(
    writers: Mapping[str | os.PathLike[str], Callable[[BinaryIO], None]],
) -> None:
    """Replace files once all writers are done; write to streams. Raises: OSError."""
    check_outputs(*writers)
    temporaries: dict[Path, Path] = {}
    streams: dict[Path, BinaryIO] = {}
    target = Path()
    try:
        with (
            ExitStack() as files
        ):  # The files, like the writers' locks, stay open until they are renamed.
            for path, write_content in writers.items():
                target = Path(path)
                if is_stream(target):
                    file = streams[target] = files.enter_context(nameless_file())
                else:
                    temporaries[target] = target.with_name(temporary_name(target.name))
                    written = open(temporaries[target], "xb", WRITTEN_AT_ONCE)
                    file = files.enter_context(written)
                write_content(file)
                file.flush()
                os.fsync(file.fileno())
            for target, content in streams.items():
                append_to_stream(target, content)
            if not here.RENAMES_OPEN_FILES:
                files.close()
            for target, temporary in temporaries.items():
                os.replace(temporary, target)
    except BaseException as error:
        for temporary in temporaries.values():
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(target)
        raise


def nameless_file() -> BinaryIO:
    """Open a temporary file that disappears when it is closed."""
    from tempfile import TemporaryFile

    return cast("BinaryIO", TemporaryFile())  # by default


def append_to_stream(path: Path, content: BinaryIO) -> None:
    """Append the content of a file to the text printed so far."""
    from shutil import copyfileobj

    print(end="", flush=True)
    content.seek(0)
    with open(path, "ab") as stream:
        copyfileobj(content, stream)

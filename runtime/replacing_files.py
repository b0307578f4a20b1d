"""Files that appear whole or not at all: written beside their place, and renamed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO

TEMPORARY = ".tmp"
"""How the names of files end that are not complete."""


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[bytes | memoryview]) -> None:
    """
    Replace a file in one step: readers see the old content or the new, even if the machine stops.

    Raises: OSError if it cannot be written; the old file is then untouched.
    """
    write_all_atomically({path: chunks})


def write_all_atomically(
    files: Mapping[str | os.PathLike[str], Iterable[bytes | memoryview]],
) -> None:
    """
    Replace several files, each in one step, once all of them have been written in full.

    Raises: OSError if one cannot be written; the old files are then untouched.
    """
    replace_files({path: partial(write_chunks, chunks) for path, chunks in files.items()})


def write_chunks(chunks: Iterable[bytes | memoryview], file: BinaryIO) -> None:
    """Write one chunk after the other."""
    for chunk in chunks:
        file.write(chunk)


def temporary_name(name: str) -> str:
    """What a file is called till it is complete."""
    return f".{name}.{os.urandom(4).hex()}{TEMPORARY}"


def replace_files(
    writers: Mapping[str | os.PathLike[str], Callable[[BinaryIO], None]],
) -> None:
    """
    Replace several files, each in one step, once all of them have been written by their writers.

    Raises: OSError if one cannot be written; the old files are then untouched.
    """
    temporaries: dict[Path, Path] = {}
    target = Path()
    try:
        with ExitStack() as files:  # Open till they have their names, as are locks of writers.
            for path, write_content in writers.items():
                target = Path(path)
                temporaries[target] = target.with_name(temporary_name(target.name))
                file = files.enter_context(open(temporaries[target], "xb"))
                write_content(file)
                file.flush()
                os.fsync(file.fileno())
            for target, temporary in temporaries.items():
                os.replace(temporary, target)
    except BaseException as error:
        for temporary in temporaries.values():
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(target)
        raise

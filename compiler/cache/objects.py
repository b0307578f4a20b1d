"""
Store compiled models by key, each as a `.ncnnc` file in the user's private folder.

An entry contains its key, and is verified before use unless it was verified in its present state
(`file_digests`). Damaged entries are removed. Files appear atomically; a writer holds a lock on its
temporary file, so that files left by killed writers can be recognised.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ...runtime.artifact import Contents, read_contents, write_sections
from ...runtime.errors import ArtifactError
from ...runtime.files.replacing_files import replace_files
from ...runtime.system import here
from .directory import PRIVATE, usable_directory, without_cache
from .file_digests import FileDigests
from .small_files import SmallFiles

FOLDER = "objects"
SUFFIX = ".ncnnc"
HEADER_BYTES = 1 << 20
"""More bytes than a header has."""


class Outdated(Exception):
    """Raised if a source of an entry has changed."""


class ObjectCache:
    """The entries of a folder, which any number of processes may use at once."""

    def __init__(self, directory: Path, size: int):
        """Create a cache whose entries take at most `size` bytes."""
        self.directory = directory
        self.folder = directory / FOLDER
        self.size = size
        self.digests = FileDigests(directory)
        self.functions = SmallFiles(directory / "functions")
        """Object files of functions that ncnnc itself calls."""
        self.precisions = SmallFiles(directory / "precisions")
        """Choices of precisions within an error, as JSON."""

    @classmethod
    def open(cls, size: int) -> ObjectCache | None:
        """Return the user's cache; None if its size is 0, or, with a warning, if it is unusable."""
        directory = usable_directory() if size else None
        return None if directory is None else cls(directory, size)

    def load(self, key: str) -> Contents | None:
        """Map the entry of a key; None if it does not exist."""
        path = self.path_of(key)
        try:
            contents = read_contents(path, self.digests)
        except OSError:
            return None
        except ArtifactError:
            contents = None
        if contents is not None and contents.key == key:
            return contents
        self.remove(path)
        return None

    def store(self, key: str, contents: Contents, is_current: Callable[[], bool]) -> None:
        """Keep compiled programs if there is room and sources stay. Raises: NcnncError."""
        from ...runtime.weights.shared_weights import SharedWeights
        from .eviction import make_room

        entry = replace(contents, key=key)
        weights = SharedWeights(entry.programs).size
        needed = weights + sum(len(p.object_code) for p in entry.programs) + HEADER_BYTES
        if needed > self.size:
            return
        try:
            self.folder.mkdir(mode=PRIVATE, exist_ok=True)
            make_room(self, needed)
            replace_files({self.path_of(key): partial(write_entry, entry, is_current)})
        except (Outdated, FileNotFoundError):
            return  # The latter: somebody has cleared the cache.
        except OSError as error:
            reason = error.strerror or str(error)
            without_cache(f"compiled models are not kept in '{self.folder}': {reason}")

    def path_of(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"

    def entries(self) -> list[Path]:
        """Return the files of all entries, unordered."""
        return [path for path in self._files() if is_entry(path)]

    def temporaries(self) -> list[Path]:
        """Return files being written and files left by killed writers."""
        return [path for path in self._files() if not is_entry(path)]

    def _files(self) -> list[Path]:
        try:
            return list(self.folder.iterdir())
        except OSError:
            return []

    def remove(self, path: Path) -> bool:
        """Remove a file; return whether it existed and was removed."""
        try:
            path.unlink()
        except OSError:
            return False
        return True


def is_entry(path: Path) -> bool:
    """Return whether a file name is that of an entry."""
    return re.fullmatch(r"[0-9a-f]{64}\.ncnnc", path.name) is not None


def write_entry(entry: Contents, is_current: Callable[[], bool], file: BinaryIO) -> None:
    """Write an entry to a private file. Raises: Outdated if sources changed; OSError."""
    try:
        here.lock(file)
    except BlockingIOError as error:
        raise Outdated from error
    write_sections(entry, file)
    if not is_current():
        raise Outdated

"""Algorithms that were the fastest on this machine, remembered in a file."""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from ...dialects.properties import Algorithm
from ...runtime.artifact import write_atomically

FILE_NAME = "convolutions.json"
FOLDER_VARIABLE = "NCNNC_CACHE_DIR"


def cache_path() -> Path:
    """The file: in the folder that NCNNC_CACHE_DIR names, else in the user's cache folder."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return Path(folder or platformdirs.user_cache_dir("ncnnc", appauthor=False)) / FILE_NAME


@dataclass
class TuningCache:
    """
    Best algorithm by key.

    Never in the way: a file that cannot be read or written, or that holds something else, is
    ignored with a warning, and the measuring is done again.
    """

    path: Path = field(default_factory=cache_path)
    entries: dict[str, Algorithm] = field(default_factory=dict)

    @classmethod
    def load(cls) -> TuningCache:
        """The cache as the file has it; empty if there is none."""
        path = cache_path()
        return cls(path, read_entries(path))

    def save(self) -> None:
        """
        Add the entries to the file, as a whole: a reader sees the old file or the new one.

        What another process has written in the meantime is kept.
        """
        known = {**read_entries(self.path), **self.entries}
        text = json.dumps({key: known[key].value for key in sorted(known)}, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, [text.encode()])
        except OSError as e:
            warn(f"cannot write {self.path}: {e.strerror}; the timings are not remembered")


def read_entries(path: Path) -> dict[str, Algorithm]:
    """The entries of a file; none if it is missing or damaged."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return {str(key): Algorithm(name) for key, name in entries.items()}
    except FileNotFoundError:
        return {}
    except OSError as e:
        warn(f"cannot read {path}: {e.strerror}; ignoring it")
    except (ValueError, AttributeError):
        warn(f"{path} is damaged; ignoring it")
    return {}


def warn(message: str) -> None:
    """Say something that is no error."""
    warnings.warn(message, RuntimeWarning, stacklevel=2)

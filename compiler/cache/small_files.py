"""Store short texts by name, each in a file in a private folder; old ones are dropped."""

from __future__ import annotations

import os
from pathlib import Path

from .directory import PRIVATE

MOST_FILES = 1024


class SmallFiles:
    """Texts in files, to be validated by readers; a failed read means absence."""

    def __init__(self, folder: Path):
        self.folder = folder

    def read(self, name: str) -> str:
        """Return the text of a name, empty if absent, and mark it as used."""
        path = self.folder / name
        try:
            text = path.read_text(encoding="ascii")
            os.utime(path)
        except (OSError, ValueError):
            return ""
        return text

    def write(self, name: str, text: str) -> None:
        """Store a text; if there are too many, drop the older half."""
        try:
            self.folder.mkdir(mode=PRIVATE, exist_ok=True)
            (self.folder / name).write_text(text, encoding="ascii")
            paths = self.paths()
            if len(paths) > MOST_FILES:
                paths.sort(key=lambda path: path.stat().st_mtime_ns)
                for path in paths[: len(paths) // 2]:
                    path.unlink(missing_ok=True)
        except OSError:
            pass  # What it says will be found out again.

    def last_use(self, name: str) -> int:
        """Return when a text was last read or written; 0 if absent. Units: nanoseconds."""
        try:
            return (self.folder / name).stat().st_mtime_ns
        except OSError:
            return 0

    def paths(self) -> list[Path]:
        """Return all files, unordered."""
        try:
            return list(self.folder.iterdir())
        except OSError:
            return []

    def clear(self) -> None:
        for path in self.paths():
            path.unlink(missing_ok=True)

"""Times of convolution algorithms on this machine, remembered in a file."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ...dialects.kernel.attributes import Algorithm
from ...runtime.warning import warn
from ..cache.directory import cache_directory, usable_directory
from ..cache.json_file import as_mapping, read_entries, write_entries

FILE_NAME = "convolution-times.json"

AlgorithmTimes: TypeAlias = dict[Algorithm, float]
"""Algorithm -> time of one run. Units: seconds."""


def cache_path() -> Path:
    """The file, which need not be there."""
    return cache_directory() / FILE_NAME


@dataclass
class TuningCache:
    """
    Times of all candidates by key.

    Never in the way: a file that cannot be read or written, or that holds something else, is
    ignored with a warning, and the measuring is done again.
    """

    path: Path | None
    """None if there is no folder that may be used."""
    entries: dict[str, AlgorithmTimes] = field(default_factory=dict[str, AlgorithmTimes])

    @classmethod
    def load(cls) -> TuningCache:
        """The cache as the file has it; empty if there is none."""
        folder = usable_directory()
        if folder is None:
            return cls(None)
        path = folder / FILE_NAME
        return cls(path, read_entries(path, times_of))

    def remember(self, key: str, times: AlgorithmTimes) -> None:
        """Add times to those of a key, and save."""
        self.entries[key] = {**self.entries.get(key, {}), **times}
        self.save()

    def save(self) -> None:
        """Replace the file, keeping entries of other processes."""
        if self.path is None:
            return
        known = read_entries(self.path, times_of)
        for key, times in self.entries.items():
            known[key] = {**known.get(key, {}), **times}
        values = {key: {a.value: times[a] for a in sorted(times)} for key, times in known.items()}
        try:
            write_entries(self.path, values)
        except OSError as e:
            warn(f"cannot write {self.path}: {e.strerror}; the timings are not remembered")


def times_of(value: object) -> AlgorithmTimes:
    """An entry as the file has it. Raises: ValueError, TypeError if it is none."""
    times = {Algorithm(name): seconds for name, seconds in as_mapping(value).items()}
    checked: AlgorithmTimes = {}
    for algorithm, seconds in times.items():
        if not isinstance(seconds, float) or not math.isfinite(seconds) or seconds < 0:
            raise ValueError(f"{seconds} is no time")
        checked[algorithm] = seconds
    return checked

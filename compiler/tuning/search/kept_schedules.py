"""Choices of schedules in a file of the user's cache, by what they depend on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ....runtime.warning import warn
from ...cache.directory import usable_directory
from ...cache.json_file import as_mapping, read_entries, write_entries
from ...options.tuned_schedules import LayerChoice
from .scheduled_layers import TunedLayer

FILE_NAME = "tuned-schedules.json"


@dataclass(frozen=True)
class KeptChoice:
    """The choice for layers of a kind, how much faster it is, and all that was tried."""

    choice: str
    ratio: float
    tried: tuple[str, ...]

    @classmethod
    def of(cls, value: object) -> KeptChoice:
        """Convert an entry of the file. Raises: ValueError, TypeError, KeyError if invalid."""
        entry = as_mapping(value)
        ratio, tried = entry.get("ratio"), entry.get("tried")
        if not isinstance(ratio, float) or not isinstance(tried, list):
            raise TypeError(f"{value} is no choice")
        choice = str(entry.get("choice"))
        LayerChoice.parse(choice)
        return cls(choice, ratio, tuple(map(str, cast("list[object]", tried))))


def kept_choices(layers: Iterable[TunedLayer]) -> list[LayerChoice]:
    """Return the cached choice for each kind of layers, which learn what was tried."""
    path = path_of_file()
    known = {} if path is None else read_entries(path, KeptChoice.of)
    found: list[LayerChoice] = []
    for layer in layers:
        kept = known.get(layer.key, KeptChoice("", 1.0, ()))
        layer.ratio, layer.tried = kept.ratio, set(kept.tried)
        found.append(LayerChoice.parse(kept.choice))
    return found


def keep(layers: Iterable[TunedLayer]) -> None:
    """Add what is known about layers to the file, keeping entries of other processes."""
    path = path_of_file()
    if path is None:
        return
    entries = read_entries(path, KeptChoice.of)
    entries |= {
        layer.key: KeptChoice(str(layer.choice), layer.ratio, tuple(sorted(layer.tried)))
        for layer in layers
        if layer.tried
    }
    try:
        write_entries(path, {key: vars(entry) for key, entry in entries.items()})
    except OSError as error:
        warn(f"cannot write {path}: {error.strerror}; what was tuned is not remembered")


def path_of_file() -> Path | None:
    """Return the file, which need not exist; None without a cache."""
    folder = usable_directory()
    return None if folder is None else folder / FILE_NAME

"""Read and write JSON files in the user's cache: one object of entries by key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar, cast

from ...runtime.files.replacing_files import write_atomically
from ...runtime.warning import warn

T = TypeVar("T")


def read_entries(path: Path, entry: Callable[[object], T]) -> dict[str, T]:
    """Return a file's converted entries; none, with a warning, if `entry` rejects one."""
    try:
        entries: object = json.loads(path.read_text(encoding="utf-8"))
        return {str(key): entry(value) for key, value in as_mapping(entries).items()}
    except FileNotFoundError:
        return {}
    except OSError as e:
        warn(f"cannot read {path}: {e.strerror}; ignoring it")
    except (ValueError, TypeError):
        warn(f"{path} is damaged; ignoring it")
    return {}


def write_entries(path: Path, entries: Mapping[str, object]) -> None:
    """Write a file atomically: readers see the old or the new one. Raises: OSError."""
    write_atomically(path, [json.dumps(entries, indent=1, sort_keys=True).encode()])


def as_mapping(value: object) -> Mapping[str, object]:
    """Return a JSON object. Raises: TypeError for another value."""
    if not isinstance(value, dict):
        raise TypeError(f"{value} is no object")
    return cast("Mapping[str, object]", value)  # JSON has text keys

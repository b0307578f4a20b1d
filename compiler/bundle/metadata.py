"""Read `metadata.yaml`, in which Ultralytics describes a model's task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...runtime.errors import shortened
from ...runtime.files.input_files import open_input
from ..diagnostics import ModelError
from .archive import ArchivedFile
from .location import METADATA, beside
from .yaml_subset import YamlValue, read_yaml

DETECT = "detect"
"""The task of models whose heads give only boxes."""
TASKS = (DETECT, "segment", "pose", "obb", "classify")
MOST_BYTES = 1 << 20
MOST_EXTENT = 16384
MOST_CLASSES = 100_000


@dataclass(frozen=True)
class Metadata:
    """The metadata of a model; missing entries have Ultralytics' defaults."""

    file: str
    """Name of the file in errors."""
    task: str = ""
    """One of `TASKS`; empty or another word for a model whose outputs are unknown."""
    names: tuple[str, ...] = ()
    """The classes, by number."""
    image_size: tuple[int, int] | None = None
    """Height and width of the input."""
    stride: int = 32
    """Rows and columns of the input are multiples of it."""
    channels: int = 3
    keypoints: tuple[int, int] | None = None
    """Keypoints per object of the task `pose`, and numbers per keypoint: 2, or 3 with a score."""
    end_to_end: bool = False
    """True if the model itself removes overlapping boxes."""

    def class_name(self, number: int) -> str:
        """Return the name of a class, or its number if it has none."""
        return self.names[number] if 0 <= number < len(self.names) else str(number)


def metadata_beside(param: str | bytes) -> Metadata | None:
    """Return Ultralytics' metadata beside a model, if any. Raises: ModelError if damaged."""
    found = beside(param, METADATA)
    return None if found is None else read_metadata(found)


def read_metadata(source: str | ArchivedFile) -> Metadata | None:
    """Read Ultralytics' metadata; None for another file. Raises: ModelError at a damaged line."""
    file = source.name if isinstance(source, ArchivedFile) else source
    try:
        text = _content(source).decode()
    except UnicodeDecodeError as error:
        raise ModelError("is no text", file=file, offset=error.start) from None
    found = read_yaml(text, file, FIELDS)
    if not found.keys() & {"task", "imgsz", "names"}:
        return None
    values: dict[str, Any] = {}
    for key, (value, line) in found.items():
        field, convert = FIELDS[key]
        try:
            values[field] = convert(value)
        except ValueError as error:
            raise ModelError(f"{key} {error}", file=file, line=line) from None
    return Metadata(file, **values)


def _content(source: str | ArchivedFile) -> bytes:
    if isinstance(source, ArchivedFile):
        data, file = source, source.name
    else:
        file = source
        try:
            with open_input(source) as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError as error:
            raise ModelError(f"cannot be read: {error.strerror}", file=file) from None
    if len(data) > MOST_BYTES:
        raise ModelError(f"has more than {MOST_BYTES >> 20} MiB", file=file)
    return data


def _shown(value: YamlValue) -> str:
    return f"'{shortened(str(value))}'"


def _positive(value: YamlValue, most: int = MOST_EXTENT) -> int:
    """Return a positive number. Raises: ValueError."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError(f"must be a number from 1 to {most}, not {_shown(value)}")
    return value


def _size(value: YamlValue) -> tuple[int, int]:
    """Return a height and a width; one number is both. Raises: ValueError."""
    if isinstance(value, list):
        if len(value) not in (1, 2):
            raise ValueError(f"must be one number or two, not {_shown(value)}")
        sides = [_positive(each) for each in value]
        return sides[0], sides[-1]
    side = _positive(value)
    return side, side


def _stride(value: YamlValue) -> int:
    """Return the largest of the strides. Raises: ValueError."""
    return max(map(_positive, value)) if isinstance(value, list) and value else _positive(value)


def _names(value: YamlValue) -> tuple[str, ...]:
    """Return the names by number, of a list or a mapping from numbers. Raises: ValueError."""
    if value is None:
        return ()
    if isinstance(value, list):
        return tuple(map(str, value))
    if not isinstance(value, dict):
        raise ValueError(f"must be a list or a mapping, not {_shown(value)}")
    numbered: dict[int, str] = {}
    for key, name in value.items():
        if not key.isascii() or not key.isdigit() or int(key[:9]) >= MOST_CLASSES:
            raise ValueError(f"has the key {_shown(key)}, which is no number of a class")
        numbered[int(key)] = str(name)
    return tuple(numbered.get(i, str(i)) for i in range(max(numbered, default=-1) + 1))


def _keypoints(value: YamlValue) -> tuple[int, int]:
    """Return a number of keypoints, and of numbers for each. Raises: ValueError."""
    match value:
        case [count, numbers] if _positive(numbers) in (2, 3):
            return _positive(count), _positive(numbers)
        case _:
            raise ValueError(f"must be a count and 2 or 3, not {_shown(value)}")


def _word(value: YamlValue) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be a word, not {_shown(value)}")
    return value


def _flag(value: YamlValue) -> bool:
    if not isinstance(value, bool | None):
        raise ValueError(f"must be true or false, not {_shown(value)}")
    return bool(value)


FIELDS: dict[str, tuple[str, Callable[[YamlValue], object]]] = {
    "task": ("task", _word),
    "names": ("names", _names),
    "imgsz": ("image_size", _size),
    "stride": ("stride", _stride),
    "channels": ("channels", _positive),
    "kpt_shape": ("keypoints", _keypoints),
    "end2end": ("end_to_end", _flag),
}
"""Key in the file -> field of `Metadata`, and conversion of its value."""

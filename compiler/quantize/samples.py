"""Read calibration samples, images or arrays, one at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

import numpy as np

from ...runtime.files.input_files import open_input, shown_path
from ...runtime.model.tensors import TensorSpec
from ..analysis.model_inputs import file_array, fitted, npy_array
from ..analysis.relative_error import Arrays
from ..diagnostics import ModelError, OptionTypeError, UsageError, unknown_name
from ..image import Image
from ..option_values import kind

Data: TypeAlias = str | os.PathLike[str] | np.ndarray | Sequence[np.ndarray]
"""
For one input: a folder of images or `.npy` files, a `.txt` file that lists them, one of them, a
`.npy` of one sample or of many (then with one more axis, the first), or such arrays.
"""

SUFFIXES = {
    *(".npy", ".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff"),
    *(".ppm", ".pgm", ".pnm"),
}
"""The files of a folder that are read, by suffix in lower case."""
LIST_SUFFIX = ".txt"


@dataclass(frozen=True)
class Feed:
    """The samples of one input: what errors call them, and how each is read."""

    names: Sequence[str]
    read: Callable[[int], np.ndarray]


@dataclass(frozen=True)
class CalibrationSamples:
    """Inputs by name, as many sets of them as there are samples."""

    feeds: Mapping[str, Feed]

    def __len__(self) -> int:
        return len(next(iter(self.feeds.values())).names)

    def __getitem__(self, index: int) -> dict[str, np.ndarray]:
        """
        Return a sample, which may have minus infinity, as masks of attention do.

        Raises: ModelError if unreadable or not finite; as `TensorSpec.check`.
        """
        arrays = {name: feed.read(index) for name, feed in self.feeds.items()}
        for name, array in arrays.items():
            if not (array < np.inf).all():
                raise ModelError(
                    f"input '{name}' has NaN or infinite elements",
                    file=self.feeds[name].names[index],
                )
        return arrays

    def __iter__(self) -> Iterator[dict[str, np.ndarray]]:
        return (self[index] for index in range(len(self)))

    def describe(self, index: int) -> str:
        return next(iter(self.feeds.values())).names[index]

    def spread(self, count: int) -> list[int]:
        """Return `count` samples' numbers, spread evenly; all if there are fewer."""
        if len(self) <= count:
            return list(range(len(self)))
        return [index * len(self) // count for index in range(count)]


def taken_by(specs: Sequence[TensorSpec], sample: Mapping[str, np.ndarray]) -> Arrays:
    """Return the arrays of a sample that a part of the model takes, which may lack some inputs."""
    return {spec.name: sample[spec.name] for spec in specs if spec.name in sample}


def open_samples(
    specs: Sequence[TensorSpec],
    data: Data | Mapping[str, Data],
    image: Image,
    unread: Collection[str] = (),
) -> CalibrationSamples:
    """Open inputs' samples, zeros for `unread`. Raises: UsageError; OptionTypeError; ModelError."""
    by_name = {spec.name: spec for spec in specs}
    needed = [name for name in by_name if name not in unread]
    if not isinstance(data, Mapping):
        if len(needed) != 1:
            raise UsageError(f"the model has {len(needed)} inputs: {', '.join(needed)}; {HINT}")
        data = dict.fromkeys(needed, data)
    for name in data:
        if name not in by_name:
            raise unknown_name("input", name, list(by_name))
    for name in needed:
        if name not in data:
            raise UsageError(f"there are no samples for input '{name}'; {HINT}")
    feeds = {
        name: open_feed(spec, data[name], image) for name, spec in by_name.items() if name in data
    }
    counts = {name: len(feed.names) for name, feed in feeds.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} of '{name}'" for name, count in counts.items())
        raise UsageError(f"the inputs have different numbers of samples: {listed}")
    names = next(iter(feeds.values())).names
    zeros = {name: feed_of_zeros(by_name[name], names) for name in by_name if name not in feeds}
    return CalibrationSamples({**feeds, **zeros})


def feed_of_zeros(spec: TensorSpec, names: Sequence[str]) -> Feed:
    """Return the same for all samples, of an input that no layer reads."""
    return Feed(names, lambda index: np.zeros(spec.shape, spec.dtype))


HINT = "hint: give samples for every input by its name"


def open_feed(spec: TensorSpec, data: Data, image: Image) -> Feed:
    """Return the samples of one input. Raises: as `open_samples`."""
    if isinstance(data, np.ndarray):
        return feed_of_array(spec, data, f"<data of '{spec.name}'>")
    if not isinstance(data, str | os.PathLike):
        if not isinstance(cast("object", data), Iterable):  # callers may be untyped
            wanted = "arrays, or the name of a file or folder"
            raise OptionTypeError(f"data must be {wanted}, not {kind(data)}")
        arrays = list(data)
        require_some(len(arrays), f"for input '{spec.name}'")
        names = [f"<sample {index} of '{spec.name}'>" for index in range(len(arrays))]
        return Feed(names, lambda index: fitted(spec, np.asarray(arrays[index])))
    path = Path(data)
    if path.is_dir():
        return feed_of_files(spec, files_of_folder(path), image)
    if path.suffix.lower() == LIST_SUFFIX:
        return feed_of_files(spec, listed_files(path), image)
    if path.suffix.lower() == ".npy":
        return feed_of_array(spec, npy_array(str(path)), str(path))
    return feed_of_files(spec, [str(path)], image)


def feed_of_array(spec: TensorSpec, array: np.ndarray, name: str) -> Feed:
    """Return the samples in an array: one, or those along its first axis."""
    if array.shape == spec.shape:
        array = array[np.newaxis]
    if array.shape[1:] != spec.shape or array.ndim != len(spec.shape) + 1:
        wanted, given = ("x".join(map(str, shape)) for shape in (spec.shape, array.shape))
        reason = f"has shape {given}; input '{spec.name}' needs {wanted}, or Nx{wanted}"
        raise ModelError(reason, file=name)
    require_some(len(array), f"in '{name}'")
    names = [f"{name}[{index}]" for index in range(len(array))]
    return Feed(names, lambda index: fitted(spec, array[index]))


def feed_of_files(spec: TensorSpec, files: Sequence[str], image: Image) -> Feed:
    """Return the samples of a list of images and arrays."""
    return Feed(files, lambda index: file_array(spec, files[index], image))


def files_of_folder(folder: Path) -> list[str]:
    """
    Return the images and arrays of a folder and of those in it, by name. Raises: UsageError if
    none.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    files = [str(path) for path in paths if path.is_file() and not path.name.startswith(".")]
    require_some(len(files), f"in folder '{shown_path(folder)}', which has no image and no .npy")
    return files


def listed_files(path: Path) -> list[str]:
    """Return the files that a text file names, one a line. Raises: as `open_samples`."""
    try:
        with open_input(path) as stream:
            lines = stream.read().decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"no readable list of files: {error}", file=str(path)) from None
    files = [line.strip() for line in lines if line.strip()]
    require_some(len(files), f"in '{shown_path(path)}', which lists no file")
    return files


def require_some(count: int, where: str) -> None:
    """Check the number of samples. Raises: UsageError if there are none."""
    if not count:
        raise UsageError(f"there are no samples {where}")

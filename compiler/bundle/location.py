"""Find the files of a model, given a path of a file, a folder, an archive, or a file in one."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from .archive import SUFFIX, ArchivedFile, members_of, read_member, split_archive
from .selection import (
    BINARY,
    CONVERTED,
    TEXT,
    TRACED,
    WEIGHTS,
    models_among,
    only_model,
    weight_names,
    weights_among,
)

METADATA = "metadata.yaml"
"""The file in which Ultralytics describes a model."""
MOST_FILES = 100_000
"""Largest number of names read from a folder."""


def find_model(
    param: str | bytes, weights: str | bytes | None = None
) -> tuple[str | bytes, str | bytes | None]:
    """
    Return the `.param` and the weights in a folder or an archive. Other paths, and weights that are
    given, are returned unchanged.

    If a folder has no model, its subfolders are searched: an unpacked archive often has its files
    one folder deeper.

    Raises: ModelError if there is no model, or more than one.
    """
    if not isinstance(param, str):
        return param, weights
    if os.path.isdir(param):
        return _in_folder(param, weights)
    found = split_archive(param) if is_bundle(param) else None
    return (param, weights) if found is None else _in_archive(*found, weights)


def is_bundle(path: str) -> bool:
    """Return whether a path names a folder, a zip archive, or a file in one."""
    if os.path.isdir(path):
        return True
    is_other_file = os.path.exists(path) and not path.lower().endswith(SUFFIX)
    return not is_other_file and split_archive(path) is not None


def _in_folder(folder: str, weights: str | bytes | None) -> tuple[str, str | bytes | None]:
    names = _names_in(folder)
    if not models_among(names):
        names = [
            f"{inner}/{name}"
            for inner in names
            if os.path.isdir(Path(folder, inner)) and not inner.startswith(".")
            for name in _names_in(Path(folder, inner))
        ] + names
    model = only_model(names, folder)
    param = str(Path(folder, model))
    if weights is None and not weights_beside(param).exists():
        other = weights_among(names, model, [model])
        weights = None if other is None else str(Path(folder, other))
    return param, weights


def _names_in(folder: str | Path) -> list[str]:
    """Return the names in a folder, sorted. Raises: ModelError if it cannot be read."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        from ..diagnostics import ModelError

        raise ModelError(f"cannot be read: {error.strerror}", file=os.fspath(folder)) from None
    return names[:MOST_FILES]


def _in_archive(
    archive: str, inside: str, weights: str | bytes | None
) -> tuple[ArchivedFile, str | bytes | None]:
    from ..diagnostics import ModelError
    from ..format.records import MAX_FILE_BYTES

    names = members_of(archive)
    if inside in names:
        model = inside
    else:
        names = [name for name in names if not inside or name.startswith(f"{inside}/")]
        if inside and not names:
            raise ModelError(f"has no file '{inside}'", file=archive)
        model = only_model(names, f"{archive}/{inside}" if inside else archive)
    param = read_member(archive, model, MAX_FILE_BYTES + 1)
    if weights is None:
        member = weights_among(names, model, models_among(names))
        weights = None if member is None else read_member(archive, member)
    return param, weights


def weights_beside(param: str | os.PathLike[str]) -> Path:
    """Return the default path of the weights of a `.param` or `.param.bin`."""
    path = Path(param)
    candidates = [path.with_name(name) for name in weight_names(path.name)]
    return next((each for each in candidates if each.exists()), candidates[0])


def beside(param: str | bytes, name: str) -> str | ArchivedFile | None:
    """Return the file called `name` beside a `.param`, if it exists. Raises: ModelError."""
    if traced_graph(param) is None:
        return None
    if isinstance(param, ArchivedFile):
        member = str(PurePosixPath(param.member).with_name(name))
        if member not in members_of(param.archive):
            return None
        from ..format.records import MAX_FILE_BYTES

        return read_member(param.archive, member, MAX_FILE_BYTES)
    assert isinstance(param, str)  # bytes are no bundle
    path = Path(param).with_name(name)
    return str(path) if path.is_file() else None


def names_header(param: str | bytes) -> str | None:
    """Return the text of the header beside `x.param.bin`, if there is one. Raises: ModelError."""
    name = _name_of(param)
    header = beside(param, header_name(name)) if name.endswith(BINARY) else None
    if header is None or isinstance(header, bytes):
        return None if header is None else header.decode(errors="replace")
    try:
        return Path(header).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None  # Layers and blobs have numbers without it.


def header_name(binary: str) -> str:
    """Return ncnn2mem's name for the header of a `.param.bin`."""
    return binary.removesuffix(BINARY) + ".id.h"


def files_beside(param: str | bytes) -> list[str | ArchivedFile]:
    """Return the files that may contain input shapes or names. Raises: ModelError."""
    name = _name_of(param)
    headers = [header_name(name)] if name.endswith(BINARY) else []
    found = [file for each in headers if (file := beside(param, each)) is not None]
    return [*files_with_shapes(param), *found]


def files_with_shapes(param: str | bytes) -> list[str | ArchivedFile]:
    """Return the files that may contain input shapes. Raises: ModelError."""
    names = (METADATA, traced_graph(param))
    return [file for name in names if name and (file := beside(param, name)) is not None]


def traced_graph(param: str | bytes) -> str | None:
    """Return pnnx's name for its own graph of `x.ncnn.param`; None for other files."""
    name = _name_of(param)
    name = name.removesuffix(WEIGHTS) if name.endswith(BINARY) else name
    if not name.endswith(TEXT):
        return None
    return name.removesuffix(TEXT).removesuffix(CONVERTED) + TRACED


def _name_of(param: str | bytes) -> str:
    """Return the file name of a model without its folder; empty for a model in memory."""
    if isinstance(param, bytes):
        return PurePosixPath(param.member).name if isinstance(param, ArchivedFile) else ""
    return Path(param).name

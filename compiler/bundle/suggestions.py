"""Suggest input shapes from files beside a model: `metadata.yaml`, or pnnx's graph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...runtime.files.input_files import open_input
from ..diagnostics import ModelError
from ..format.records import MAX_FILE_BYTES
from .archive import ArchivedFile
from .location import METADATA, beside, traced_graph
from .metadata import metadata_beside

Shape = tuple[int, ...]

INPUT_LINE = re.compile(r"pnnx\.Input\s+\S+\s+0\s+1\s+(\S+)(.*)")
NUMBERED = re.compile(r"in(\d{1,4})")
"""Names that pnnx gives the inputs of the ncnn model, in the order of its own graph."""
MOST_DIMENSIONS = 4
MAX_EXTENT = 1 << 24


@dataclass(frozen=True)
class Suggestion:
    """An input shape found in a file."""

    shape: Shape
    """Outermost extent first, without the batch."""
    file: str
    """The name of the file."""


def suggested_shapes(param: str | bytes, inputs: Sequence[str]) -> dict[str, Suggestion]:
    """Return input shapes from the metadata, else from pnnx's graph. Raises: ModelError."""
    found = _shapes_traced(param, inputs)
    if len(inputs) == 1:
        metadata = metadata_beside(param)
        if metadata is not None and metadata.image_size is not None:
            shape = (metadata.channels, *metadata.image_size)
            found[inputs[0]] = Suggestion(shape, METADATA)
    return found


def _shapes_traced(param: str | bytes, inputs: Sequence[str]) -> dict[str, Suggestion]:
    """Return the shapes with which pnnx traced a model."""
    name = traced_graph(param)
    file = None if name is None else beside(param, name)
    if name is None or file is None:
        return {}
    traced = traced_inputs(_text_of(file))
    found: dict[str, Suggestion] = {}
    for place, blob in enumerate(inputs):
        numbered = NUMBERED.fullmatch(blob)
        if numbered is None and len(traced) != len(inputs):
            continue
        index = place if numbered is None else int(numbered[1])
        shape = traced[index] if index < len(traced) else None
        if shape is not None:
            found[blob] = Suggestion(shape, name)
    return found


def traced_inputs(text: str) -> list[Shape | None]:
    """Return the shapes of pnnx's inputs without the batch; None where an extent varies."""
    shapes: list[Shape | None] = []
    for line in text.splitlines():
        match = INPUT_LINE.match(line.strip())
        if match is None:
            continue
        shaped = re.search(rf"#{re.escape(match[1])}=\((\d[\d,]{{0,80}})\)", match[2])
        extents = tuple(int(word) for word in shaped[1].split(",") if word) if shaped else ()
        if len(extents) > 1 and extents[0] == 1:
            extents = extents[1:]
        fits = 0 < len(extents) <= MOST_DIMENSIONS and all(0 < e <= MAX_EXTENT for e in extents)
        shapes.append(extents if fits else None)
    return shapes


def _text_of(file: str | ArchivedFile) -> str:
    """Return the text of pnnx's graph. Raises: ModelError."""
    if isinstance(file, ArchivedFile):
        return file.decode(errors="replace")
    try:
        with open_input(file) as stream:
            return stream.read(MAX_FILE_BYTES).decode(errors="replace")
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror}", file=file) from None

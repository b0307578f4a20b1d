"""Map compiled models, and find and verify their sections."""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

from ..code.elf import machine_family
from ..errors import ArtifactError, shortened
from ..files.described import from_description
from ..files.digest import section_digest
from ..files.input_files import FileState, open_input, shown_path
from ..files.library_file import (
    DESCRIPTION_SECTION,
    WEIGHTS_FILE_HEAD,
    WEIGHTS_SECTION,
    contents_of,
    is_library,
    part_for,
)
from ..model.tensors import padded
from ..system import here
from .format import OBJECT_CODE, PREAMBLE, WEIGHTS, Header, damaged, header_text

_mappings: WeakValueDictionary[FileState, mmap.mmap] = WeakValueDictionary()
"""The mapped files."""


@dataclass(frozen=True)
class MappedModel:
    """A model in a mapped file; only its header is verified."""

    text: bytes
    """Text of the header."""
    header: Header
    start: int
    """Offset of the sections in the data."""
    data: memoryview
    """Header, object code and, unless `beside` has them, weights."""
    beside: memoryview | None = None
    """The weights, if they are in another section or file."""


def models_of_file(data: memoryview, name: str) -> list[MappedModel]:
    """
    Return the models of an artifact or library. Raises: ArtifactError; others for a wrong header.
    """
    data = part_for(data, machine_family())
    if not is_library(data):
        text, start = header_text(name, data)
        return [MappedModel(text, from_description(Header, json.loads(text)), start, data)]
    models: list[MappedModel] = []
    data, weights = library_sections(data, name)
    while data or not models:
        text, start = header_text(name, data)
        header = from_description(Header, json.loads(text))
        end, size = start + header.code_bytes, 0
        if header.sections and not header.weights_file:
            size = padded(header.sections[-1].size)
        models.append(MappedModel(text, header, start, data[:end], weights[:size]))
        data, weights = data[end:], weights[size:]
    return models


def chosen(models: Sequence[MappedModel], wanted: str, file: str) -> MappedModel:
    """Return the only model, or the model named `wanted`. Raises: ArtifactError."""
    named = {model.header.name: model for model in models}
    if wanted in named:
        return named[wanted]
    names = ", ".join(filter(None, named))
    if wanted:
        known = f"known: {names}" if names else "its model has no name"
        raise damaged(file, f"has no model '{shortened(wanted)}' ({known})")
    if len(models) > 1:
        hint = f"hint: name one, ncnnc.load(..., name='{models[0].header.name}') or --name"
        raise damaged(file, f"has several models: {names}; {hint}")
    return models[0]


def library_sections(data: memoryview, name: str) -> tuple[memoryview, memoryview]:
    """
    Return description and weights (perhaps none) of a library. Raises: ArtifactError for others.
    """
    try:
        found = contents_of(data, DESCRIPTION_SECTION)
        weights = contents_of(data, WEIGHTS_SECTION)
    except ArtifactError as error:
        raise damaged(name, str(error)) from error
    if found is None or len(found) < PREAMBLE.size:
        raise damaged(name, "no compiled model, nor a library with one")
    return found, memoryview(b"") if weights is None else weights


def weights_of_file(path: Path, library: str) -> memoryview:
    """Return the weights of a separate file. Raises: ArtifactError if it cannot be read."""
    try:
        return map_file(path, shown_path(path))[0][WEIGHTS_FILE_HEAD:]
    except OSError as error:
        reason = f"its weights, {shown_path(path)}, cannot be read: {error.strerror}"
        raise damaged(library, reason) from error


def map_file(path: str | os.PathLike[str], name: str) -> tuple[memoryview, FileState]:
    """Return the bytes of a file; all models from this file in this process share them."""
    with open_input(path) as file:
        state = FileState.of(file)
        if state.size < PREAMBLE.size:
            raise damaged(name, "too short to be a compiled model")
        mapping = _mappings.get(state)
        if mapping is None:
            mapping = _mappings[state] = here.map_file(file)
    return memoryview(mapping), state


def check_sha256(data: memoryview, wanted: str, name: str) -> None:
    """Compare the SHA-256 of a file. Raises: ArtifactError if it differs."""
    found = hashlib.sha256(data).hexdigest()
    if found != wanted:
        raise damaged(name, f"is another file: its SHA-256 is {found}, not {wanted}")


def section_views(name: str, model: MappedModel, known: bool) -> Iterator[memoryview]:
    """Yield the sections, verified unless `known`, weights last if they are in the file."""
    data, start, beside, sections = model.data, model.start, model.beside, model.header.sections
    here = sections if beside is None else sections[:-1]
    end = max((start + section.offset + padded(section.size) for section in here), default=start)
    if end != len(data):
        raise damaged(name, f"damaged ({len(data)} bytes long instead of {end})")
    for section in sections:
        kind = WEIGHTS if section is sections[-1] else OBJECT_CODE
        memory, first = data, start + section.offset
        if kind == WEIGHTS and beside is not None:
            memory, first = beside, 0
        view = memory[first : first + section.size]
        if known:
            yield view
            continue
        gap = bytes(memory[first + section.size : first + padded(section.size)])
        digest = section_digest(kind, section.size)
        digest.update(view)
        if any(gap) or digest.hexdigest() != section.digest:
            raise damaged(name, f"damaged (its {kind.replace('_', ' ')} do not match the digest)")
        yield view

"""Read compiled models from mapped and verified files."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, SupportsIndex

from ..errors import NcnncError
from ..files.described import from_description
from ..files.input_files import FileState, shown_path
from ..model.program import Program
from ..weights.known_weights import KnownWeights, part_of, received
from .contents import Contents
from .format import VERSION, damaged, preamble_digest
from .mapping import check_sha256, chosen, map_file, models_of_file, section_views, weights_of_file


class VerifiedFiles:
    """Remember verified files; this base class remembers none."""

    def recall(self, state: FileState) -> str | None:
        """Return the digest remembered for a file in this state, if any."""
        return None

    def remember(self, state: FileState, digest: str) -> None:
        """Remember the digest of a file in this state."""


class WeightsOfFile(KnownWeights):
    """All weights of a mapped file; a process that unpickles them maps the file, too."""

    def __init__(self, memory: memoryview, path: str):
        super().__init__(memory)
        self.path = path

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Callable[..., KnownWeights], Any]:
        _, (content, data) = super().__reduce_ex__(protocol)
        return received_from_file, (content, data, self.path)


def read(path: str | os.PathLike[str]) -> Program:
    """Map and verify an artifact of one program. Raises: ArtifactError; OSError."""
    contents = read_contents(path).for_this_machine()
    if contents.dynamic:
        count = len(contents.programs)
        reason = f"has programs for {count} sets of shapes, one is needed here"
        raise damaged(shown_path(path), reason)
    return contents.programs[0]


def read_contents(
    path: str | os.PathLike[str],
    verified: VerifiedFiles | None = None,
    model: str = "",
    sha256: str = "",
) -> Contents:
    """
    Map an artifact, or a library for C, and verify all of it; its weights are views of the mapping.

    `model` selects one of several models of a library by name. `sha256` is the digest of the whole
    file, checked before anything is read. If `verified` recalls that this file was verified and has
    not changed since, only the header is verified.

    Raises: ArtifactError if the file is neither, of another version, damaged, has another digest,
    or has no such model; OSError if it cannot be read.
    """
    name = shown_path(path)
    data, state = map_file(path, name)
    if sha256:
        check_sha256(data, sha256, name)
    settled = state.is_settled
    try:
        found = chosen(models_of_file(data, name), model, name)
        header = found.header
        if header.weights_file:
            beside = weights_of_file(Path(path).with_name(header.weights_file), name)
            found = replace(found, beside=beside)
        digest = preamble_digest(VERSION, found.text).hex()
        known = verified is not None and verified.recall(state) == digest
        *codes, weights = section_views(name, found, known)
        whole = WeightsOfFile(weights, os.path.abspath(path))
        parts = {place: part_of(whole, place) for place in header.weights}
        described = zip(header.programs, codes, header.weights, strict=True)
        programs = tuple(
            from_description(Program, one, object_code=bytes(code), weights=parts[place])
            for one, code, place in described
        )
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(name, f"its header lacks or adds something ({error})") from error
    contents = Contents(programs, header.dynamic, whole, header.key, header.inputs)
    if not header.dynamic and len(programs) != max(len(contents.targets), 1):
        raise damaged(name, f"damaged (it has {len(programs)} programs)")
    if verified is not None and settled and not known:
        verified.remember(state, digest)
    return contents


def received_from_file(content: str, data: memoryview | bytes, path: str) -> KnownWeights:
    """
    Return the weights of a pickle, mapped from the file if it exists here and has the same weights.
    """
    return received(content, data, partial(weights_with, content, path))


def weights_with(content: str, path: str) -> KnownWeights | None:
    """Return the weights of a file if it exists and their SHA-256 is `content`."""
    if not os.path.isfile(path):
        return None
    try:
        weights = read_contents(path).weights
    except (NcnncError, OSError):
        return None  # The name belongs to another file here, or the file was replaced.
    return weights if weights is not None and weights.content == content else None

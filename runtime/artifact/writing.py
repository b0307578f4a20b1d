"""Write programs to a file."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ..errors import ArgumentError
from ..files.digest import section_digest
from ..files.input_files import shown_path
from ..files.replacing_files import replace_files
from ..model.program import Program
from ..model.tensors import padded
from ..version import VERSION as NCNNC_VERSION
from .contents import Contents
from .format import (
    MAGIC,
    OBJECT_CODE,
    PREAMBLE,
    VERSION,
    WEIGHTS,
    ArtifactSection,
    Header,
    preamble_digest,
)

if TYPE_CHECKING:
    from ..weights.shared_weights import SharedWeights

NOT_DESCRIBED = (OBJECT_CODE, WEIGHTS)
"""Fields of a program that are sections, not part of the description."""
LIBRARIES = (".so", ".a", ".o", ".dll", ".lib", ".obj", ".dylib")
"""Suffixes of files linked by C programs, which have another format."""
NO_DIGEST = "0" * 64
"""Placeholder for a digest that is not known yet."""


def write(path: str | os.PathLike[str], program: Program) -> None:
    """Store a program atomically. Raises: as `write_contents`."""
    write_contents(path, Contents((program,)))


def write_contents(path: str | os.PathLike[str], contents: Contents) -> None:
    """Store programs atomically. Raises: OSError; ArgumentError for a library's name."""
    if Path(path).suffix in LIBRARIES:
        raise ArgumentError(
            f"{shown_path(path)} would be a library; these are compiled from the model's files; "
            "hint: ncnnc.compile_library"
        )
    replace_files({path: partial(write_sections, contents)})


def write_sections(contents: Contents, file: BinaryIO) -> None:
    """Write the sections piece by piece, and the header, which holds their digests, last."""
    from ..weights.shared_weights import SharedWeights

    weights = SharedWeights(contents.programs)
    digest = section_digest(WEIGHTS, weights.size)
    file.write(description(contents, weights))
    for piece in weights.pieces():
        digest.update(piece)
        file.write(piece)
    file.write(bytes(padded(weights.size) - weights.size))
    file.seek(0)
    file.write(description(contents, weights, digest.hexdigest()))


def description(
    contents: Contents,
    weights: SharedWeights,
    digest: str = NO_DIGEST,
    weights_file: str = "",
    name: str = "",
) -> bytes:
    """
    Return all bytes before the weights (perhaps in `weights_file`); any digest gives the same size.
    """
    codes = [program.object_code for program in contents.programs]
    digests: list[str] = []
    for code in codes:
        code_digest = section_digest(OBJECT_CODE, len(code))
        code_digest.update(memoryview(code))
        digests.append(code_digest.hexdigest())
    header = encode_header(contents, weights, [*digests, digest], weights_file, name)
    return encode_head(header) + b"".join(code.ljust(padded(len(code)), b"\0") for code in codes)


def encode_head(header: bytes) -> bytes:
    """Return the preamble and the padded header."""
    size = padded(PREAMBLE.size + len(header)) - PREAMBLE.size
    header = header.ljust(size)
    return PREAMBLE.pack(MAGIC, VERSION, size, preamble_digest(VERSION, header)) + header


def encode_header(
    contents: Contents,
    weights: SharedWeights,
    digests: Sequence[str],
    weights_file: str,
    name: str,
) -> bytes:
    """
    Return the JSON header, of equal size for any digests; offsets count from the first section.
    """
    from llvmlite.binding import llvm_version_info

    programs = contents.programs
    sizes = [*(len(program.object_code) for program in programs), weights.size]
    sections: list[ArtifactSection] = []
    offset = 0
    for size, digest in zip(sizes, digests, strict=True):
        sections.append(ArtifactSection(offset, size, digest))
        offset += padded(size)
    header = Header(
        ncnnc=NCNNC_VERSION,
        llvm=".".join(map(str, llvm_version_info)),
        dynamic=contents.dynamic,
        programs=tuple(map(described, programs)),
        weights=weights.ranges,
        sections=tuple(sections),
        key=contents.key,
        inputs=contents.inputs,
        weights_file=weights_file,
        name=name,
    )
    return json.dumps(header, default=vars, separators=(",", ":")).encode()


def described(program: Program) -> dict[str, object]:
    """Return the description of a program for the header."""
    values = {f.name: getattr(program, f.name) for f in fields(program)}
    values = {name: value for name, value in values.items() if value is not None}
    return {name: value for name, value in values.items() if name not in NOT_DESCRIBED}

"""
The `.ncnnc` file: a compiled model in one file that is mapped, verified and used in place.

    magic (8) | version (4) | header bytes (4) | SHA-256 of all else before the sections (32) |
    header (JSON, padded with blanks) | object code of each program | weights

Little-endian; the header ends and each section starts at a multiple of 64 bytes, with zeros
between. The header holds the description of each program, in which part of the weights its own
are, and, per section, offset, size and digest. A model for one set of shapes has one program, one
for several (which is `dynamic`) a program for each; for several targets there are as many of each,
the best target's first. All share the weights. A library for C has the same in sections of its
own (`library_file.py`), or the weights in a file beside it, which the header then names. In a cache
the header also holds the key of what it was compiled of, and what is known of the inputs of a
dynamic model.
Object code is digested with SHA-256. Weights, often hundreds of megabytes, are digested by the
SHA-256 of sums that numpy forms at the speed of memory (see `WeightsDigest`), and written as they
are made: the header, whose size is known before, comes last.

Digests detect damage, not malice: an artifact is code, to be trusted like any program.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from weakref import WeakValueDictionary

from .cpu import missing_features
from .described import from_description
from .digest import section_digest
from .errors import ArgumentError, ArtifactError, shortened
from .files import FileState, open_input, shown_path
from .known_weights import KnownWeights, WeightsRange, part_of
from .library_file import (
    DESCRIPTION_SECTION,
    WEIGHTS_FILE_HEAD,
    WEIGHTS_SECTION,
    contents_of,
    is_library,
)
from .program import Program
from .replacing_files import replace_files
from .tensors import DynamicInput, padded
from .version import VERSION as NCNNC_VERSION

if TYPE_CHECKING:
    from .shared_weights import SharedWeights

MAGIC = b"\x89NCNNC\r\n"
VERSION = 8
"""Of the header, and of the functions that the object code exports (`dialects/entry_points.py`)."""
PREAMBLE = struct.Struct("<8sII32s")
WEIGHTS = "weights"
OBJECT_CODE = "object_code"
NOT_DESCRIBED = (OBJECT_CODE, WEIGHTS)
"""The fields of a program that are sections."""
_mappings: WeakValueDictionary[FileState, mmap.mmap] = WeakValueDictionary()
"""The files that are mapped."""
LIBRARIES = (".so", ".a", ".o")
"""How the names of files end that C programs link: these have another format."""
NO_DIGEST = "0" * 64
"""Takes the place of a digest until it is known."""


@dataclass(frozen=True)
class Section:
    """Where a section is, counted from the first of them, and the digest of what is in it."""

    offset: int
    size: int
    digest: str


@dataclass(frozen=True)
class Header:
    """What the header says."""

    ncnnc: str
    llvm: str
    dynamic: bool
    programs: tuple[dict[str, object], ...]
    """The description of each."""
    weights: tuple[WeightsRange, ...]
    """By program."""
    sections: tuple[Section, ...]
    key: str
    inputs: tuple[DynamicInput, ...]
    weights_file: str
    """The name of the file beside this one that has the weights, if they are not here."""
    name: str
    """What the model is called in C, if this is in a library."""

    @property
    def code_bytes(self) -> int:
        """Of all sections but the last, which has the weights."""
        return max((s.offset + padded(s.size) for s in self.sections[:-1]), default=0)


@dataclass(frozen=True)
class MappedModel:
    """A model in a mapped file; only its header is verified."""

    text: bytes
    """Of the header."""
    header: Header
    start: int
    """Where in the data the sections begin."""
    data: memoryview
    """Its description and, unless they are elsewhere, its weights."""
    beside: memoryview | None = None
    """Its weights, if they are elsewhere."""


@dataclass(frozen=True)
class Contents:
    """What a file holds."""

    programs: tuple[Program, ...]
    """Those of the best target first."""
    dynamic: bool = False
    """Whether it is a model for several sets of shapes, each of which has a program."""
    weights: KnownWeights | None = None
    """Those of all programs, if they come from a file."""
    key: str = ""
    """In a cache, of what it was compiled."""
    inputs: tuple[DynamicInput, ...] = ()
    """In a cache, what a dynamic model takes besides the shapes that it has programs for."""

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets, the best first."""
        return tuple(dict.fromkeys(program.target for program in self.programs))

    def for_this_machine(self) -> Contents:
        """Those of the best target that this machine can run; if it can run none, of the last."""
        if len(self.targets) <= 1:
            return self
        runnable = [p.target for p in self.programs if not missing_features(p.features)]
        target = (runnable or self.targets[-1:])[0]
        programs = tuple(p for p in self.programs if p.target == target)
        return replace(self, programs=programs)


class VerifiedFiles:
    """What remembers files that were verified: here, none."""

    def recall(self, state: FileState) -> str | None:
        """The digest that was remembered of a file in this state."""
        return None

    def remember(self, state: FileState, digest: str) -> None:
        """A file in this state has this digest."""


def contents_of_programs(programs: Sequence[Program]) -> Contents:
    """Programs of one model for one file, those of the best target first."""
    from .specialisation import shapes_of

    return Contents(tuple(programs), len({*map(shapes_of, programs)}) > 1)


def write(path: str | os.PathLike[str], program: Program) -> None:
    """
    Store a program; the file appears whole or not at all.

    Raises: as `write_contents`.
    """
    write_contents(path, Contents((program,)))


def write_contents(path: str | os.PathLike[str], contents: Contents) -> None:
    """
    Store programs; the file appears whole or not at all.

    Raises: OSError if it cannot be written; ArgumentError for the name of a library.
    """
    if Path(path).suffix in LIBRARIES:
        raise ArgumentError(
            f"{shown_path(path)} would be a library, which is made of the model's files; "
            "hint: ncnnc.compile_library"
        )
    replace_files({path: partial(write_sections, contents)})


def write_sections(contents: Contents, file: BinaryIO) -> None:
    """Write the sections piece by piece, and the header, which holds their digests, last."""
    from .shared_weights import SharedWeights

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
    All that comes before the weights, whose digest this is: as long for any.

    `weights_file` is the name of the file with the weights, if they do not follow; `name` that of
    the model in a library.
    """
    codes = [program.object_code for program in contents.programs]
    digests: list[str] = []
    for code in codes:
        code_digest = section_digest(OBJECT_CODE, len(code))
        code_digest.update(memoryview(code))
        digests.append(code_digest.hexdigest())
    head = encode_head(contents, weights, [*digests, digest], weights_file, name)
    return head + b"".join(code.ljust(padded(len(code)), b"\0") for code in codes)


def read(path: str | os.PathLike[str]) -> Program:
    """
    Map an artifact of one program and verify all of it; its weights are a view of the mapping.

    Raises: ArtifactError if it is no artifact, of another version, damaged, or for several sets of
    shapes; OSError if it cannot be read.
    """
    contents = read_contents(path).for_this_machine()
    if contents.dynamic:
        count = len(contents.programs)
        reason = f"has programs for {count} sets of shapes, one is needed here"
        raise damaged(shown_path(path), reason)
    return contents.programs[0]


def read_contents(
    path: str | os.PathLike[str], verified: VerifiedFiles | None = None, model: str = ""
) -> Contents:
    """
    Map an artifact, or a library for C, and verify all of it; its weights are views of the mapping.

    `model` is the name of the one to take of a library that several were linked into. Of a file
    whose header was verified with all else, and that has not changed since, `verified` may recall
    that: then only the header is verified.

    Raises: ArtifactError if it is neither, of another version, or damaged, or has no such model;
    OSError if it cannot be read.
    """
    name = shown_path(path)
    data, state = map_file(path, name)
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
        whole = KnownWeights(weights, os.path.abspath(path))
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


def models_of_file(data: memoryview, name: str) -> list[MappedModel]:
    """
    The model of an artifact, or all that were linked into a library, where what each has lies
    behind what those before it have.

    Raises: ArtifactError if it is neither; KeyError, TypeError or ValueError for a wrong header.
    """
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
    """The one model, or the one of this name. Raises: ArtifactError."""
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
    The description and the weights in an ELF file, which may have none.

    Raises: ArtifactError if it is no library of ours.
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
    """The weights in a file of their own. Raises: ArtifactError if it cannot be read."""
    try:
        return map_file(path, shown_path(path))[0][WEIGHTS_FILE_HEAD:]
    except OSError as error:
        reason = f"its weights, {shown_path(path)}, cannot be read: {error.strerror}"
        raise damaged(library, reason) from error


def map_file(path: str | os.PathLike[str], name: str) -> tuple[memoryview, FileState]:
    """The bytes of a file, which all models of this process that come from it share."""
    with open_input(path) as file:
        state = FileState.of(file)
        if state.size < PREAMBLE.size:
            raise damaged(name, "too short to be a compiled model")
        mapping = _mappings.get(state)
        if mapping is None:
            # All of it is about to be verified: mapping the pages at once saves a fault for each.
            flags = mmap.MAP_SHARED | mmap.MAP_POPULATE
            mapping = mmap.mmap(file.fileno(), 0, flags=flags, prot=mmap.PROT_READ)
            _mappings[state] = mapping
    return memoryview(mapping), state


def encode_head(
    contents: Contents,
    weights: SharedWeights,
    digests: Sequence[str],
    weights_file: str,
    name: str,
) -> bytes:
    """Preamble and padded header, as long for any digests."""
    header = encode_header(contents, weights, digests, weights_file, name)
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
    """The header's JSON; offsets count from the first section, so that they do not move with it."""
    from llvmlite.binding import llvm_version_info

    programs = contents.programs
    sizes = [*(len(program.object_code) for program in programs), weights.size]
    sections: list[Section] = []
    offset = 0
    for size, digest in zip(sizes, digests, strict=True):
        sections.append(Section(offset, size, digest))
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
    """What the header says of a program."""
    values = {f.name: getattr(program, f.name) for f in fields(program)}
    values = {name: value for name, value in values.items() if value is not None}
    return {name: value for name, value in values.items() if name not in NOT_DESCRIBED}


def header_text(name: str, data: memoryview) -> tuple[bytes, int]:
    """The verified header of a mapped artifact, and where its sections begin."""
    if len(data) < PREAMBLE.size:
        raise damaged(name, "damaged (it ends in the middle of a model)")
    magic, version, size, digest = PREAMBLE.unpack(data[: PREAMBLE.size])
    if magic != MAGIC:
        raise damaged(name, "not a compiled model (unknown magic number)")
    if version != VERSION:
        raise damaged(name, f"format version {version}, but this ncnnc reads version {VERSION}")
    start = PREAMBLE.size + size
    text = bytes(data[PREAMBLE.size : start])
    if preamble_digest(version, text) != digest:
        raise damaged(name, "damaged (the header does not match its checksum)")
    return text, start


def section_views(name: str, model: MappedModel, known: bool) -> Iterator[memoryview]:
    """
    The sections in order, each verified against its digest; the padding behind each must be zero.

    The last holds the weights, unless they are beside the others. They are `known` if that has been
    done.
    """
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


def preamble_digest(version: int, header: bytes) -> bytes:
    """SHA-256 of what precedes the sections; the magic number is compared, not digested."""
    return hashlib.sha256(version.to_bytes(4, "little") + header).digest()


def damaged(name: str, reason: str) -> ArtifactError:
    """The error of an artifact that cannot be used, as one line."""
    return ArtifactError(f"{name}: error: {reason}")

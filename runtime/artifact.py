"""
The `.ncnnc` file: a compiled model in one file that is mapped, verified and used in place.

    magic (8) | version (4) | header bytes (4) | SHA-256 of all else before the sections (32) |
    header (JSON, padded with blanks) | object code | weights

Little-endian; the header ends and each section starts at a multiple of 64 bytes, with zeros
between. The header holds the program's description and, per section, offset, size and digest.
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
import secrets
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import BinaryIO
from weakref import WeakValueDictionary

from .described import from_description
from .digest import section_digest
from .errors import ArtifactError
from .files import open_input, shown_path
from .program import Program
from .tensors import ALIGNMENT
from .weights import weight_pieces

MAGIC = b"\x89NCNNC\r\n"
VERSION = 4
"""Of the header, and of the functions that the object code exports (`dialects/entry_points.py`)."""
PREAMBLE = struct.Struct("<8sII32s")
SECTIONS: tuple[str, ...] = ("object_code", "weights")
_mappings: WeakValueDictionary[tuple[int, ...], mmap.mmap] = WeakValueDictionary()
"""The files that are mapped, by device, inode, size and time of change."""
NO_DIGEST = "0" * 64
"""Takes the place of a digest until it is known."""


@dataclass(frozen=True)
class Section:
    """Where a section is, counted from the first of them, and the digest of what is in it."""

    offset: int
    size: int
    digest: str


def write(path: str | os.PathLike[str], program: Program) -> None:
    """
    Store a program; the file appears whole or not at all.

    Raises: OSError if it cannot be written.
    """
    replace_files({path: partial(write_program, program)})


def write_program(program: Program, file: BinaryIO) -> None:
    """Write the sections piece by piece, and the header, which holds their digests, last."""
    digests = dict.fromkeys(SECTIONS, NO_DIGEST)
    file.write(encode_head(program, digests))
    for name in SECTIONS:
        size = len(getattr(program, name))
        digest = section_digest(name, size)
        for piece in weight_pieces(getattr(program, name)):
            digest.update(piece)
            file.write(piece)
        file.write(bytes(padded(size) - size))
        digests[name] = digest.hexdigest()
    file.seek(0)
    file.write(encode_head(program, digests))


def read(path: str | os.PathLike[str]) -> Program:
    """
    Map an artifact and verify all of it; its weights are a view of the mapping.

    Raises: ArtifactError if it is no artifact, of another version, or damaged; OSError if it cannot
    be read.
    """
    name = shown_path(path)
    data = map_file(path, name)
    text, start = header_text(name, data)
    try:
        header = json.loads(text)
        found = {key: from_description(Section, s) for key, s in header["sections"].items()}
        object_code, weights = section_views(name, data, start, found)
        return from_description(
            Program, header["program"], object_code=bytes(object_code), weights=weights
        )
    except (KeyError, TypeError) as error:
        raise damaged(name, f"its header lacks or adds something ({error})") from error


def map_file(path: str | os.PathLike[str], name: str) -> memoryview:
    """The bytes of a file, which all models of this process that come from it share."""
    with open_input(path) as file:
        status = os.fstat(file.fileno())
        if status.st_size < PREAMBLE.size:
            raise damaged(name, "too short to be a compiled model")
        identity = status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
        mapping = _mappings.get(identity)
        if mapping is None:
            # All of it is about to be verified: mapping the pages at once saves a fault for each.
            flags = mmap.MAP_SHARED | mmap.MAP_POPULATE
            mapping = mmap.mmap(file.fileno(), 0, flags=flags, prot=mmap.PROT_READ)
            _mappings[identity] = mapping
    return memoryview(mapping)


def encode_head(program: Program, digests: Mapping[str, str]) -> bytes:
    """Preamble and padded header, as long for any digests."""
    header = encode_header(program, digests)
    size = padded(PREAMBLE.size + len(header)) - PREAMBLE.size
    header = header.ljust(size)
    return PREAMBLE.pack(MAGIC, VERSION, size, preamble_digest(VERSION, header)) + header


def encode_header(program: Program, digests: Mapping[str, str]) -> bytes:
    """The header's JSON; offsets count from the first section, so that they do not move with it."""
    from llvmlite.binding import llvm_version_info

    sections: dict[str, Section] = {}
    offset = 0
    for name in SECTIONS:
        sections[name] = Section(offset, len(getattr(program, name)), digests[name])
        offset += padded(sections[name].size)
    described = {f.name: getattr(program, f.name) for f in fields(program)}
    header = {
        "ncnnc": metadata.version("ncnnc"),
        "llvm": ".".join(map(str, llvm_version_info)),
        "program": {key: value for key, value in described.items() if key not in SECTIONS},
        "sections": sections,
    }
    return json.dumps(header, default=vars, separators=(",", ":")).encode()


def header_text(name: str, data: memoryview) -> tuple[bytes, int]:
    """The verified header of a mapped artifact, and where its sections begin."""
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


def section_views(
    name: str, data: memoryview, start: int, sections: Mapping[str, Section]
) -> Iterator[memoryview]:
    """
    The sections in order, each verified against its digest; the padding behind each must be zero.

    The first begins at `start`.
    """
    end = start + max(section.offset + padded(section.size) for section in sections.values())
    if end != len(data):
        raise damaged(name, f"damaged ({len(data)} bytes long instead of {end})")
    for kind in SECTIONS:
        section = sections[kind]
        first = start + section.offset
        view = data[first : first + section.size]
        gap = bytes(data[first + section.size : first + padded(section.size)])
        digest = section_digest(kind, section.size)
        digest.update(view)
        if any(gap) or digest.hexdigest() != section.digest:
            raise damaged(name, f"damaged (its {kind.replace('_', ' ')} do not match the digest)")
        yield view


def preamble_digest(version: int, header: bytes) -> bytes:
    """SHA-256 of what precedes the sections; the magic number is compared, not digested."""
    return hashlib.sha256(version.to_bytes(4, "little") + header).digest()


def padded(size: int) -> int:
    """`size` rounded up to the alignment of sections."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def damaged(name: str, reason: str) -> ArtifactError:
    """The error of an artifact that cannot be used, as one line."""
    return ArtifactError(f"{name}: error: {reason}")


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[bytes | memoryview]) -> None:
    """
    Replace a file in one step: readers see the old content or the new, even if the machine stops.

    Raises: OSError if it cannot be written; the old file is then untouched.
    """
    write_all_atomically({path: chunks})


def write_all_atomically(
    files: Mapping[str | os.PathLike[str], Iterable[bytes | memoryview]],
) -> None:
    """
    Replace several files, each in one step, once all of them have been written in full.

    Raises: OSError if one cannot be written; the old files are then untouched.
    """
    replace_files({path: partial(write_chunks, chunks) for path, chunks in files.items()})


def write_chunks(chunks: Iterable[bytes | memoryview], file: BinaryIO) -> None:
    """Write one chunk after the other."""
    for chunk in chunks:
        file.write(chunk)


def replace_files(
    writers: Mapping[str | os.PathLike[str], Callable[[BinaryIO], None]],
) -> None:
    """
    Replace several files, each in one step, once all of them have been written by their writers.

    Raises: OSError if one cannot be written; the old files are then untouched.
    """
    temporaries: dict[Path, Path] = {}
    target = Path()
    try:
        for path, write_content in writers.items():
            target = Path(path)
            temporaries[target] = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
            with open(temporaries[target], "xb") as file:
                write_content(file)
                file.flush()
                os.fsync(file.fileno())
        for target, temporary in temporaries.items():
            os.replace(temporary, target)
    except BaseException as error:
        for temporary in temporaries.values():
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(target)
        raise

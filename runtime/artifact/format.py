"""The preamble and the header of a compiled model."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from ..errors import ArtifactError
from ..model.tensors import DynamicInput, padded
from ..weights.known_weights import WeightsRange

MAGIC = b"\x89NCNNC\r\n"
VERSION = 10
"""Version of the header and of exported functions (`dialects/entry_points.py`)."""
PREAMBLE = struct.Struct("<8sII32s")
WEIGHTS = "weights"
OBJECT_CODE = "object_code"


@dataclass(frozen=True)
class ArtifactSection:
    """Offset of a section, from the first of them, and digest of its contents."""

    offset: int
    size: int
    digest: str


@dataclass(frozen=True)
class Header:
    """The header of a file."""

    ncnnc: str
    llvm: str
    dynamic: bool
    programs: tuple[dict[str, object], ...]
    """Descriptions of the programs."""
    weights: tuple[WeightsRange, ...]
    """The range of each program's weights."""
    sections: tuple[ArtifactSection, ...]
    key: str
    inputs: tuple[DynamicInput, ...]
    weights_file: str
    """
    Name of a separate file in the same folder with the weights; empty if they are in this file.
    """
    name: str
    """Prefix of the model's names in C, in a library."""

    @property
    def code_bytes(self) -> int:
        """Return the size of all sections but the last, which has the weights."""
        return max((s.offset + padded(s.size) for s in self.sections[:-1]), default=0)


def header_text(name: str, data: memoryview) -> tuple[bytes, int]:
    """Return the verified header of a mapped artifact, and the offset of its sections."""
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


def preamble_digest(version: int, header: bytes) -> bytes:
    """Return the SHA-256 of everything before the sections, except the magic number."""
    return hashlib.sha256(version.to_bytes(4, "little") + header).digest()


def damaged(name: str, reason: str) -> ArtifactError:
    """Return the error for an artifact that cannot be used, as one line."""
    return ArtifactError(f"{name}: error: {reason}")

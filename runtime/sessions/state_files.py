"""Files with the states of a session."""

from __future__ import annotations

import hashlib
import json
import struct
from functools import partial
from typing import BinaryIO, NoReturn, cast

import numpy as np

from ..errors import ArgumentError, ArtifactError
from ..files.digest import section_digest
from ..files.input_files import open_input, shown_path
from ..files.replacing_files import replace_files
from ..model.program import Program
from .states import StateMemory

MAGIC = b"\x89NCNNS\r\n"
PREAMBLE = struct.Struct("<8s32sQ32s")
"""Magic number, digest of the types of states, their length, and digest of their values."""


def model_digest(program: Program) -> bytes:
    """Return the SHA-256 of names, types, extents and panels of states, but not what is planned."""
    states = [
        (s.name, s.dtype, s.symbolic or s.shape, s.extents_after, s.panels) for s in program.states
    ]
    return hashlib.sha256(json.dumps(states).encode()).digest()


def content_digest(arrays: list[np.ndarray]) -> bytes:
    """Return a digest of the elements of dense arrays."""
    digest = section_digest("weights", sum(array.nbytes for array in arrays))
    for array in arrays:
        digest.update(bytes_of(array))
    return bytes.fromhex(digest.hexdigest())


def bytes_of(array: np.ndarray) -> memoryview:
    """Return the bytes of a dense array, of which there may be none."""
    return memoryview(array.reshape(-1).view(np.uint8).data)


def write_states(path: str, states: StateMemory) -> None:
    """Write states to a file, atomically. Raises: OSError."""
    arrays = [np.ascontiguousarray(array) for array in states.contents()]

    def write(file: BinaryIO) -> None:
        digests = model_digest(states.program), content_digest(arrays)
        file.write(PREAMBLE.pack(MAGIC, digests[0], states.length, digests[1]))
        for array in arrays:
            file.write(array.data)

    replace_files({path: write})


def read_states(path: str, states: StateMemory) -> None:
    """Take the states of a file, once all of it is verified. Raises: as `Session.load`."""
    damaged = partial(refuse, path)
    with open_input(path) as file:
        preamble = file.read(PREAMBLE.size)
        if len(preamble) < PREAMBLE.size or not preamble.startswith(MAGIC):
            damaged("not the states of a session")
        _, model, length, content = cast(
            "tuple[bytes, bytes, int, bytes]", PREAMBLE.unpack(preamble)
        )
        if model != model_digest(states.program):
            damaged("has the states of another model")
        if length > states.max_length:
            raise ArgumentError(
                f"{shown_path(path)} has {length} rows, more than the session's {states.max_length}"
            )
        arrays = [np.empty(array.shape, array.dtype) for array in states.contents(length)]
        for array in arrays:
            data = file.read(array.nbytes)
            if len(data) != array.nbytes:
                damaged("damaged (it ends too early)")
            bytes_of(array)[:] = data
        if file.read(1) or content_digest(arrays) != content:
            damaged("damaged (its values do not match their checksum)")
    states.length = length
    for array, value in zip(states.contents(), arrays, strict=True):
        array[...] = value


def refuse(path: str, reason: str) -> NoReturn:
    """Raises: ArtifactError."""
    raise ArtifactError(f"{shown_path(path)}: error: {reason}")

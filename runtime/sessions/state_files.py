"""Read and write files with the states of a session."""

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

MAGIC = b"\x89NCNNT\r\n"
PREAMBLE = struct.Struct("<8s32s32sQ32s")
"""
Magic number, digest of the types of states, fingerprint of the model's files, length of the states,
and digest of their values. Lengths of states filled by one run follow, then values.
"""
LENGTH = struct.Struct("<Q")
WEIGHTS_HINT = "hint: load(path, any_weights=True) takes them"


def types_digest(program: Program) -> bytes:
    """Return the SHA-256 of names, types, extents and panels of states, without planned extents."""
    states = [
        (s.name, s.dtype, s.symbolic or s.shape, s.extents_after, s.panels) for s in program.states
    ]
    return hashlib.sha256(json.dumps(states).encode()).digest()


def padded_fingerprint(program: Program) -> bytes:
    """Return the fingerprint of the model's files; zeros if the program has none."""
    return bytes.fromhex(program.model).ljust(32, b"\0")


def content_digest(arrays: list[np.ndarray]) -> bytes:
    """Return a digest of the elements of dense arrays."""
    digest = section_digest("weights", sum(array.nbytes for array in arrays))
    for array in arrays:
        digest.update(bytes_of(array))
    return bytes.fromhex(digest.hexdigest())


def bytes_of(array: np.ndarray) -> memoryview:
    """Return the bytes of a dense array; it may be empty."""
    return memoryview(array.reshape(-1).view(np.uint8).data)


def write_states(path: str, states: StateMemory) -> None:
    """Write states to a file, atomically. Raises: OSError."""
    arrays = [np.ascontiguousarray(array) for array in states.contents()]

    def write(file: BinaryIO) -> None:
        described = types_digest(states.program), padded_fingerprint(states.program)
        file.write(PREAMBLE.pack(MAGIC, *described, states.length, content_digest(arrays)))
        for length in [*states.lengths.values()][1:]:
            file.write(LENGTH.pack(length))
        for array in arrays:
            file.write(array.data)

    replace_files({path: write})


def read_states(path: str, states: StateMemory, any_weights: bool) -> None:
    """
    Load the states of a file after verifying it completely; with `any_weights` also states of other
    weights. Raises: as `Session.load`.
    """
    damaged = partial(refuse, path)
    with open_input(path) as file:
        preamble = file.read(PREAMBLE.size)
        if len(preamble) < PREAMBLE.size or not preamble.startswith(MAGIC):
            damaged("not the states of a session")
        _, types, model, length, content = cast(
            "tuple[bytes, bytes, bytes, int, bytes]", PREAMBLE.unpack(preamble)
        )
        if types != types_digest(states.program):
            damaged("has the states of another model")
        if not any_weights and model != padded_fingerprint(states.program):
            damaged(f"has the states of a model of other files; {WEIGHTS_HINT}")
        lengths = dict(zip(states.lengths, [length], strict=False))
        for name in [*states.lengths][1:]:
            data = file.read(LENGTH.size)
            if len(data) != LENGTH.size:
                damaged("damaged (it ends too early)")
            (lengths[name],) = cast("tuple[int]", LENGTH.unpack(data))
        for name, most in states.most_lengths.items():
            if lengths[name] > most:
                raise ArgumentError(
                    f"{shown_path(path)} has {lengths[name]} rows, more than the session's {most}"
                )
        arrays = [np.empty(array.shape, array.dtype) for array in states.contents(lengths)]
        for array in arrays:
            data = file.read(array.nbytes)
            if len(data) != array.nbytes:
                damaged("damaged (it ends too early)")
            bytes_of(array)[:] = data
        if file.read(1) or content_digest(arrays) != content:
            damaged("damaged (its values do not match their checksum)")
    states.cut(0)
    states.lengths = lengths
    for array, value in zip(states.contents(), arrays, strict=True):
        array[...] = value


def refuse(path: str, reason: str) -> NoReturn:
    """Refuse a file of states. Raises: ArtifactError."""
    raise ArtifactError(f"{shown_path(path)}: error: {reason}")

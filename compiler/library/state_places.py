"""Lay out the states in the memory of a library's session."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded


@dataclass(frozen=True)
class StatePlace:
    """A state in the memory of a session."""

    spec: TensorSpec
    offset: int
    """Units: bytes."""
    next_offset: int
    """Offset of the value that a run writes, for a state of fixed size; else the state's."""


def array_bytes(spec: TensorSpec) -> int:
    """Return the size of the whole array of a state."""
    shape = spec.planned if spec.extents_after else spec.shape
    return math.prod(shape) * np.dtype(spec.dtype).itemsize


def state_places(program: Program) -> tuple[Sequence[StatePlace], int]:
    """Return the layout of all states, growing ones first, and the size of the memory."""
    places: list[StatePlace] = []
    offset = 0
    for spec in sorted(program.states, key=lambda spec: not spec.extents_after):
        size = padded(array_bytes(spec))
        following = offset if spec.extents_after else offset + size
        places.append(StatePlace(spec, offset, following))
        offset = following + size
    return places, offset

"""Describe where the rows of states lie in the memory of a session of a library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded


@dataclass(frozen=True)
class RowLayout:
    """
    Parts of an array that rows are appended to: of each of `heads`, the beginning of each of
    `panels`, with the bytes of a row times the number of rows.

    Units: bytes.
    """

    heads: int
    head_bytes: int
    """From one head to the next."""
    panels: int
    panel_bytes: int
    """From one panel to the next."""
    row_bytes: int
    last_row_bytes: int
    """Size of a row in the last panel, which may be narrower."""
    group: int
    """Rows that are together: their number is rounded up to a multiple of it."""
    most_rows: int
    """The most rows that there are after that."""

    @classmethod
    def of(cls, spec: TensorSpec) -> RowLayout:
        """Return the layout of a state that grows, in the order of `GrowingState.rows`."""
        size = np.dtype(spec.dtype).itemsize
        if not spec.panels:
            (axis,) = (i for i, e in enumerate(spec.symbolic) if e != spec.extents_after[i])
            heads, most = math.prod(spec.planned[:axis]), spec.planned[axis]
            row = math.prod(spec.planned[axis + 1 :]) * size
            return cls(heads, most * row, 1, 0, row, row, 1, most)
        lanes, vectors, axis = spec.panels
        heads, rows, columns = spec.planned
        width = lanes * vectors
        if axis == 1:
            row, most = columns * size, -(-rows // lanes) * lanes
            return cls(heads, rows * row, 1, 0, row, row, width, most)
        whole = -(-columns // lanes) * lanes
        panels = -(-whole // width)
        last = whole - (panels - 1) * width
        return cls(
            *(heads, rows * columns * size, panels, width * rows * size),
            *(width * size, last * size, 1, rows),
        )


@dataclass(frozen=True)
class StatePlace:
    """A state in the memory of a session."""

    spec: TensorSpec
    offset: int
    """Units: bytes."""
    next_offset: int
    """Offset of the value that a run writes, of a state of a fixed size; else that of all."""


def array_bytes(spec: TensorSpec) -> int:
    """Return the size of the whole array of a state."""
    shape = spec.planned if spec.extents_after else spec.shape
    return math.prod(shape) * np.dtype(spec.dtype).itemsize


def state_places(program: Program) -> tuple[Sequence[StatePlace], int]:
    """Return the places of all states, those that grow first, and the size of the memory."""
    places: list[StatePlace] = []
    offset = 0
    for spec in sorted(program.states, key=lambda spec: not spec.extents_after):
        size = padded(array_bytes(spec))
        following = offset if spec.extents_after else offset + size
        places.append(StatePlace(spec, offset, following))
        offset = following + size
    return places, offset

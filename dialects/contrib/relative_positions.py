"""Scores by relative position, and by place: rows that are shifted against each other."""

from __future__ import annotations

import numpy as np
from xdsl.ir import SSAValue

from ..ncnn.shapes import Shape
from .layer import Builder, check_rank, refused

WINDOW = 4
"""The distance up to which positions have embeddings of their own, in VITS and its kin."""
POSITIONS = 2 * WINDOW + 1
"""Relative positions within the window."""


def check_positions(shape: Shape) -> None:
    """Raises: InvalidLayerError unless a shape is `heads,length,9`."""
    check_rank("input", shape, 3)
    if shape[2] != POSITIONS:
        raise refused(f"input has {shape[2]} relative positions, must have {POSITIONS}")


def to_places(x: np.ndarray) -> np.ndarray:
    """
    Return `out[:, i, j] = x[:, i, j - i + 4]`, 0 where x has no such column.

    Shapes: `heads,length,9` to `heads,length,length`.
    """
    heads, length, _ = x.shape
    out = np.zeros((heads, length, length), np.float32)
    for i, j in near_places(length):
        out[:, i, j] = x[:, i, j - i + WINDOW]
    return out


def to_positions(x: np.ndarray) -> np.ndarray:
    """
    Return `out[:, i, k] = x[:, i, i + k - 4]`, 0 where x has no such column.

    Shapes: `heads,length,length` to `heads,length,9`.
    """
    heads, length, _ = x.shape
    out = np.zeros((heads, length, POSITIONS), np.float32)
    for i, j in near_places(length):
        out[:, i, j - i + WINDOW] = x[:, i, j]
    return out


def near_places(length: int) -> list[tuple[int, int]]:
    """Return the pairs of places that are at most a window apart."""
    places = range(length)
    return [(i, j) for i in places for j in range(max(i - WINDOW, 0), min(i + WINDOW + 1, length))]


def build_to_places(builder: Builder, x: SSAValue) -> SSAValue:
    """Build `to_places`: pad rows to `length + 9` columns, read them as rows of one column less."""
    heads, length, _ = builder.shape(x)
    x = builder.pad(x, "constant", (0, 0, 0), (0, 0, length))
    flat = builder.reshape(x, (heads, length * (length + POSITIONS)))
    width = length + POSITIONS - 1
    rows = builder.reshape(builder.slice(flat, 1, 0, length * width), (heads, length, width))
    return builder.slice(rows, 2, WINDOW, WINDOW + length)


def build_to_positions(builder: Builder, x: SSAValue) -> SSAValue:
    """Build `to_positions`: pad rows to `length + 8`, read rows of one column more."""
    heads, length, _ = builder.shape(x)
    width = length + POSITIONS - 1
    x = builder.pad(x, "constant", (0, 0, WINDOW), (0, 0, WINDOW))
    flat = builder.reshape(x, (1, heads, length * width))
    flat = builder.pad(flat, "constant", (0, 0, 0), (0, 0, length))
    rows = builder.reshape(flat, (heads, length, width + 1))
    return builder.slice(rows, 2, 0, POSITIONS)

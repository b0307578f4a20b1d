"""Describe where the rows of a state that grows lie in its array."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..model.tensors import TensorSpec


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
        """Return the layout of a state that grows."""
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

    def pieces(self, begin: int, end: int) -> Iterator[slice]:
        """Yield where the rows [begin, end) are, with all of the groups that they lie in."""
        first = begin // self.group * self.group
        last = min(-(-end // self.group) * self.group, self.most_rows)
        for head in range(self.heads):
            for panel in range(self.panels):
                is_last = panel == self.panels - 1
                row = self.last_row_bytes if is_last else self.row_bytes
                at = head * self.head_bytes + panel * self.panel_bytes
                yield slice(at + first * row, at + last * row)

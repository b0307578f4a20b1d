"""Describe the layout of a growing state's rows in its array."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..model.tensors import TensorSpec


@dataclass(frozen=True)
class RowLayout:
    """
    Layout of an array to which rows are appended. Rows fill the beginning of each of `panels` in
    each of `heads`: the bytes of a row times the number of rows.

    Units: bytes.
    """

    heads: int
    head_bytes: int
    """Distance between heads."""
    panels: int
    panel_bytes: int
    """Distance between panels."""
    row_bytes: int
    last_row_bytes: int
    """Size of a row in the last panel, which may be narrower."""
    group: int
    """Rows stored together: the number of rows is rounded up to a multiple."""
    most_rows: int
    """The largest number of rows after rounding up."""

    @classmethod
    def of(cls, spec: TensorSpec) -> RowLayout:
        """Return the layout of a growing state."""
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
        """Yield the byte ranges of rows [begin, end), including all of their groups."""
        first = begin // self.group * self.group
        last = min(-(-end // self.group) * self.group, self.most_rows)
        for head in range(self.heads):
            for panel in range(self.panels):
                is_last = panel == self.panels - 1
                row = self.last_row_bytes if is_last else self.row_bytes
                at = head * self.head_bytes + panel * self.panel_bytes
                yield slice(at + first * row, at + last * row)

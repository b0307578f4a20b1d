"""Copies elements of two rows to one, in turns."""

from __future__ import annotations

from dataclasses import dataclass

from ..building.builder import Index
from .row_copy import RowCopy


@dataclass(frozen=True)
class JoinedCopy(RowCopy):
    """Copies elements, each followed by one that lies `distance` behind it in the source."""

    distance: int = 0

    def copy(self, at: Index, stride: int, to: Index, low: Index, high: Index) -> None:
        """`target[to + 2 * i + k] = source[at + i * stride + k * distance]`, i in [low, high)."""
        b, group = self.b, self.group

        def vector(i: Index, lanes: int) -> None:
            place = b.add(at, b.mul(i, stride * group))
            first = self._strided(place, stride, lanes)
            second = self._strided(b.add(place, self.distance), stride, lanes)
            size, start = lanes * group, b.add(to, b.mul(i, 2 * group))
            joined = [
                row * size + lane * group + n
                for lane in range(lanes)
                for row in range(2)
                for n in range(group)
            ]
            width = min(2 * size, self.widest)
            for offset in range(0, 2 * size, width):
                part = b.shuffle(first, second, joined[offset : offset + width])
                b.store(part, self.target, start, offset)

        self._over(low, high, self._sizes_for(stride), vector)

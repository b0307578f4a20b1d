"""Track the free parts of a block of memory."""

from __future__ import annotations


class FreeSpace:
    """Free ranges of memory in bytes, allocated first fit: equal sequences give equal offsets."""

    def __init__(self, size: int):
        self._ranges = [(0, size)]
        """Start and end of each range, in order; no two are adjacent."""

    def take(self, size: int) -> int | None:
        """Allocate a range and return its offset; None if no free range is large enough."""
        for index, (start, stop) in enumerate(self._ranges):
            if stop - start >= size:
                self._ranges[index : index + 1] = [(start + size, stop)] * (start + size < stop)
                return start
        return None

    def give_back(self, offset: int, size: int) -> tuple[int, int]:
        """Free an allocated range. Return start and end of the free range that now contains it."""
        start, stop = offset, offset + size
        apart: list[tuple[int, int]] = []
        for low, high in self._ranges:
            if low == stop:
                stop = high
            elif high == start:
                start = low
            else:
                apart.append((low, high))
        self._ranges = sorted([*apart, (start, stop)])
        return start, stop

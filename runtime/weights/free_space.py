"""Track the free parts of a block of memory."""

from __future__ import annotations


class FreeSpace:
    """Free ranges of memory in bytes, taken first fit, so that equal orders give equal offsets."""

    def __init__(self, size: int):
        self._ranges = [(0, size)]
        """From and up to where, in order; no two touch each other."""

    def take(self, size: int) -> int | None:
        """The offset of a range that is free no more; None if none is large enough."""
        for index, (start, stop) in enumerate(self._ranges):
            if stop - start >= size:
                self._ranges[index : index + 1] = [(start + size, stop)] * (start + size < stop)
                return start
        return None

    def give_back(self, offset: int, size: int) -> tuple[int, int]:
        """Free a range that was taken; the free range of which it is a part, from and up to."""
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

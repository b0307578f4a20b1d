"""Places for buffers in one arena."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .liveness import LiveBuffer, live_bytes

ORDERS: tuple[Callable[[LiveBuffer], tuple[int, int]], ...] = (
    lambda buffer: (-buffer.size, buffer.first),
    lambda buffer: (buffer.first, -buffer.size),
    lambda buffer: (buffer.first - buffer.last, -buffer.size),
    lambda buffer: (-buffer.size * (buffer.last - buffer.first + 1), buffer.first),
)
"""Sort keys of the orders in which buffers are placed: by size, first use, length of life, both."""


BLOCK = 64
"""Positions in the code: buffers are looked up by those that they are alive in."""


@dataclass(frozen=True)
class Placement:
    """The offset of each buffer, and the size of the arena. Units: bytes."""

    offsets: tuple[int, ...]
    size: int


def place_buffers(buffers: Sequence[LiveBuffer]) -> Placement:
    """
    The smallest of several placements; the first that is as small as what is alive at one time.

    Each takes one buffer after the other, to the lowest offset at which no part of it meets a part
    of another that is alive at the same time.
    """
    least = max(live_bytes(buffers), default=0)
    best: Placement | None = None
    for key in ORDERS:
        found = place_in_order(buffers, sorted(range(len(buffers)), key=lambda i: key(buffers[i])))
        if best is None or found.size < best.size:
            best = found
        if best.size == least:
            break
    assert best is not None
    return best


def place_in_order(buffers: Sequence[LiveBuffer], order: Sequence[int]) -> Placement:
    """Each buffer in this order at the lowest offset that is free."""
    offsets: dict[int, int] = {}
    placed: dict[int, list[int]] = defaultdict(list)
    for index in order:
        buffer, taken = buffers[index], list[tuple[int, int]]()
        blocks = range(buffer.first // BLOCK, buffer.last // BLOCK + 1)
        for other in {i for block in blocks for i in placed[block]}:
            taken += conflicts(buffer, buffers[other], offsets[other])
        for block in blocks:
            placed[block].append(index)
        at = 0
        for low, high in sorted(taken):
            if low >= at:
                break
            if high > at:
                at = high
        offsets[index] = at
    size = max((offsets[i] + buffer.size for i, buffer in enumerate(buffers)), default=0)
    return Placement(tuple(offsets[i] for i in range(len(buffers))), size)


def conflicts(buffer: LiveBuffer, other: LiveBuffer, offset: int) -> list[tuple[int, int]]:
    """The open ranges of offsets at which a buffer would overlap another one, at its offset."""
    if buffer.first > other.last or other.first > buffer.last:
        return []
    return [
        (offset + theirs.start - part.end, offset + theirs.end - part.start)
        for part in buffer.parts
        for theirs in other.parts
        if part.meets(theirs)
    ]

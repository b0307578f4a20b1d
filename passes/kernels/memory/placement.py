"""Place buffers in one arena."""

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
"""Sort keys of placement orders: size, first use, length of the live range, size times length."""


BLOCK = 64
"""Number of positions in the code per block; buffers are looked up by block."""


@dataclass(frozen=True)
class Placement:
    """The offset of each buffer, and the size of the arena. Units: bytes."""

    offsets: tuple[int, ...]
    size: int


def place_buffers(buffers: Sequence[LiveBuffer]) -> Placement:
    """
    Return the smallest of several placements, or the first one that reaches the lower bound, the
    largest number of bytes live at one time.

    Each places one buffer after the other, at the lowest offset where none of its parts overlaps a
    part of another buffer that is live at the same time.
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
    """Place each buffer, in this order, at the lowest free offset."""
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
    """
    Yield the open ranges of offsets at which a buffer would overlap another one, placed at
    `offset`.
    """
    if buffer.first > other.last or other.first > buffer.last:
        return []
    return [
        (offset + theirs.start - part.end, offset + theirs.end - part.start)
        for part in buffer.parts
        for theirs in other.parts
        if part.meets(theirs)
    ]

"""Find blocks of layers that a network repeats."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

LEAST_PERIOD = 3
"""Layers of a block that is worth a name."""
MOST_PERIOD = 400
LEAST_COVERED = 12
"""Layers of all repetitions together."""


@dataclass(frozen=True)
class Repeat:
    """`count` blocks of `period` layers each, from layer `start` on."""

    start: int
    period: int
    count: int

    @property
    def end(self) -> int:
        """The first layer after them."""
        return self.start + self.period * self.count


def find_repeats(kinds: Sequence[Hashable], crossing: Sequence[int]) -> list[Repeat]:
    """
    Return the repetitions in a sequence of layers, in order; `crossing` counts the blobs that are
    handed over before each layer: blocks begin where these are few.
    """
    numbers: dict[Hashable, int] = {}
    codes = np.array([numbers.setdefault(kind, len(numbers)) for kind in kinds], np.int64)
    found: list[Repeat] = []
    waiting = [(0, len(codes))]
    while waiting:
        low, high = waiting.pop()
        best = longest_repeat(codes[low:high], crossing[low:high])
        if best is not None:
            best = Repeat(low + best.start, best.period, best.count)
            found.append(best)
            waiting += [(low, best.start), (best.end, high)]
    return sorted(found, key=lambda repeat: repeat.start)


def longest_repeat(codes: np.ndarray, crossing: Sequence[int]) -> Repeat | None:
    """The repetition that covers most layers, of the shortest blocks."""
    best: Repeat | None = None
    covered = LEAST_COVERED - 1
    for period in range(LEAST_PERIOD, min(len(codes) // 2, MOST_PERIOD) + 1):
        start, length = longest_run(codes[period:] == codes[:-period])
        count = (length + period) // period
        if count < 2 or count * period <= covered:
            continue
        spare = (length + period) % period
        places = range(start, start + spare + 1)
        first = min(places, key=lambda place: crossing[place])
        best, covered = Repeat(first, period, count), count * period
    return best


def longest_run(equal: np.ndarray) -> tuple[int, int]:
    """Start and length of the longest run of true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], equal, [0]))))
    if not len(edges):
        return 0, 0
    lengths = edges[1::2] - edges[::2]
    longest = int(lengths.argmax())
    return int(edges[2 * longest]), int(lengths[longest])

"""Asking early for what a tile reads and writes, where that is not in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.element_types import CACHE_LINE_BYTES, buffer_bytes, element_bytes, element_of
from .....dialects.target.records import Target
from .builder import Index, LoopBuilder

MOST_TURNS = 32
"""Tiles that share weights from which on it matters little that the first waits for them."""
MOST_SHARES = 8
"""Tiles that ask for the next weights, each for as much: the last of all."""
FEW_TURNS = 4
"""
Tiles below which these are prefetched into L2: so much comes from memory at a time that the
requests would take all of the places that L1 has for its own misses.
"""
LEAST_BYTES = 16 << 10
"""Of weights which are prefetched."""
AHEAD_BYTES = 1 << 12
"""Prefetch distance of weights: a page, at whose end the hardware's prefetcher stops."""


@dataclass(frozen=True)
class Turn:
    """Turn `index` of `count` tiles (about `expected`) by the same weights."""

    index: Index
    count: Index
    expected: int


@dataclass(frozen=True)
class NextWeights:
    """
    A tile's share of the weights that will be needed after its own: `row` elements a step from `at`
    on. Memory is then busy all the time, and not only while a first tile waits for it.
    """

    at: Index
    row: int
    into_l2: bool

    @classmethod
    def share(
        cls,
        b: LoopBuilder,
        weights: SSAValue,
        place: tuple[Index, int],
        steps: int,
        row: int,
        turn: Turn,
    ) -> NextWeights | None:
        """Return the share of a tile's weights to prefetch at `place`, if it is worth it."""
        if buffer_bytes(weights.type) < LEAST_BYTES:
            return None
        if not 1 < turn.expected <= MOST_TURNS:
            return None
        part = -(-row // min(turn.expected, MOST_SHARES))
        shares = -(-row // part)
        number = b.max(b.sub(turn.index, b.sub(turn.count, shares)), 0)
        at = b.add(b.add(*place), b.mul(number, steps * part))
        return cls(at, part, turn.expected < FEW_TURNS)

    def prefetch(self, b: LoopBuilder, weights: SSAValue, step: Index, count: int) -> None:
        """Ask for what belongs to `count` steps."""
        at = b.add(self.at, b.mul(step, self.row))
        for offset in range(0, self.row * count, line_elements(weights)):
            b.prefetch(weights, at, offset, self.into_l2)


def prefetch_page_ahead(
    b: LoopBuilder, weights: SSAValue, at: Index, offset: int, count: int
) -> None:
    """Ask for `count` weights a page after `at + offset`."""
    if buffer_bytes(weights.type) < LEAST_BYTES:
        return
    ahead = AHEAD_BYTES // element_bytes(element_of(weights.type))
    for i in range(0, count, line_elements(weights)):
        b.prefetch(weights, at, ahead + offset + i)


def exceeds_cache(buffer: SSAValue, target: Target) -> bool:
    """Return whether a buffer is too large to stay in L2."""
    return buffer_bytes(buffer.type) > target.l2_bytes


def line_elements(buffer: SSAValue) -> int:
    """Elements of a buffer that a cache line holds."""
    return CACHE_LINE_BYTES // element_bytes(element_of(buffer.type))


@dataclass(frozen=True)
class AheadPart:
    """
    The blocks of `pack` channels of some pixels, the first `start` elements ahead and the last
    `extent` further on, which are prefetched while those channels are summed over.
    """

    start: int
    extent: int
    pack: int

    def prefetch(
        self, b: LoopBuilder, buffer: SSAValue, block_at: Index, channel: Index, step: int
    ) -> None:
        """Ask for the share of `step` channels, a multiple of which `channel` is."""
        line = line_elements(buffer)
        lines = -(-(self.extent + self.pack) // line)
        share = -(-lines * step // self.pack)
        at = b.add(block_at, b.mul(channel, share * line // step))
        for i in range(share):
            b.prefetch(buffer, at, self.start + i * line)


def prefetch_elements(
    b: LoopBuilder, buffers: Sequence[SSAValue], starts: Sequence[Index], count: int
) -> None:
    """Ask for `count` elements of each buffer from each start on."""
    for buffer in buffers:
        for start in starts:
            for offset in range(0, count, line_elements(buffer)):
                b.prefetch(buffer, start, offset)

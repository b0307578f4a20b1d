"""Prefetch the data that a tile reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, SSAValue

from .....dialects.constraints import int_list
from .....dialects.element_types import CACHE_LINE_BYTES, element_bytes, element_of
from .builder import Index, LoopBuilder

AHEAD_BYTES = 2 << 12
"""
Prefetch distance of weights: two pages. The hardware's prefetcher stops at the end of one, which a
core reads in about the time that memory takes to answer.
"""


@dataclass(frozen=True)
class Turn:
    """Say that a tile is number `index` of `count` tiles that use the same weights in turn."""

    index: Index
    count: Index


@dataclass(frozen=True)
class NextWeights:
    """
    Describe a tile's share of the weights needed after its own.

    Each step takes `width` elements from `at` on, `row` after those of the step before. The memory
    is then busy all the time, not only while a first tile waits for its weights.
    """

    at: Index
    row: Index
    width: int
    into_l2: bool

    def prefetch(self, b: LoopBuilder, weights: SSAValue, step: Index, count: int) -> None:
        """Prefetch the weights of `count` steps."""
        at = b.add(self.at, b.mul(step, self.row))
        for offset in range(0, self.width * count, line_elements(weights)):
            b.prefetch(weights, at, offset, self.into_l2)

    def unless_alone(
        self, b: LoopBuilder, weights: SSAValue, own: Index, row: int, turn: Turn
    ) -> NextWeights:
        """
        Return this share; if a tile alone reads weights from `own` on, `row` elements a step, the
        weights two pages after these.
        """
        alone = b.compare("eq", turn.count, 1)
        at = b.select_index(alone, b.add(own, elements_ahead(weights)), self.at)
        return NextWeights(at, b.select_index(alone, row, self.row), row, self.into_l2)


@dataclass(frozen=True)
class WeightShares:
    """Describe the last register tiles, which prefetch the weights after their own."""

    tiles: int | None
    """Their number; 0 if each prefetches two pages ahead of its own weights, None if none does."""
    into_l2: bool

    @property
    def is_pages_ahead(self) -> bool:
        return self.tiles == 0

    def share(
        self, b: LoopBuilder, place: tuple[Index, int], steps: int, row: int, turn: Turn
    ) -> NextWeights | None:
        """Return a tile's share of the weights at the sum of `place`: steps of `row` elements."""
        if not self.tiles:
            return None
        part = -(-row // self.tiles)
        shares = -(-row // part)
        number = b.max(b.sub(turn.index, b.sub(turn.count, shares)), 0)
        at = b.add(b.add(*place), b.mul(number, steps * part))
        return NextWeights(at, part, part, self.into_l2)


def shares_of(weights_ahead: Attribute | None) -> WeightShares:
    """Return the shares that the property of a kernel states."""
    tiles, level = (None, 1) if weights_ahead is None else int_list(weights_ahead)
    return WeightShares(tiles, into_l2=level == 2)


def prefetch_pages_ahead(
    b: LoopBuilder, weights: SSAValue, at: Index, offset: int, count: int
) -> None:
    """Prefetch the cache lines that begin in `count` weights two pages after `at + offset`."""
    for i in line_starts(weights, offset, count):
        b.prefetch(weights, at, elements_ahead(weights) + i)


def line_starts(buffer: SSAValue, offset: int, count: int) -> range:
    """Return the beginnings of cache lines, counted from offset 0, in `count` elements."""
    line = line_elements(buffer)
    return range(-(-offset // line) * line, offset + count, line)


def elements_ahead(weights: SSAValue) -> int:
    """Return the number of elements in two pages."""
    return AHEAD_BYTES // element_bytes(element_of(weights.type))


def line_elements(buffer: SSAValue) -> int:
    """Return the number of elements of a buffer in a cache line."""
    return CACHE_LINE_BYTES // element_bytes(element_of(buffer.type))


@dataclass(frozen=True)
class AheadPart:
    """
    Describe the blocks of `pack` channels of some pixels that are prefetched during the sum over
    channels: the first is `start` elements ahead, the last `extent` further on.
    """

    start: int
    extent: int
    pack: int

    def prefetch(
        self, b: LoopBuilder, buffer: SSAValue, block_at: Index, channel: Index, step: int
    ) -> None:
        """Prefetch the share of `step` channels; `channel` is a multiple of `step`."""
        line = line_elements(buffer)
        lines = -(-(self.extent + self.pack) // line)
        share = -(-lines * step // self.pack)
        at = b.add(block_at, b.mul(channel, share * line // step))
        for i in range(share):
            b.prefetch(buffer, at, self.start + i * line)


def prefetch_elements(
    b: LoopBuilder, buffers: Sequence[SSAValue], starts: Sequence[Index], count: int
) -> None:
    """Prefetch `count` elements of each buffer from each start on."""
    for buffer in buffers:
        for start in starts:
            for offset in range(0, count, line_elements(buffer)):
                b.prefetch(buffer, start, offset)

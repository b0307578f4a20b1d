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
    """Number `index` of `count` tiles that are multiplied by the same weights in turn."""

    index: Index
    count: Index


@dataclass(frozen=True)
class NextWeights:
    """
    A tile's share of the weights that will be needed after its own: `width` elements a step from
    `at` on, `row` after those of the step before. Memory is then busy all the time, and not only
    while a first tile waits for it.
    """

    at: Index
    row: Index
    width: int
    into_l2: bool

    def prefetch(self, b: LoopBuilder, weights: SSAValue, step: Index, count: int) -> None:
        """Ask for what belongs to `count` steps."""
        at = b.add(self.at, b.mul(step, self.row))
        for offset in range(0, self.width * count, line_elements(weights)):
            b.prefetch(weights, at, offset, self.into_l2)

    def unless_alone(
        self, b: LoopBuilder, weights: SSAValue, own: Index, row: int, turn: Turn
    ) -> NextWeights:
        """
        Return the same, but of a tile that alone reads weights from `own` on, `row` elements a
        step, what lies two pages after these.
        """
        alone = b.compare("eq", turn.count, 1)
        at = b.select_index(alone, b.add(own, elements_ahead(weights)), self.at)
        return NextWeights(at, b.select_index(alone, row, self.row), row, self.into_l2)


@dataclass(frozen=True)
class WeightShares:
    """The register tiles that prefetch the weights after their own, the last ones of all."""

    tiles: int | None
    """Number of them; 0 if each prefetches what lies two pages after its own, None if none does."""
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
    """Ask for the lines that begin in `count` weights two pages after `at + offset`."""
    for i in line_starts(weights, offset, count):
        b.prefetch(weights, at, elements_ahead(weights) + i)


def line_starts(buffer: SSAValue, offset: int, count: int) -> range:
    """Return the beginnings of cache lines, counted from offset 0, in `count` elements."""
    line = line_elements(buffer)
    return range(-(-offset // line) * line, offset + count, line)


def elements_ahead(weights: SSAValue) -> int:
    """Elements of weights that take two pages."""
    return AHEAD_BYTES // element_bytes(element_of(weights.type))


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

"""Asking early for what a tile reads and writes, where that is not in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir import SSAValue

from ....dialects.element_types import CACHE_LINE_BYTES, element_bytes, element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.target.records import Target
from .builder import Index, LoopBuilder


def exceeds_cache(buffer: SSAValue, target: Target) -> bool:
    """Whether a buffer is too large to be found in the L2 cache by whom it was not made for."""
    return prod(buffer_shape(buffer)) * element_bytes(element_of(buffer.type)) > target.l2_bytes


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

"""Liveness of parts of buffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue

from ....dialects.element_types import (
    CACHE_LINE_BYTES,
    aligned,
    buffer_bytes,
    element_bytes,
    element_of,
)
from ....dialects.kernel.structure import ViewOp


@dataclass(frozen=True)
class LivePart:
    """Cache lines [start, end) of a buffer, and the positions of their first and last use."""

    start: int
    end: int
    first: int
    last: int

    def meets(self, other: LivePart) -> bool:
        """Return whether both are live at some time."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, eq=False)
class LiveBuffer:
    """An allocation and its used parts; parts of joined buffers are written at different times."""

    alloc: memref.AllocOp
    parts: tuple[LivePart, ...]

    @property
    def size(self) -> int:
        """Number of bytes up to the end of the last part."""
        return self.parts[-1].end

    @cached_property
    def first(self) -> int:
        """Position where the first part is written."""
        return min(part.first for part in self.parts)

    @cached_property
    def last(self) -> int:
        """Position where the last part is read."""
        return max(part.last for part in self.parts)


def live_buffers(block: Block) -> list[LiveBuffer]:
    """Return the allocations of a block, in order."""
    position = {op: i for i, op in enumerate(block.ops)}
    buffers: list[LiveBuffer] = []
    for op in block.ops:
        if not isinstance(op, memref.AllocOp):
            continue
        uses = [(start, end, position[user]) for start, end, user in uses_through_views(op.memref)]
        buffers.append(LiveBuffer(op, tuple(live_parts(uses or [(0, 1, position[op])]))))
    return buffers


def uses_through_views(value: SSAValue, at: int = 0) -> Iterator[tuple[int, int, Operation]]:
    """
    Yield the ops that access a buffer, directly or through views, and their bytes [start, end).
    """
    size = element_bytes(element_of(value.type))
    for use in value.uses:
        if isinstance(use.operation, ViewOp):
            view = use.operation
            yield from uses_through_views(view.result, at + view.offset.value.data * size)
        else:
            yield at, at + buffer_bytes(value.type), use.operation


def live_parts(uses: Sequence[tuple[int, int, int]]) -> list[LivePart]:
    """Split a buffer at cache lines where uses end; merge neighbours with equal live ranges."""
    lines = [
        (low // CACHE_LINE_BYTES * CACHE_LINE_BYTES, aligned(high), t) for low, high, t in uses
    ]
    ends = sorted({end for line in lines for end in line[:2]})
    parts: list[LivePart] = []
    for start, end in pairwise(ends):
        times = [time for low, high, time in lines if low < end and start < high]
        if not times:
            continue
        part = LivePart(start, end, min(times), max(times))
        before = parts[-1] if parts else None
        if before and (before.end, before.first, before.last) == (start, part.first, part.last):
            part = LivePart(before.start, end, part.first, part.last)
            parts.pop()
        parts.append(part)
    return parts


def live_bytes(buffers: Sequence[LiveBuffer]) -> list[int]:
    """Return the live bytes at each position, up to the last use."""
    changes = [0] * (max((buffer.last for buffer in buffers), default=0) + 2)
    for buffer in buffers:
        for part in buffer.parts:
            changes[part.first] += part.end - part.start
            changes[part.last + 1] -= part.end - part.start
    return list(accumulate(changes))

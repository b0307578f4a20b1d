"""Combine the lanes of four vectors at a time, and broadcast each of four lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from .....dialects.element_types import lanes_of
from .builder import LoopBuilder

PART = 4
"""Lanes of a part of a vector in which one instruction joins two vectors."""
HALVES = (0, 4, 1, 5), (2, 6, 3, 7)
PAIRS = (0, 1, 4, 5), (2, 3, 6, 7)
"""Lanes to combine in each part of two vectors; indices from 4 on are those of the second."""
Combine = Callable[[SSAValue, SSAValue], SSAValue]


def across_lanes(b: LoopBuilder, vectors: Sequence[SSAValue], combine: Combine) -> SSAValue:
    """
    Reduce the lanes of one or of four vectors: lane l of the result, and lane l + 4, is vector l
    reduced. Few instructions serve four vectors.
    """
    lanes, count = lanes_of(vectors[0].type), len(vectors)
    pairs = [
        _joined(b, vectors[n], vectors[(n + 1) % count], HALVES, combine)
        for n in range(0, count, 2)
    ]
    result = _joined(b, pairs[0], pairs[-1], PAIRS, combine)
    for distance in (4, 8):
        if distance < lanes:
            other = b.shuffle(result, result, [lane ^ distance for lane in range(lanes)])
            result = combine(result, other)
    return result


def _joined(
    b: LoopBuilder,
    left: SSAValue,
    right: SSAValue,
    orders: Sequence[Sequence[int]],
    combine: Combine,
) -> SSAValue:
    """Combine lanes of two vectors in two orders."""
    lanes = lanes_of(left.type)
    masks = (
        [part + n % PART + n // PART * lanes for part in range(0, lanes, PART) for n in order]
        for order in orders
    )
    return combine(*(b.shuffle(left, right, mask) for mask in masks))


def lane_by_lane(b: LoopBuilder, vector: SSAValue, count: int) -> list[SSAValue]:
    """
    Return a vector for each of the first four lanes, which all parts hold, broadcast to all lanes.
    """
    parts = range(0, lanes_of(vector.type), PART)
    return [
        b.shuffle(vector, vector, [part + lane for part in parts for _ in range(PART)])
        for lane in range(count)
    ]

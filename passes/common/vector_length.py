"""Choose the number of lanes that a loop uses of the target's vectors."""

from __future__ import annotations


def vector_length(extent: int, lanes: int) -> int:
    """Lanes for a loop of that extent: the target's, or the least power of two that holds it."""
    return min(lanes, 1 << (extent - 1).bit_length())

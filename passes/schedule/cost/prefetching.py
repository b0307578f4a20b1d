"""Choose the weights that register tiles prefetch for those after them."""

from __future__ import annotations

MOST_TURNS = 32
"""Tiles that share weights from which on it matters little that the first waits for them."""
MOST_SHARES = 8
"""Tiles that prefetch the next weights, each as much: the last of all."""
FEW_TURNS = 4
"""
Tiles below which weights are prefetched into L2: so much comes from memory at a time that the
requests would take all of the places that L1 has for its own misses.
"""
LEAST_BYTES = 16 << 10
"""Bytes of weights from which on they are prefetched."""


def weights_ahead(weight_bytes: int, turns: int = 0) -> tuple[int, ...]:
    """
    Return how many of `turns` register tiles, which share a panel of so many bytes of weights in
    all, prefetch the next panel, and into which cache; 0 for weights a page ahead, none if that
    brings nothing.
    """
    if weight_bytes < LEAST_BYTES:
        return ()
    if not 1 < turns <= MOST_TURNS:
        return 0, 1
    return min(turns, MOST_SHARES), 2 if turns < FEW_TURNS else 1

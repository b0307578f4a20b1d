"""Weigh looking the addresses of channels up in a table against gathering them first."""

from __future__ import annotations

from math import ceil

from ....dialects.target.records import Target

VECTOR_CYCLES = 2.5
"""Of making a vector from two others, for every pass; Zen 4: 3 with AVX2, 4.5 to 5 with AVX-512."""
ENTRY_CYCLES = 0.065
"""
Cycles per table entry and tile, beside the multiply-adds; Zen 4: 0.04 to 0.1 with AVX2, the same
with AVX-512.
"""


def table_vectors(entries: int, tiles: int, vector_bytes: int, target: Target) -> int:
    """Return how many vectors are gathered in the time that tables cost a kernel."""
    gathered = VECTOR_CYCLES * target.costs.passes(vector_bytes)
    return max(ceil(ENTRY_CYCLES * tiles * entries / gathered), 1)

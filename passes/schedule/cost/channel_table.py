"""Weigh looking the addresses of channels up in a table against gathering them first."""

from __future__ import annotations

from math import ceil

from ....dialects.target.records import Target


def table_vectors(entries: int, tiles: int, vector_bytes: int, target: Target) -> int:
    """Return how many vectors are gathered in the time that tables cost a kernel."""
    costs = target.costs
    gathered = costs.gather_cycles * costs.passes(vector_bytes)
    return max(ceil(costs.table_cycles * tiles * entries / gathered), 1)

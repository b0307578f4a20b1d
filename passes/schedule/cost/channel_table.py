"""Compare reading channels through a table of addresses with gathering them first."""

from __future__ import annotations

from math import ceil

from ....dialects.target.records import Target


def table_vectors(entries: int, tiles: int, vector_bytes: int, target: Target) -> int:
    """
    Return the number of gathered vectors that take as long as a kernel loses by reading a table.
    """
    costs = target.costs
    gathered = costs.gather_cycles * costs.passes(vector_bytes)
    return max(ceil(costs.table_cycles * tiles * entries / gathered), 1)

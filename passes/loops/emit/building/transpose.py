"""Transposition of square blocks in vector registers."""

from __future__ import annotations

from xdsl.ir import SSAValue

from .builder import LoopBuilder

MOST_ROWS = 16
"""Vectors that are transposed together: of more, the registers hold too few."""


def transpose(b: LoopBuilder, rows: list[SSAValue]) -> list[SSAValue]:
    """Transpose n vectors of n lanes in log2(n) rounds, which swap blocks across the diagonal."""
    n = len(rows)
    step = 1
    while step < n:
        # Lane j of the low (high) result: from a if bit `step` of j is clear, else from b.
        low = [j if not j & step else n + j - step for j in range(n)]
        high = [j + step if not j & step else n + j for j in range(n)]
        result = list(rows)
        for i in range(n):
            if not i & step:
                result[i] = b.shuffle(rows[i], rows[i + step], low)
                result[i + step] = b.shuffle(rows[i], rows[i + step], high)
        rows = result
        step *= 2
    return rows

"""Infer the rank of results without shapes, where possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import SSAValue

MAX_RANK = 4
"""Largest rank of a blob."""

RankOf = Callable[[SSAValue], int | None]
"""The number of dimensions of a blob; None if its layers do not determine it."""


@dataclass(frozen=True)
class SameRank:
    """The rank of another blob, within limits."""

    value: SSAValue
    least: int = 0
    most: int = MAX_RANK

    def of(self, rank: int) -> int:
        """Return the number of dimensions if the other blob has `rank`."""
        return min(max(rank, self.least), self.most)


Rank = int | SameRank | None
"""Rank of a result: a number, that of another blob, or unknown."""

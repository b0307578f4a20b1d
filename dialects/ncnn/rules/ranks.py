"""How many dimensions the results of an op have, as far as it tells without their shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import SSAValue

MAX_RANK = 4
"""How many dimensions a blob may have."""

RankOf = Callable[[SSAValue], int | None]
"""The number of dimensions of a blob; None if the layers that make it do not tell."""


@dataclass(frozen=True)
class SameRank:
    """As many dimensions as another blob has, within limits."""

    value: SSAValue
    least: int = 0
    most: int = MAX_RANK

    def of(self, rank: int) -> int:
        """Return the number of dimensions if the other blob has `rank`."""
        return min(max(rank, self.least), self.most)


Rank = int | SameRank | None
"""What an op says of a result: a number, whose number it is, or nothing."""

"""How many dimensions the results of an op have, as far as it tells without their shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import SSAValue

RankOf = Callable[[SSAValue], int | None]
"""The number of dimensions of a blob; None if the layers that make it do not tell."""


@dataclass(frozen=True)
class SameRank:
    """As many dimensions as another blob has, and at least so many."""

    value: SSAValue
    least: int = 0


Rank = int | SameRank | None
"""What an op says of a result: a number, whose number it is, or nothing."""

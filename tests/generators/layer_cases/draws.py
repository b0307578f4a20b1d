"""
Random choices that are remembered, so that a case can be made small by changing them.

Every choice is a number below a bound, and 0 is the simplest: a generator lists its options from
simple to complicated. The case of other numbers is another case of the same layer, which is how
Hypothesis shrinks, too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")

EXTENTS = (1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 31, 33)
"""Around the lengths of vectors."""
MOST_AXES = 4
MOST_CELLS = 2500
"""In a blob, as a rule."""
SEEDS = 1 << 16

Shape = tuple[int, ...]


class Unsuitable(Exception):
    """The choices so far lead to no case."""


class Draws:
    """
    The dice: random ones after `prefix` if there is a seed, zeros if there is none.

    With `array_seed` the elements of arrays have dice of their own, so that cases of one seed share
    all but these.
    """

    def __init__(
        self, seed: str | None = None, prefix: Sequence[int] = (), array_seed: str | None = None
    ):
        self._dice = None if seed is None else random.Random(seed)
        self._array_dice = self._dice if array_seed is None else random.Random(array_seed)
        self._prefix = tuple(prefix)
        self.made: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to below `bound`."""
        return self._number(bound, self._dice)

    def _number(self, bound: int, dice: random.Random | None) -> int:
        position = len(self.made)
        if position < len(self._prefix):
            number = min(self._prefix[position], bound - 1)
        else:
            number = 0 if dice is None else dice.randrange(bound)
        self.made.append(number)
        return number

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, of which the first is the simplest."""
        if not options:
            raise Unsuitable
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """True as often as that; False is simpler."""
        return self.below(100) >= 100 - percent

    def integer(self, low: int, high: int) -> int:
        """From `low` to `high`; `low` is the simplest."""
        if high < low:
            raise Unsuitable
        return low + self.below(high - low + 1)

    def number(self, low: float, high: float) -> float:
        """One of 64 steps from `low` to `high`, exact in float32 if these are."""
        return low + (high - low) * self.below(65) / 64

    def extent(self, most: int = EXTENTS[-1]) -> int:
        """The length of an axis."""
        return self.choice([extent for extent in EXTENTS if extent <= most])

    def shape(self, *ranks: int, cells: int = MOST_CELLS) -> Shape:
        """The shape of a blob, outermost first; its rank is one of these, or any."""
        rank = self.choice(ranks or (1, 2, 3, 4))
        extents: list[int] = []
        for _ in range(MOST_AXES):  # always as many, so that a lower rank changes nothing else
            extents.append(self.extent(cells))
            cells //= extents[-1]
        chosen = extents[:rank]
        return tuple(chosen if self.chance(50) else reversed(chosen))

    def axis(self, rank: int) -> int:
        """An axis, negative ones included."""
        return self.choice((*range(rank), *range(-rank, 0)))

    def generator(self) -> np.random.Generator:
        """Dice for the elements of an array."""
        return np.random.default_rng(self._number(SEEDS, self._array_dice))

    def uniform(self, shape: Shape, low: float = -1.2, high: float = 1.2) -> np.ndarray:
        """Float32 numbers between these."""
        return self.generator().uniform(low, high, shape).astype(np.float32)

    def integers(self, shape: Shape, low: int, high: int) -> np.ndarray:
        """Int32 numbers from `low` to `high`."""
        return self.generator().integers(low, high + 1, shape).astype(np.int32)

    def distinct(self, shape: Shape) -> np.ndarray:
        """Float32 numbers that are all different: where an element went, can be told."""
        count = int(np.prod(shape))
        numbers = self.generator().permutation(count) - count // 2
        return (numbers / 8).astype(np.float32).reshape(shape)

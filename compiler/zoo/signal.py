"""Estimate magnitudes of blobs, to scale generated weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

_GRID = [step / 10 for step in range(-60, 61)]
"""Points of the standard normal distribution at which expectations are taken."""
_DENSITY = [math.exp(-z * z / 2) / math.sqrt(2 * math.pi) / 10 for z in _GRID]
_BELOW = [(1 + math.erf(z / math.sqrt(2))) / 2 for z in _GRID]


@dataclass(frozen=True)
class Signal:
    """Mean and variance of the values of a blob, over positions, channels and random weights."""

    mean: float
    variance: float

    @property
    def power(self) -> float:
        """The mean square."""
        return self.mean**2 + self.variance

    @classmethod
    def of_power(cls, mean: float, power: float) -> Signal:
        return cls(mean, power - mean**2)

    def __add__(self, other: Signal) -> Signal:
        """The sum of two independent signals."""
        return Signal(self.mean + other.mean, self.variance + other.variance)

    def __mul__(self, other: Signal) -> Signal:
        """The product of two independent signals."""
        return Signal.of_power(self.mean * other.mean, self.power * other.power)

    def through(self, function: Callable[[float], float]) -> Signal:
        """The signal after an element-wise function."""
        return self._expect(function, _DENSITY)

    def maximum_of(self, count: int) -> Signal:
        """The maximum of `count` independent values, whose density is n p(z) P(z)^(n - 1)."""
        density = [
            count * p * below ** (count - 1) for p, below in zip(_DENSITY, _BELOW, strict=True)
        ]
        return self._expect(lambda value: value, density)

    def _expect(self, function: Callable[[float], float], density: list[float]) -> Signal:
        """Mean and variance of `function`, the values being normal and of this `density`."""
        deviation = math.sqrt(self.variance)
        values = [function(self.mean + deviation * z) for z in _GRID]
        mean = sum(p * v for p, v in zip(density, values, strict=True))
        power = sum(p * v * v for p, v in zip(density, values, strict=True))
        return Signal.of_power(mean, power)

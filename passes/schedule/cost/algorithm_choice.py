"""The candidates of a convolution, the chosen algorithm, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....dialects.kernel.attributes import Algorithm


@dataclass(frozen=True)
class AlgorithmChoice:
    """An algorithm, the reason in words, and what the candidates were estimated or measured at."""

    algorithm: Algorithm
    reason: str
    cycles: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """Estimates of one core's cycles, of all that can compute it; none if there is no other way."""
    seconds: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """Times on this machine, if they were measured."""
    tile: int | None = None
    """Output positions of a tile of algorithm tiled, if they are given."""

    @property
    def runner_up(self) -> Algorithm | None:
        """The best of the others: by time if they were measured, else by estimate."""
        known = self.seconds or self.cycles
        others = [algorithm for algorithm in known if algorithm is not self.algorithm]
        return min(others, key=lambda algorithm: known[algorithm], default=None)


def fastest(seconds: Mapping[Algorithm, float]) -> Algorithm:
    """The algorithm that takes least time; of several the first."""
    return min(seconds, key=lambda algorithm: seconds[algorithm])

"""Record the candidates of a convolution, the chosen algorithm, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....dialects.kernel.attributes import Algorithm


@dataclass(frozen=True)
class AlgorithmChoice:
    """
    Hold an algorithm, the reason in words, and the estimates or measured times of all candidates.
    """

    algorithm: Algorithm
    reason: str
    cycles: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """The estimated cycles of each possible algorithm on one core; empty if there is only one."""
    seconds: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """Times measured on this machine, if any."""
    tile: int | None = None
    """Output positions of a tile of algorithm tiled, if given."""

    @property
    def runner_up(self) -> Algorithm | None:
        """Return the best other algorithm: by time if measured, else by estimate."""
        known = self.seconds or self.cycles
        others = [algorithm for algorithm in known if algorithm is not self.algorithm]
        return min(others, key=lambda algorithm: known[algorithm], default=None)


def fastest(seconds: Mapping[Algorithm, float]) -> Algorithm:
    """Return the algorithm that takes the least time; the first of equals."""
    return min(seconds, key=lambda algorithm: seconds[algorithm])

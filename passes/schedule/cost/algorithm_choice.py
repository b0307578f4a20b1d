"""The candidates of a convolution, the chosen algorithm, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....dialects.kernel.attributes import Algorithm


@dataclass(frozen=True)
class AlgorithmChoice:
    """An algorithm, the reason in words, and the candidates' estimates or measurements."""

    algorithm: Algorithm
    reason: str
    cycles: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """Estimated cycles of one core for all possible algorithms; empty if there is only one."""
    seconds: Mapping[Algorithm, float] = field(default_factory=dict[Algorithm, float])
    """Times on this machine, if measured."""
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

"""Choose convolutions with fewer bytes of weights that lose the least time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ....dialects.kernel.attributes import Algorithm
from .algorithm_choice import AlgorithmChoice

REASON = "fewer bytes of weights for a limit of memory"

KeyT = TypeVar("KeyT", bound=Hashable)


@dataclass(frozen=True)
class SavingCandidate(Generic[KeyT]):
    """Describe a convolution with several possible algorithms."""

    key: KeyT
    choice: AlgorithmChoice
    weight_bytes: Mapping[Algorithm, int]

    @property
    def times(self) -> Mapping[Algorithm, float]:
        """Return the measured times of the algorithms, or estimates."""
        return self.choice.seconds or self.choice.cycles

    @property
    def is_changed(self) -> bool:
        """Return whether its algorithm changes to save bytes."""
        return self.choice.reason == REASON

    def with_algorithm(self, algorithm: Algorithm) -> SavingCandidate[KeyT]:
        """Return this convolution computed by another algorithm."""
        changed = replace(self.choice, algorithm=algorithm, reason=REASON, tile=None)
        return replace(self, choice=changed)


@dataclass(frozen=True)
class Saving(Generic[KeyT]):
    """Describe a change of one convolution to an algorithm with fewer bytes of weights."""

    candidate: SavingCandidate[KeyT]
    algorithm: Algorithm

    @property
    def saved(self) -> int:
        """Return the bytes of weights saved."""
        sizes = self.candidate.weight_bytes
        return sizes[self.candidate.choice.algorithm] - sizes[self.algorithm]

    @property
    def added(self) -> float:
        """Return the time added, in the unit of the candidate."""
        times = self.candidate.times
        return times[self.algorithm] - times[self.candidate.choice.algorithm]


def save_weights(
    candidates: list[SavingCandidate[KeyT]], wanted: int
) -> dict[KeyT, AlgorithmChoice]:
    """
    Return the changes that save at least `wanted` bytes of weights, or as many as possible.

    Changes are made greedily, by least added time per byte saved. Then those that later ones made
    unnecessary are undone, the slowest first.
    """
    current = {candidate.key: candidate for candidate in candidates}
    saved = 0
    while saved < wanted:
        savings = [
            saving
            for candidate in current.values()
            for algorithm in candidate.times
            if (saving := Saving(candidate, algorithm)).saved > 0
        ]
        if not savings:
            break
        best = min(savings, key=lambda saving: saving.added / saving.saved)
        saved += best.saved
        key = best.candidate.key
        current[key] = best.candidate.with_algorithm(best.algorithm)
    changes = [
        Saving(candidate, algorithm)
        for candidate in candidates
        if (algorithm := current[candidate.key].choice.algorithm) is not candidate.choice.algorithm
    ]
    for change in sorted(changes, key=lambda change: -change.added):
        if saved - change.saved >= wanted:
            saved -= change.saved
            current[change.candidate.key] = change.candidate
    kept = (current[change.candidate.key] for change in changes)
    return {candidate.key: candidate.choice for candidate in kept if candidate.is_changed}

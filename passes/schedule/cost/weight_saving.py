"""Convolutions with fewer bytes of weights: which ones lose least time by it."""

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
    """A convolution that may be computed in several ways."""

    key: KeyT
    choice: AlgorithmChoice
    weight_bytes: Mapping[Algorithm, int]

    @property
    def times(self) -> Mapping[Algorithm, float]:
        """Measured times of the algorithms, or estimates."""
        return self.choice.seconds or self.choice.cycles

    @property
    def is_changed(self) -> bool:
        """Return whether its algorithm changes to save bytes."""
        return self.choice.reason == REASON

    def with_algorithm(self, algorithm: Algorithm) -> SavingCandidate[KeyT]:
        """The same by another algorithm."""
        changed = replace(self.choice, algorithm=algorithm, reason=REASON, tile=None)
        return replace(self, choice=changed)


@dataclass(frozen=True)
class Saving(Generic[KeyT]):
    """A change of one convolution to an algorithm with fewer bytes of weights."""

    candidate: SavingCandidate[KeyT]
    algorithm: Algorithm

    @property
    def saved(self) -> int:
        """Bytes of weights."""
        sizes = self.candidate.weight_bytes
        return sizes[self.candidate.choice.algorithm] - sizes[self.algorithm]

    @property
    def added(self) -> float:
        """Time, in the unit of the candidate's."""
        times = self.candidate.times
        return times[self.algorithm] - times[self.candidate.choice.algorithm]


def save_weights(
    candidates: list[SavingCandidate[KeyT]], wanted: int
) -> dict[KeyT, AlgorithmChoice]:
    """
    The choices that change so that at least `wanted` bytes of weights are saved, or as many as
    there can be: one after the other those that add the least time for each byte. What later ones
    make needless is taken back, the slowest first.
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

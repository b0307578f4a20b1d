"""The programs of one model that a file holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..code.cpu import missing_features
from ..model.program import Program
from ..model.tensors import DynamicInput
from ..weights.known_weights import KnownWeights


@dataclass(frozen=True)
class Contents:
    """The contents of a file."""

    programs: tuple[Program, ...]
    """The programs of all targets, the best target's first."""
    dynamic: bool = False
    """True for a model with a program for each of several sets of shapes."""
    weights: KnownWeights | None = None
    """The weights of all programs, if they come from a file."""
    key: str = ""
    """Cache key of the compiled model; empty outside the cache."""
    inputs: tuple[DynamicInput, ...] = ()
    """In a cache, the interface of a dynamic model beyond its compiled shapes."""

    @property
    def targets(self) -> tuple[str, ...]:
        """Return the targets, the best first."""
        return tuple(dict.fromkeys(program.target for program in self.programs))

    def for_this_machine(self) -> Contents:
        """
        Return the programs of the best target that this machine can run, or else of the last
        target.
        """
        if len(self.targets) <= 1:
            return self
        runnable = [p.target for p in self.programs if not missing_features(p.features)]
        target = (runnable or self.targets[-1:])[0]
        programs = tuple(p for p in self.programs if p.target == target)
        return replace(self, programs=programs)


def contents_of_programs(programs: Sequence[Program]) -> Contents:
    """Return the contents of a file for programs of one model, the best target's first."""
    from ..model.specialisation import shapes_of

    return Contents(tuple(programs), len({*map(shapes_of, programs)}) > 1)

"""The search for extents that all layers take: what ended in an error is solved for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...dialects.ncnn.rules.extents import is_unknown
from ...dialects.ncnn.rules.formulas import Formulas
from ...dialects.ncnn.rules.implied_shapes import ImpliedShapes
from ...dialects.ncnn.shapes import shape_of
from .changes import Changes
from .groups import Groups
from .limits import FULL_EFFORT, Clock, Effort
from .moves import Moves
from .tracing import GraphTrace, Misfit
from .variables import USUAL_SIZES, Role, Variable

MOST_TRIES = 12
"""Of candidates for one op, which may not fit for what no number changes: a rank."""
MOST_BRANCHES = 4
"""Candidates that wait for an op that does not fit."""

Candidate = tuple[int, ...]
"""A number for each variable."""


@dataclass
class Search:
    """Candidates for the unknown extents of a graph."""

    trace: GraphTrace
    variables: Sequence[Variable]
    clock: Clock
    certain: ImpliedShapes
    """Consequences of the graph for every candidate."""
    misfit: Misfit | None = None
    """The op that no candidate has brought the search beyond; None after success."""
    tries: Counter[int] = field(default_factory=Counter[int])
    """Number of candidates that failed at each op."""
    is_hopeless: bool = False
    """True if `misfit` does not fit whatever the candidate is, and the ranks of inputs are."""
    restarted: set[int] = field(default_factory=set[int])
    """The ops whose comparisons tell no other numbers, so that usual sizes are tried at last."""
    reached: Candidate = ()
    """The candidate that first brought the search to `misfit`."""
    last_resort: list[Candidate] = field(default_factory=list[Candidate])
    """The candidates of usual sizes, for when no others wait."""
    visited: set[Candidate] = field(default_factory=set[Candidate])
    waiting: list[Candidate] = field(default_factory=list[Candidate])
    """The candidates to go back to, the next one last."""

    def __post_init__(self):
        self.groups = Groups(self.trace.formulas, self.variables)
        self.moves = Moves(self.groups)
        self.changes = Changes(self.moves, self.clock)

    @property
    def formulas(self) -> Formulas:
        """Return the formulas that the trace makes."""
        return self.trace.formulas

    def run(self, beyond: int | None = None, effort: Effort = FULL_EFFORT) -> bool:
        """Change numbers until all ops, or those before `beyond`, fit. Raises: OutOfTime."""
        misfit = self.trace.run()
        while misfit is not None:
            self.clock.reach(misfit.place)
            self.clock.check()
            if self.misfit is None or misfit.place > self.misfit.place:
                self.misfit = misfit
                self.reached = tuple(self.formulas.candidate())
            if self.never_fits(misfit):
                self.misfit, self.is_hopeless = misfit, True
                return False
            if beyond is not None and misfit.place > beyond:
                return True
            self.visited.add(tuple(self.formulas.candidate()))
            self.waiting += reversed(self.candidates_for(misfit))
            candidate = self.next_candidate(effort)
            if candidate is None:
                return False
            misfit = self.try_numbers(dict(enumerate(candidate)))
        self.clock.reach(len(self.trace.ops))
        self.misfit = None
        return True

    def try_numbers(self, numbers: Mapping[int, int]) -> Misfit | None:
        """Set variables to other numbers, and return the first op that does not fit, or None."""
        self.formulas.take(numbers)
        return self.trace.run_again()

    def never_fits(self, misfit: Misfit) -> bool:
        """Return true if the rule of an op has read nothing but extents that no input changes."""
        if self.formulas.recent or any(v in self.trace.batches for v in misfit.op.operands):
            return False
        for value in misfit.op.operands:
            shape, certain = shape_of(value), self.certain.of(value)
            if certain is None or len(certain) != len(shape):
                return False
            if any(not is_unknown(e) and c is None for e, c in zip(shape, certain, strict=True)):
                return False
        return True

    def next_candidate(self, effort: Effort) -> Candidate | None:
        """Return the last that waits, and was not tried; None if too many were."""
        while len(self.visited) < effort.candidates:
            if not self.waiting:
                if not effort.tries_usual or not self.last_resort:
                    return None
                self.waiting.append(self.last_resort.pop())
                self.tries.clear()
            candidate = self.waiting.pop()
            if candidate not in self.visited:
                return candidate
        return None

    def candidates_for(self, misfit: Misfit) -> list[Candidate]:
        """Return candidates for which an op may fit that does not, the most usual first."""
        current, found = tuple(self.formulas.candidate()), list[Candidate]()
        self.tries[misfit.place] += 1
        if self.tries[misfit.place] > MOST_TRIES:
            return found
        for _, change in self.changes.for_misfit(misfit):
            candidate = tuple(change.get(v, number) for v, number in enumerate(current))
            if candidate not in self.visited and candidate not in found:
                found.append(candidate)
        if not found and misfit.place not in self.restarted:
            self.restarted.add(misfit.place)
            self.last_resort += reversed(self.usual_candidates(current))
        return found[:MOST_BRANCHES]

    def usual_candidates(self, current: Candidate) -> list[Candidate]:
        """Return the current candidate with other sizes of images, the usual ones."""
        found: list[Candidate] = []
        groups = [
            self.groups.squares(v) for v, one in enumerate(self.variables) if one.role is Role.SIZE
        ]
        for group in dict.fromkeys(groups):
            followed = self.moves.with_followers(dict.fromkeys(group, np.array(USUAL_SIZES)))
            for place in range(len(USUAL_SIZES)):
                change = {v: int(column[place]) for v, column in followed.items()}
                found.append(tuple(change.get(v, number) for v, number in enumerate(current)))
        return found

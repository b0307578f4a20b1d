"""Propose changes of unknown extents that make a failing op fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...dialects.ncnn.rules.formulas import Condition, Formulas
from .evaluation import Column, Evaluation
from .factors import factor_moves
from .groups import mask_of
from .limits import Clock
from .moves import Move, Moves
from .pairs import paired_moves
from .same_shapes import same_shape_moves
from .tracing import Misfit
from .variables import FOLLOWING, UNUSUAL

OTHER_ORDER = 2.0
"""Cost of numbers for which two extents of ops before are in another order, in maxima, say."""
DETOUR = 20.0
"""Cost of numbers for which ops before do not compare as they did, and may not fit."""
LOOSENED = 100.0
"""Cost, in addition, of other extents than constants of the file have."""
KNOWN_MISFIT = 200.0
"""Cost of numbers for which an op compares as it did when it did not fit."""
SMALLEST_LIMIT = 1 << 20
"""Numbers from this on that extents and counts of cells are compared with are limits."""
MOST_MISFITS = 32
"""Number of recent failures to remember."""
BROADCAST = 20.0
"""Cost of making what is computed of inputs 1, so that an op broadcasts it."""
TURNED_TO_ONE = 60.0
"""Cost of making an extent 1 because of a later op."""
TURNED_EQUAL = 50.0
"""Cost of making equal extents unequal."""
MOST_CONDITIONS = 32
"""Number of an op's last conditions to invert."""

Change = tuple[float, dict[int, int]]
"""Other numbers for some variables, and their costs."""

Goal = tuple[Condition, Sequence[Condition]]
"""A condition to be turned around, and those of the same op that it was reached by."""


def is_order_of_extents(formulas: Formulas, condition: Condition) -> bool:
    """Return true if a condition says which of two extents is larger, both unknown."""
    compared = (condition.first, condition.second)
    return condition.comparison != "==" and all(formulas.variables_of[n] for n in compared)


def is_unequal(condition: Condition) -> bool:
    """Return true if the compared values were found to differ, or not to be in order."""
    return not (condition.comparison == "==" and condition.outcome)


@dataclass
class Changes:
    """The changes of a search's variables that turn conditions around."""

    moves: Moves
    clock: Clock
    settled: int = 0
    """Variables, as bits, that were solved for although others then had to follow."""
    misfits: dict[tuple[Condition, ...], None] = field(
        default_factory=dict[tuple[Condition, ...], None]
    )
    """The comparisons of each op that did not fit, in the order of the search."""

    @property
    def formulas(self) -> Formulas:
        """Return the formulas that the conditions compare."""
        return self.moves.formulas

    def for_misfit(self, misfit: Misfit) -> list[Change]:
        """
        Changes with which a comparison of an op that does not fit has the other outcome, the most
        usual first.

        If there are only unusual ones, two inputs may have to change at once, ops before may go
        another way (a broadcast, say), or an extent may have to be 1 for one of them. If there are
        none, other variables may have to follow: then conditions that they are part of need not
        hold. Of changes of equal cost, that of a later input comes first: images are followed by
        what goes with them, a time or a mask.
        """
        conditions = self.formulas.conditions
        self.moves.known.clear()
        recent = list(dict.fromkeys(self.formulas.recent))[-MOST_CONDITIONS:]
        before = [c for c, p in conditions.items() if p < misfit.place]
        self.misfits[tuple(recent)] = None
        goals = [(c, recent[:i]) for i, c in enumerate(recent) if not self.is_within_limit(c)]
        found = self.turning(goals, before)
        found += self.turning_by(same_shape_moves(self.moves, misfit.op), goals, before)
        if not found or min(found, key=cost_of_change)[0] >= UNUSUAL:
            kept = [c for c in before if not is_order_of_extents(self.formulas, c)]
            found += _with_cost(OTHER_ORDER, self.turning(goals, kept))
            found += self.turning_pairs(goals, kept)
            found += _with_cost(DETOUR, self.turning(goals, list(filter(self.fixes, before))))
            found += _with_cost(DETOUR + LOOSENED, self.turning(goals, []))
            found += self.turning_to_one(before, recent)
        if not found:
            found = self.turning(goals, before, strict=False)
            for _, change in found[:1]:
                self.settled |= mask_of({*change})
        return sorted(found, key=lambda change: (change[0], -max(change[1])))

    def turning_to_one(
        self, before: Sequence[Condition], recent: Sequence[Condition]
    ) -> list[Change]:
        """Changes that give 1 to an extent compared with 1 before the failing comparison."""
        conditions, one = self.formulas.conditions, self.formulas.node_of(1)
        mask = self.formulas.variables_in(recent[-1]) if recent else -1
        ones = [
            condition
            for condition in before
            if condition.second == one
            and is_unequal(condition)
            and self.formulas.variables_in(condition) & mask
        ]
        found: list[Change] = []
        for condition in ones[-MOST_CONDITIONS:]:
            earlier = [c for c in before if conditions[c] < conditions[condition]]
            found += _with_cost(TURNED_TO_ONE, self.turning([(condition, [])], earlier))
        return found

    def turning_pairs(self, goals: Sequence[Goal], before: Sequence[Condition]) -> list[Change]:
        """Change two groups to turn a condition while others hold: cached rows and new ones."""
        found: list[Change] = []
        for condition, others in goals:
            if not is_unequal(condition):
                continue
            for move in paired_moves(self.moves, condition, [*before, *others]):
                self.clock.check()
                if len(move.costs):
                    costs = move.costs + self.known_misfits(self._evaluation(move))
                    place = int(np.argmin(costs))
                    found.append((float(costs[place]), move.at(place)))
        return found

    def turning(
        self, goals: Sequence[Goal], before: Sequence[Condition], strict: bool = True
    ) -> list[Change]:
        """`turning_by` all moves of the variables that some conditions depend on."""
        return self.turning_by(self.moves_for(goals, strict), goals, before, strict)

    def turning_by(
        self,
        moves: Iterable[Move],
        goals: Sequence[Goal],
        before: Sequence[Condition],
        strict: bool = True,
    ) -> list[Change]:
        """Return the best change of each move that turns one condition, those `before` holding."""
        found: list[Change] = []
        for move in moves:
            self.clock.check()
            evaluation, costs = self._evaluation(move), None
            kept = before if strict else [c for c in before if not self._others(c, move)]
            for condition, others in goals:
                if not self.formulas.variables_in(condition) & evaluation.moved:
                    continue
                fits = ~evaluation.holds(condition)
                if fits.any():
                    held = [c for c in (*others, *kept) if c != condition]
                    fits &= evaluation.all_hold(held)
                if fits.any():
                    if costs is None:
                        costs = move.costs + self.known_misfits(evaluation)
                    place = int(np.argmin(np.where(fits, costs, np.inf)))
                    cost = self.cost_of(condition, move, float(costs[place]))
                    found.append((cost, move.at(place)))
        return found

    def is_within_limit(self, condition: Condition) -> bool:
        """Return true if a condition says that a blob is neither empty nor too large."""
        least, largest = condition.first, condition.second
        if not condition.outcome:
            least, largest = largest, least
        low, high = self.formulas.constant(least), self.formulas.constant(largest)
        is_limit = (low is not None and low <= 1) or (high is not None and high >= SMALLEST_LIMIT)
        return condition.comparison != "==" and is_limit

    def fixes(self, condition: Condition) -> bool:
        """Return true if a condition says that an extent is equal to a number of the file."""
        compared = (condition.first, condition.second)
        return not is_unequal(condition) and not all(
            self.formulas.variables_of[n] for n in compared
        )

    def known_misfits(self, evaluation: Evaluation) -> np.ndarray:
        """
        Return the cost of candidates for which an op compares all as it did when it did not fit.
        """
        known = np.zeros(evaluation.length, bool)
        for conditions in list(self.misfits)[-MOST_MISFITS:]:
            moved = [c for c in conditions if self.formulas.variables_in(c) & evaluation.moved]
            if moved and all(map(self.formulas.is_true, {*conditions} - {*moved})):
                known |= evaluation.all_hold(moved)
        return KNOWN_MISFIT * known

    def _evaluation(self, move: Move) -> Evaluation:
        return Evaluation(self.formulas, dict[int, Column](move.columns))

    def moves_for(self, goals: Sequence[Goal], strict: bool) -> Iterator[Move]:
        """Yield the moves of all variables that some conditions depend on."""
        mask = 0
        for condition, _ in goals:
            mask |= self.formulas.variables_in(condition)
        chosen = [v for v in range(len(self.moves.variables)) if mask >> v & 1]
        if not strict:
            chosen = [v for v in chosen if not self.settled >> v & 1] or chosen
        yield from self.moves.of(chosen)
        for condition, _ in goals:
            if is_unequal(condition):
                for move in factor_moves(self.moves, condition):
                    yield Move(self.moves.with_followers(move.columns), move.costs)

    def cost_of(self, condition: Condition, move: Move, cost: float) -> float:
        """
        Return the move's cost, more if an input's extent was compared itself: it likely follows.
        """
        if not is_unequal(condition):
            return cost + TURNED_EQUAL
        compared = (condition.first, condition.second)
        is_input = any(self.formulas.variables[v] in compared for v in move.columns)
        if not is_input and condition.comparison == "==" and self.formulas.node_of(1) in compared:
            return cost + BROADCAST
        is_constant = not all(map(self.formulas.variables_of.__getitem__, compared))
        return (
            min(cost, FOLLOWING) if is_input and not is_constant and cost < KNOWN_MISFIT else cost
        )

    def _others(self, condition: Condition, move: Move) -> bool:
        """Return true if a condition depends on a variable that a move does not change."""
        return bool(self.formulas.variables_in(condition) & ~mask_of({*move.columns}))


def cost_of_change(change: Change) -> float:
    return change[0]


def _with_cost(more: float, changes: Sequence[Change]) -> list[Change]:
    """Return the same changes at a higher cost."""
    return [(cost + more, change) for cost, change in changes]

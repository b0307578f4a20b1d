"""The search for extents that all layers take: what ended in an error is solved for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.implied_shapes import ImpliedShapes
from .extents import VARIABLE, Column, Condition, Evaluation, Extent, Formulas
from .limits import FULL_EFFORT, Clock, Effort
from .tracing import GraphTrace, Misfit
from .variables import LARGEST, LARGEST_LENGTH, UNUSUAL, USUAL_SIZES, Role, Variable

MOST_TRIES = 12
"""Of candidates for one op, which may not fit for what no number changes: a rank."""
MOST_FOLLOWERS = 64
"""Extents that follow from others."""
MOST_BRANCHES = 4
"""Candidates that wait for an op that does not fit."""
FOLLOWING = 5.0
"""Cost of an extent that follows from others."""
DETOUR = 20.0
"""Cost of numbers for which ops before do not compare as they did, and may not fit."""
TURNED_TO_ONE = 60.0
"""Cost of making an extent 1 for the sake of an op behind."""
TURNED_EQUAL = 50.0
"""Cost of making unequal what was equal."""
MOST_CONDITIONS = 32
"""Of an op, from its last on, that are turned around."""
GRID = tuple(sorted({*USUAL_SIZES, *range(16, 1040, 16), 240, 300, 480, 720, 768, 1280, 1920}))
"""Heights and widths of images that are no squares."""


Candidate = tuple[int, ...]
"""A number for each variable."""

Change = tuple[float, dict[int, int]]
"""Other numbers for some variables, and how unusual they are."""


def is_unequal(condition: Condition) -> bool:
    """Return true if what was compared was found to differ, or not to be in order."""
    return not (condition.comparison == "==" and condition.outcome)


@dataclass(frozen=True)
class Move:
    """Numbers for some variables, tried together."""

    columns: dict[int, np.ndarray]
    costs: np.ndarray

    def at(self, place: int) -> dict[int, int]:
        """One of the candidates."""
        return {variable: int(column[place]) for variable, column in self.columns.items()}


@dataclass
class Search:
    """Candidates for the unknown extents of a graph."""

    trace: GraphTrace
    variables: Sequence[Variable]
    clock: Clock
    certain: ImpliedShapes
    """Consequences of the graph for every candidate."""
    settled: int = 0
    """Variables, as bits, that were solved for although others then had to follow."""
    misfit: Misfit | None = None
    """The op that no candidate has brought the search beyond; None after success."""
    tries: Counter[int] = field(default_factory=Counter[int])
    """Candidates that each op did not fit."""
    is_hopeless: bool = False
    """True if `misfit` does not fit whatever the candidate is, and the ranks of inputs are."""
    restarted: set[int] = field(default_factory=set[int])
    """The ops whose comparisons tell no other numbers, so that usual sizes are tried at last."""
    reached: Candidate = ()
    """The candidate that first brought the search to `misfit`."""
    last_resort: list[Candidate] = field(default_factory=list[Candidate])
    """The candidates of usual sizes, for when no others wait."""
    visited: set[Candidate] = field(default_factory=set[Candidate])
    made: dict[tuple[frozenset[int], frozenset[int] | int], Move] = field(
        default_factory=dict[tuple[frozenset[int], frozenset[int] | int], Move]
    )
    """The moves that were asked for so far."""
    waiting: list[Candidate] = field(default_factory=list[Candidate])
    """The candidates to go back to, the next one last."""

    @property
    def formulas(self) -> Formulas:
        """The formulas that the trace makes."""
        return self.trace.formulas

    def run(self, beyond: int | None = None, effort: Effort = FULL_EFFORT) -> bool:
        """
        Change numbers until all ops fit, or those up to the place `beyond`. False if none are
        found, for `misfit` at the latest. Call it again to go on.

        Raises: OutOfTime.
        """
        misfit = self.trace.run()
        while misfit is not None:
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
            self.formulas.take(dict(enumerate(candidate)))
            misfit = self.trace.run(self.first_broken(misfit.place))
        self.misfit = None
        return True

    def never_fits(self, misfit: Misfit) -> bool:
        """Return true if the rule of an op has read nothing but extents that no input changes."""
        if self.formulas.recent or any(v in self.trace.batches for v in misfit.op.operands):
            return False
        for value in misfit.op.operands:
            shape, certain = shape_of(value), self.certain.of(value)
            if certain is None or len(certain) != len(shape):
                return False
            if any(
                type(e) is not Extent and c is None for e, c in zip(shape, certain, strict=True)
            ):
                return False
        return True

    def next_candidate(self, effort: Effort) -> Candidate | None:
        """The last that waits, and was not tried; None if too many were."""
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
        """Candidates for which an op may fit that does not, the most usual first."""
        current, found = tuple(self.formulas.candidate()), list[Candidate]()
        self.tries[misfit.place] += 1
        if self.tries[misfit.place] > MOST_TRIES:
            return found
        for _, change in self.changes_for(misfit):
            candidate = tuple(change.get(v, number) for v, number in enumerate(current))
            if candidate not in self.visited and candidate not in found:
                found.append(candidate)
        if not found and misfit.place not in self.restarted:
            self.restarted.add(misfit.place)
            self.last_resort += reversed(self.usual_candidates(current))
        return found[:MOST_BRANCHES]

    def usual_candidates(self, current: Candidate) -> list[Candidate]:
        """The current candidate with other sizes of images, the usual ones."""
        found: list[Candidate] = []
        groups = [self.squares(v) for v, one in enumerate(self.variables) if one.role is Role.SIZE]
        for group in dict.fromkeys(groups):
            followed = self.with_followers(dict.fromkeys(group, np.array(USUAL_SIZES)))
            for place in range(len(USUAL_SIZES)):
                change = {v: int(column[place]) for v, column in followed.items()}
                found.append(tuple(change.get(v, number) for v, number in enumerate(current)))
        return found

    def first_broken(self, place: int) -> int:
        """The first op before a place of which a condition no longer holds; else the place."""
        conditions = self.formulas.conditions.items()
        return min((p for c, p in conditions if not self.formulas.is_true(c)), default=place)

    def changes_for(self, misfit: Misfit) -> list[Change]:
        """
        Changes with which a comparison of the op that does not fit has the other outcome, the most
        usual first.

        If there are only unusual ones, ops before may go another way (a broadcast, say), or an
        extent may have to be 1 for one of them. If there are none, other variables may have to
        follow: then conditions that they are part of need not hold. Of changes of equal cost, that
        of a later input comes first: images are followed by what goes with them, a time or a mask.
        """
        conditions = self.formulas.conditions
        recent = list(dict.fromkeys(self.formulas.recent))[-MOST_CONDITIONS:]
        before = [c for c, p in conditions.items() if p < misfit.place]
        goals = [(c, recent[:i]) for i, c in enumerate(recent)]
        found = self.changes(goals, before)
        if not found or found[0][0] >= UNUSUAL:
            found += [(cost + DETOUR, change) for cost, change in self.changes(goals, [])]
            found += self.changes_to_one(before, recent)
        if not found:
            found = self.changes(goals, before, strict=False)
            for _, change in found[:1]:
                self.settled |= sum(1 << variable for variable in change)
        return sorted(found, key=lambda change: (change[0], -max(change[1])))

    def changes_to_one(
        self, before: Sequence[Condition], recent: Sequence[Condition]
    ) -> list[Change]:
        """
        Changes that make an extent 1 which an op before has compared with 1, and which the last
        comparison of the op that does not fit depends on.
        """
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
            changes = self.changes([(condition, [])], earlier)
            found += [(cost + TURNED_TO_ONE, change) for cost, change in changes]
        return found

    def changes(
        self,
        goals: Sequence[tuple[Condition, Sequence[Condition]]],
        before: Sequence[Condition],
        strict: bool = True,
    ) -> list[Change]:
        """
        For each move the best change with which one of some conditions has the other outcome, and
        the conditions named with it and those `before` hold.
        """
        masks = 0
        for condition, _ in goals:
            masks |= self.formulas.variables_in(condition)
        found: list[Change] = []
        for move in self.moves(masks, strict):
            self.clock.check()
            evaluation = Evaluation(self.formulas, dict[int, Column](move.columns))
            kept = before if strict else [c for c in before if not self._others(c, move)]
            for condition, others in goals:
                if not self.formulas.variables_in(condition) & evaluation.moved:
                    continue
                fits = ~evaluation.holds(condition)
                if fits.any():
                    held = [c for c in (*others, *kept) if c != condition]
                    fits &= evaluation.all_hold(held)
                if fits.any():
                    place = int(np.argmin(np.where(fits, move.costs, np.inf)))
                    cost = self.cost_of(condition, move, float(move.costs[place]))
                    found.append((cost, move.at(place)))
        return found

    def cost_of(self, condition: Condition, move: Move, cost: float) -> float:
        """
        The cost of a move that turns a condition around. An extent of an input that was compared
        itself is likely to follow from what it was compared with.
        """
        if not is_unequal(condition):
            return cost + TURNED_EQUAL
        compared = (condition.first, condition.second)
        is_input = any(self.formulas.variables[v] in compared for v in move.columns)
        is_constant = not all(map(self.formulas.variables_of.__getitem__, compared))
        return min(cost, FOLLOWING) if is_input and not is_constant else cost

    def _others(self, condition: Condition, move: Move) -> bool:
        """Return true if a condition depends on a variable that a move leaves as it is."""
        moved = sum(1 << variable for variable in move.columns)
        return bool(self.formulas.variables_in(condition) & ~moved)

    # Moves ---------------------------------------------------------------------------------------

    def moves(self, mask: int, strict: bool) -> Iterator[Move]:
        """Changes of the variables in a mask, alone and with those that are tied to them."""
        chosen = [v for v in range(len(self.variables)) if mask >> v & 1]
        if not strict:
            chosen = [v for v in chosen if not self.settled >> v & 1] or chosen
        groups: dict[frozenset[int], None] = {}
        for variable in chosen:
            for group in (
                self.squares(variable),
                self.tied(variable),
                frozenset([variable]),
            ):
                groups[group] = None
        for group in groups:
            move = self.along(group, LARGEST)
            followed = self.with_followers(move.columns)
            if len(followed) > len(move.columns):
                yield Move(followed, move.costs)
            yield move
        for group in groups:
            if all(self.variables[v].role is Role.LENGTH for v in group):
                yield self.along(group, LARGEST_LENGTH)
        yield from self.grids(chosen)

    def with_followers(self, columns: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
        """
        Numbers of variables, and those of others that have to be equal to what is computed of them:
        a state of half the size of an image, say.
        """
        formulas, found = self.formulas, dict(columns)
        equal = [
            pair
            for c in formulas.conditions
            if c.comparison == "==" and c.outcome
            for pair in ((c.first, c.second), (c.second, c.first))
            if formulas.nodes[pair[0]][0] == VARIABLE
        ]
        for _ in range(MOST_FOLLOWERS):
            moved = sum(1 << variable for variable in found)
            for own, other in equal:
                variable, others = formulas.nodes[own][1], formulas.variables_of[other]
                if variable not in found and others & moved and not others >> variable & 1:
                    column = Evaluation(formulas, dict[int, Column](found)).column(other)
                    found[variable] = np.asarray(column)
                    break
            else:
                return found
        return found

    def along(self, group: frozenset[int], largest: int) -> Move:
        """All numbers for variables that stay equal."""
        move = self.made.get((group, largest))
        if move is None:
            numbers = np.arange(1, largest + 1)
            costs = sum(self.variables[v].costs(largest)[1:] for v in group) / len(group)
            move = Move(dict.fromkeys(sorted(group), numbers), np.asarray(costs))
            self.made[group, largest] = move
        return move

    def grids(self, chosen: Sequence[int]) -> Iterator[Move]:
        """Heights and widths of the images among some variables."""
        seen: set[frozenset[int]] = set()
        for variable in chosen:
            sizes = self.sizes_of(self.variables[variable].input)
            if self.variables[variable].role is not Role.SIZE or len(sizes) < 2:
                continue
            height, width = self.tied(sizes[-2]), self.tied(sizes[-1])
            if height & width:
                height, width = frozenset(sizes[-2:-1]), frozenset(sizes[-1:])
            if height | width in seen:
                continue
            seen.add(height | width)
            yield self.grid(height, width)

    def grid(self, height: frozenset[int], width: frozenset[int]) -> Move:
        """Pairs of sizes, for variables that are one height and others that are one width."""
        move = self.made.get((height, width))
        if move is None:
            rows, columns = (a.ravel() for a in np.meshgrid(GRID, GRID))
            # Squares, then what is nearly one; landscapes before portraits.
            costs = 10 + np.abs(rows - columns) / 100 + (rows > columns)
            for group, numbers in ((height, rows), (width, columns)):
                for v in group:
                    costs = costs + self.variables[v].costs(LARGEST)[numbers] / len(group) / 2
            moved = dict.fromkeys(sorted(height), rows) | dict.fromkeys(sorted(width), columns)
            move = self.made[height, width] = Move(moved, costs)
        return move

    def sizes_of(self, input: int) -> list[int]:
        """The variables that are depth, height and width of an input."""
        return [
            place
            for place, variable in enumerate(self.variables)
            if variable.input == input and variable.role is Role.SIZE
        ]

    def tied(self, variable: int, bounds: bool = False) -> frozenset[int]:
        """
        The variables of the same number that conditions say to be equal to one; with `bounds` those
        too that it is compared with to find the larger one.
        """
        numbers, group = self.formulas.candidate(), {variable}
        links = [
            self.formulas.variables_in(condition)
            for condition in self.formulas.conditions
            if (condition.comparison == "==" and condition.outcome)
            or (bounds and condition.comparison != "==")
        ]
        grown = True
        while grown:
            grown = False
            mask = sum(1 << v for v in group)
            for link in links:
                if link & mask and link & ~mask:
                    more = [
                        v
                        for v in range(len(numbers))
                        if link >> v & 1 and numbers[v] == numbers[variable] and v not in group
                    ]
                    group |= {*more}
                    grown = grown or bool(more)
        return frozenset(group)

    def squares(self, variable: int) -> frozenset[int]:
        """A height or width with the other, where both are equal, and all that is tied to them."""
        if self.variables[variable].role is not Role.SIZE:
            return self.tied(variable)
        numbers = self.formulas.candidate()
        alike = [
            v
            for v in self.sizes_of(self.variables[variable].input)
            if numbers[v] == numbers[variable]
        ]
        return frozenset[int]().union(*map(self.tied, alike))

"""Numbers for unknown extents, tried together: along one axis, as images, or on two inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...dialects.ncnn.rules.formulas import VARIABLE, Formulas
from .evaluation import Column, Evaluation
from .groups import Groups, mask_of
from .variables import LARGEST, LARGEST_LENGTH, USUAL_SIZES, Role, Variable

MOST_FOLLOWERS = 64
"""Largest number of extents that follow from others."""
GRID = tuple(sorted({*USUAL_SIZES, *range(16, 1040, 16), 240, 300, 480, 720, 768, 1280, 1920}))
"""Heights and widths to try for images that are not square."""

NO_SQUARE = 10.0
"""Cost of heights and widths that are tried as pairs."""
ASPECT = 20.0
"""Cost of each doubling of an image's longer side against the other."""


def aspect_costs(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the costs of images that are long or high, landscapes before portraits."""
    sides = np.maximum(rows, 1) / np.maximum(columns, 1)
    return ASPECT * np.abs(np.log2(sides)) + (rows > columns)


@dataclass(frozen=True)
class Move:
    """Numbers for some variables, tried together."""

    columns: dict[int, np.ndarray]
    costs: np.ndarray

    def at(self, place: int) -> dict[int, int]:
        return {variable: int(column[place]) for variable, column in self.columns.items()}


@dataclass
class Moves:
    """The moves of the variables of a search."""

    groups: Groups
    made: dict[tuple[frozenset[int], frozenset[int] | int], Move] = field(
        default_factory=dict[tuple[frozenset[int], frozenset[int] | int], Move]
    )
    """The moves requested so far."""
    known: dict[int, tuple[frozenset[int], ...]] = field(
        default_factory=dict[int, tuple[frozenset[int], ...]]
    )
    """The groups of each variable for the current candidate, as far as they were asked for."""

    @property
    def formulas(self) -> Formulas:
        """Return the formulas that the variables are part of."""
        return self.groups.formulas

    @property
    def variables(self) -> Sequence[Variable]:
        """Return the variables, in order."""
        return self.groups.variables

    def groups_of(self, chosen: Sequence[int]) -> list[frozenset[int]]:
        """Return each of some variables, alone and with those that are likely to change with it."""
        found: dict[frozenset[int], None] = {}
        for variable in chosen:
            if variable not in self.known:
                self.known[variable] = (
                    self.groups.squares(variable),
                    self.groups.tied(variable),
                    self.groups.twins(variable),
                    frozenset([variable]),
                )
            found |= dict.fromkeys(self.known[variable])
        return list(found)

    def of(self, chosen: Sequence[int]) -> Iterator[Move]:
        """Changes of some variables, alone and with those that are tied to them."""
        groups = self.groups_of(chosen)
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
        """Extend numbers of variables by those that must equal what is computed of them."""
        formulas, found = self.formulas, dict(columns)
        equal = [
            pair
            for c in formulas.conditions
            if c.comparison == "==" and c.outcome
            for pair in ((c.first, c.second), (c.second, c.first))
            if formulas.nodes[pair[0]][0] == VARIABLE
        ]
        for _ in range(MOST_FOLLOWERS):
            moved = mask_of({*found})
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
        """Return all numbers for variables that stay equal."""
        move = self.made.get((group, largest))
        if move is None:
            numbers = np.arange(1, largest + 1)
            costs = sum(self.variables[v].costs(largest)[1:] for v in group) / len(group)
            move = Move(dict.fromkeys(sorted(group), numbers), np.asarray(costs))
            self.made[group, largest] = move
        return move

    def grids(self, chosen: Sequence[int]) -> Iterator[Move]:
        """Yield heights and widths of the images among some variables."""
        seen: set[frozenset[int]] = set()
        for variable in chosen:
            sizes = self.groups.sizes_of(self.variables[variable].input)
            if self.variables[variable].role is not Role.SIZE or len(sizes) < 2:
                continue
            height, width = self.groups.tied(sizes[-2]), self.groups.tied(sizes[-1])
            if height & width:
                height, width = frozenset(sizes[-2:-1]), frozenset(sizes[-1:])
            if height | width in seen:
                continue
            seen.add(height | width)
            yield self.grid(height, width)

    def grid(self, height: frozenset[int], width: frozenset[int]) -> Move:
        """
        Return pairs of sizes, for variables that are one height and others that are one width.
        """
        move = self.made.get((height, width))
        if move is None:
            rows, columns = (a.ravel() for a in np.meshgrid(GRID, GRID))
            costs = NO_SQUARE + aspect_costs(rows, columns)
            for group, numbers in ((height, rows), (width, columns)):
                for v in group:
                    costs = costs + self.variables[v].costs(LARGEST)[numbers] / len(group) / 2
            moved = dict.fromkeys(sorted(height), rows) | dict.fromkeys(sorted(width), columns)
            move = self.made[height, width] = Move(moved, costs)
        return move

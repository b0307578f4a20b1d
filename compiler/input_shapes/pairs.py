"""Numbers for two groups of extents at once, where a single one cannot change alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

import numpy as np

from .evaluation import Evaluation
from .formulas import Condition
from .groups import mask_of, variables_of
from .moves import Move, Moves
from .variables import LARGEST

MOST_PAIRS = 24
"""Pairs of groups that are tried for a condition."""
MOST_CANDIDATES = 1 << 16
"""Pairs of numbers that are tried for two groups."""
PAIRED = 20.0
"""Cost of changing two groups."""


def paired_moves(moves: Moves, goal: Condition, kept: Sequence[Condition]) -> Iterator[Move]:
    """
    For pairs of groups the numbers that turn a condition around, and for which all others hold.

    The first group is one that the condition depends on. The second is one that a kept condition
    links to the first, so that neither can change alone.
    """
    tried = set[frozenset[frozenset[int]]]()
    for first in moves.groups_of(variables_of(goal.variables)):
        own = mask_of(first)
        links = 0
        for condition in kept:
            mask = condition.variables
            links |= mask & ~own if mask & own else 0
        for second in moves.groups_of(variables_of(links)):
            if second & first or frozenset((first, second)) in tried:
                continue
            tried.add(frozenset((first, second)))
            if len(tried) > MOST_PAIRS:
                return
            yield _pairs(moves, first, second, goal, kept)


def _pairs(
    moves: Moves,
    first: frozenset[int],
    second: frozenset[int],
    goal: Condition,
    kept: Sequence[Condition],
) -> Move:
    """All pairs of numbers for which a condition is turned around and others hold."""
    formulas, masks = moves.formulas, (mask_of(first), mask_of(second))
    turned = replace(goal, outcome=not goal.outcome)
    wanted = [turned, *(c for c in kept if c != goal)]
    singles: list[tuple[np.ndarray, np.ndarray]] = []
    for group, own, other in ((first, *masks), (second, *masks[::-1])):
        move = moves.along(group, LARGEST)
        evaluation = Evaluation(formulas, move.columns)
        alone = [c for c in wanted if not c.variables & other]
        places = np.flatnonzero(evaluation.all_hold([c for c in alone if c.variables & own]))
        places = places[np.argsort(move.costs[places], kind="stable")]
        singles.append((places + 1, move.costs[places]))
    shares = _shares(*(len(numbers) for numbers, _ in singles))
    (rows, row_costs), (columns, column_costs) = (
        (numbers[:share], costs[:share])
        for (numbers, costs), share in zip(singles, shares, strict=True)
    )
    numbers = [axis.ravel() for axis in np.meshgrid(rows, columns, indexing="ij")]
    costs = np.add.outer(row_costs, column_costs).ravel() + PAIRED
    if len(costs):
        tried = {v: numbers[i] for i, g in enumerate((first, second)) for v in sorted(g)}
        both = [c for c in wanted if all(c.variables & mask for mask in masks)]
        fits = Evaluation(formulas, tried).all_hold(both)
        numbers, costs = [axis[fits] for axis in numbers], costs[fits]
    return Move(
        dict.fromkeys(sorted(first), numbers[0]) | dict.fromkeys(sorted(second), numbers[1]), costs
    )


def _shares(first: int, second: int) -> tuple[int, int]:
    """Return the lengths to combine of two lists; a short list is taken whole."""
    first = min(first, max(isqrt(MOST_CANDIDATES), MOST_CANDIDATES // max(second, 1)))
    return first, min(second, MOST_CANDIDATES // max(first, 1))

"""Numbers for two groups of extents at once, where a single one cannot change alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...dialects.ncnn.rules.formulas import Condition
from .evaluation import Column, Evaluation
from .groups import mask_of
from .moves import Move, Moves
from .variables import LARGEST

MOST_PAIRS = 24
"""Largest number of pairs of groups to try for a condition."""
MOST_CANDIDATES = 1 << 16
"""Largest number of pairs of numbers to try for two groups."""
PAIRED = 20.0
"""Cost of changing two groups."""


def paired_moves(moves: Moves, goal: Condition, kept: Sequence[Condition]) -> Iterator[Move]:
    """
    For pairs of groups the numbers that turn a condition around, and for which all others hold.

    The first group is one that the condition depends on. The second is one that a kept condition
    links to the first, so that neither can change alone.
    """
    formulas, tried = moves.formulas, set[frozenset[frozenset[int]]]()
    for first in moves.groups_of(_variables(formulas.variables_in(goal))):
        own = mask_of(first)
        links = 0
        for condition in kept:
            mask = formulas.variables_in(condition)
            links |= mask & ~own if mask & own else 0
        for second in moves.groups_of(_variables(links)):
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
    """Return all pairs of numbers for which a condition is turned around and others hold."""
    formulas, masks = moves.formulas, (mask_of(first), mask_of(second))
    turned = Condition(goal.comparison, goal.first, goal.second, not goal.outcome)
    wanted = [turned, *(c for c in kept if c != goal)]
    singles: list[tuple[np.ndarray, np.ndarray]] = []
    for group, own, other in ((first, *masks), (second, *masks[::-1])):
        move = moves.along(group, LARGEST)
        evaluation = Evaluation(formulas, dict[int, Column](move.columns))
        alone = [c for c in wanted if not formulas.variables_in(c) & other]
        places = np.flatnonzero(
            evaluation.all_hold([c for c in alone if formulas.variables_in(c) & own])
        )
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
        both = [c for c in wanted if all(formulas.variables_in(c) & mask for mask in masks)]
        fits = Evaluation(formulas, dict[int, Column](tried)).all_hold(both)
        numbers, costs = [axis[fits] for axis in numbers], costs[fits]
    return Move(
        dict.fromkeys(sorted(first), numbers[0]) | dict.fromkeys(sorted(second), numbers[1]), costs
    )


def _shares(first: int, second: int) -> tuple[int, int]:
    """Return the lengths to combine of two lists; a short list is taken whole."""
    root = int(MOST_CANDIDATES**0.5)
    if first * second <= MOST_CANDIDATES:
        return first, second
    if first <= root:
        return first, MOST_CANDIDATES // first
    return (MOST_CANDIDATES // second, second) if second <= root else (root, root)


def _variables(mask: int) -> list[int]:
    return [v for v in range(mask.bit_length()) if mask >> v & 1]

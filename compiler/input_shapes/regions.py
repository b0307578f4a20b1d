"""Decide which candidates fit, together for all on the same path through the shape rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .evaluation import Evaluation
from .limits import OutOfTime
from .search import Search

MOST_REGIONS = 100


@dataclass(frozen=True)
class Decided:
    """Of each candidate whether it fits, and whether that is known."""

    fits: np.ndarray
    known: np.ndarray


def decide(search: Search, columns: Mapping[int, np.ndarray]) -> Decided:
    """
    Decide candidates, together for all that meet the conditions of one try, within the time limit.
    """
    solution = dict(enumerate(search.formulas.candidate()))
    count = len(next(iter(columns.values())))
    fits, known = np.zeros(count, bool), np.zeros(count, bool)
    known |= _held(search, columns)
    fits |= known
    try:
        for _ in range(MOST_REGIONS):
            if known.all():
                break
            search.clock.check()
            place = int(np.argmin(known))
            numbers = {v: int(column[place]) for v, column in columns.items()}
            misfit = search.try_numbers(numbers)
            same = _held(search, columns) & ~known
            same[place] = True
            fits[same] = misfit is None
            known |= same
    except OutOfTime:
        pass
    if dict(enumerate(search.formulas.candidate())) != solution:
        search.try_numbers(solution)
    return Decided(fits & known, known)


def _held(search: Search, columns: Mapping[int, np.ndarray]) -> np.ndarray:
    """Return the candidates for which all conditions hold that the ops have made last."""
    formulas = search.formulas
    evaluation = Evaluation(formulas, dict(columns))
    held = evaluation.all_hold(formulas.conditions)
    kept = [c for c in formulas.conditions if not formulas.variables_in(c) & evaluation.moved]
    return held if Evaluation(formulas, {}).all_hold(kept).all() else np.zeros_like(held)

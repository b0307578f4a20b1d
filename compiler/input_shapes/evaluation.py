"""Evaluate formulas for many candidates at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ...dialects.ncnn.rules.formulas import COMPARISONS, OPERATORS, Condition, Formulas

Column = np.ndarray | int
"""The numbers of a variable in several candidates, or its one number in all of them."""


class Evaluation:
    """Formulas for many candidates at once: variables have columns of numbers."""

    def __init__(self, formulas: Formulas, columns: Mapping[int, Column]):
        self.formulas = formulas
        self.moved = sum(1 << variable for variable in columns)
        self.columns = {formulas.variables[v]: column for v, column in columns.items()}
        self.length = max(
            (len(c) for c in columns.values() if isinstance(c, np.ndarray)), default=1
        )

    def column(self, node: int) -> Column:
        formulas = self.formulas
        if not formulas.variables_of[node] & self.moved:
            return formulas.numbers[node]
        found = self.columns.get(node)
        if found is None:
            found = self.columns[node] = self._computed(node)
        return found

    def _computed(self, node: int) -> Column:
        waiting = [node]
        while waiting[-1] != node or node not in self.columns:
            operator, a, b = self.formulas.nodes[waiting[-1]]
            missing = [
                operand
                for operand in (a, b)
                if self.formulas.variables_of[operand] & self.moved and operand not in self.columns
            ]
            if missing:
                waiting += missing
                continue
            with np.errstate(all="ignore"):
                result = OPERATORS[operator](self.column(a), self.column(b))
            self.columns[waiting[-1]] = result
            if waiting[-1] == node:
                break
            waiting.pop()
        return self.columns[node]

    def holds(self, condition: Condition) -> np.ndarray:
        """Return the candidates for which a comparison has the outcome of a condition."""
        first, second = self.column(condition.first), self.column(condition.second)
        outcome = COMPARISONS[condition.comparison](first, second)
        return np.broadcast_to(np.equal(outcome, condition.outcome), (self.length,))

    def all_hold(self, conditions: Iterable[Condition]) -> np.ndarray:
        """Return the candidates that meet all conditions on variables with columns."""
        mask = np.ones(self.length, bool)
        for condition in conditions:
            if self.formulas.variables_in(condition) & self.moved:
                mask &= self.holds(condition)
                if not mask.any():
                    break
        return mask

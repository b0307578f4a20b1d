"""Formulas evaluated for many candidates at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from .formulas import COMPARISONS, OPERATORS, Condition, Formulas

Column = np.ndarray | int
"""The numbers that a variable has in several candidates, or the one that it has in all."""


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
        """The numbers of a node."""
        if not self.formulas.variables_of[node] & self.moved:
            return self.formulas.numbers[node]
        if node not in self.columns:
            # Operands have smaller numbers than what is computed of them.
            for missing in sorted(self._missing(node)):
                operator, a, b = self.formulas.nodes[missing]
                with np.errstate(all="ignore"):
                    self.columns[missing] = OPERATORS[operator](self.column(a), self.column(b))
        return self.columns[node]

    def _missing(self, node: int) -> set[int]:
        """The nodes without numbers that a node is computed of, itself among them."""
        found, waiting = set[int](), [node]
        while waiting:
            node = waiting.pop()
            moves = self.formulas.variables_of[node] & self.moved
            if moves and node not in self.columns and node not in found:
                found.add(node)
                waiting += self.formulas.nodes[node][1:]
        return found

    def holds(self, condition: Condition) -> np.ndarray:
        """The candidates for which a comparison has the outcome of a condition."""
        first, second = self.column(condition.first), self.column(condition.second)
        outcome = COMPARISONS[condition.comparison](first, second)
        return np.broadcast_to(np.equal(outcome, condition.outcome), (self.length,))

    def all_hold(self, conditions: Iterable[Condition]) -> np.ndarray:
        """The candidates for which all conditions hold that depend on what has columns."""
        mask = np.ones(self.length, bool)
        for condition in conditions:
            if condition.variables & self.moved:
                mask &= self.holds(condition)
                if not mask.any():
                    break
        return mask

"""Shapes as expressions of symbols: shape rules run on extents that a run tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

import numpy as np
from xdsl.ir.affine import AffineExpr, AffineMap

from ...symbols import SymbolicExtent
from ..shapes import Shape
from .extents import Extent, is_unknown
from .formulas import COMPARISONS, CONSTANT, OPERATORS, VARIABLE, Condition, Formulas

MOST_POINTS = 1 << 22
"""Values of symbols for which a condition that is not linear is checked."""

Linear = tuple[int, dict[int, int]]
"""A constant, and the coefficient of each variable."""


class SymbolicShapes:
    """The extents of a graph as formulas of its symbols."""

    def __init__(self, symbols: Sequence[SymbolicExtent]):
        self.symbols = symbols
        self.formulas = Formulas()
        self.variables = [
            Extent(self.formulas, self.formulas.add_variable(s.planned)) for s in symbols
        ]

    def shape(self, extents: AffineMap) -> Shape:
        """The extents of a map, as shape rules take them."""
        return tuple(self._extent(e) for e in extents.results)

    def _extent(self, expression: AffineExpr) -> int:
        return expression.eval((), self.variables)  # pyright: ignore[reportArgumentType] as ints

    def map_of(self, shape: Shape) -> AffineMap:
        """Return a shape as a map from the symbols. Raises: ValueError for what no map says."""
        results = tuple(
            self._expression(e.node).simplify(0, len(self.symbols))
            if is_unknown(e)
            else AffineExpr.constant(int(e))
            for e in shape
        )
        return AffineMap(0, len(self.symbols), results)

    def _expression(self, node: int) -> AffineExpr:
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return AffineExpr.symbol(first)
        if kind == CONSTANT:
            return AffineExpr.constant(first)
        a, b = self._expression(first), self._expression(second)
        is_constant = self.formulas.constant(second) is not None
        match kind:
            case "+":
                return a + b
            case "-":
                return a + b * -1
            case "*" if is_constant:
                return a * b
            case "//" if is_constant:
                return a // b
            case _:
                raise ValueError(f"needs {kind} of extents known at run time")

    def broken(self) -> list[Condition]:
        """Return the comparisons whose outcome is another for some values of the symbols."""
        return [c for c in self.formulas.conditions if not self._holds(c)]

    def special_values(self, condition: Condition) -> list[int] | None:
        """
        Return values of the symbols where an extent is 0 or 1 that a condition says is not; None
        for another condition.
        """
        number, node = self.formulas.constant(condition.second), condition.first
        if number is None:
            number, node = self.formulas.constant(condition.first), condition.second
        if condition.comparison != "==" or condition.outcome or number not in (0, 1):
            return None
        kind, variable, _ = self.formulas.nodes[node]
        if kind == VARIABLE:
            return [number if i == variable else s.planned for i, s in enumerate(self.symbols)]
        read = self.formulas.variables_of[node]
        least = [s.least if read >> i & 1 else s.planned for i, s in enumerate(self.symbols)]
        return least if self._number(node, tuple(least)) == number else None

    def text(self, condition: Condition) -> str:
        """Return a condition for people: `T == 1`."""
        first, second = (self._text(node) for node in (condition.first, condition.second))
        return f"{first} {condition.comparison} {second}"

    def _text(self, node: int) -> str:
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return self.symbols[first].name
        if kind == CONSTANT:
            return str(first)
        return f"({self._text(first)} {kind} {self._text(second)})"

    def _holds(self, condition: Condition) -> bool:
        difference = self._linear(condition.first), self._linear(condition.second)
        if difference[0] is not None and difference[1] is not None:
            return self._holds_at(condition, product(*((s.least, s.most) for s in self.symbols)))
        ranges = [range(s.least, s.most + 1) for s in self.symbols]
        if prod(map(len, ranges)) > MOST_POINTS:
            return False
        return self._holds_on_grid(condition)

    def _linear(self, node: int) -> Linear | None:
        """A formula as a linear one, if it is."""
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return 0, {first: 1}
        if kind == CONSTANT:
            return first, {}
        a, b = self._linear(first), self._linear(second)
        if a is None or b is None:
            return None
        if kind in "+-":
            sign = 1 if kind == "+" else -1
            terms = {v: a[1].get(v, 0) + sign * b[1].get(v, 0) for v in {**a[1], **b[1]}}
            return a[0] + sign * b[0], terms
        if kind == "*" and not b[1]:
            return a[0] * b[0], {v: c * b[0] for v, c in a[1].items()}
        return None

    def _holds_at(self, condition: Condition, corners: Iterable[tuple[int, ...]]) -> bool:
        """
        Return whether a linear condition holds, from the corners of the box of all values: the
        difference of both sides is largest and smallest there.
        """
        differences = [
            self._number(condition.first, corner) - self._number(condition.second, corner)
            for corner in corners
        ]
        low, high = min(differences), max(differences)
        if condition.comparison == "==":
            return (low == high == 0) if condition.outcome else (low > 0 or high < 0)
        is_true = [COMPARISONS[condition.comparison](d, 0) for d in (low, high)]
        return all(outcome is condition.outcome for outcome in is_true)

    def _number(self, node: int, values: tuple[int, ...]) -> int:
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return values[first]
        if kind == CONSTANT:
            return first
        return OPERATORS[kind](self._number(first, values), self._number(second, values))

    def _holds_on_grid(self, condition: Condition) -> bool:
        axes = [np.arange(s.least, s.most + 1) for s in self.symbols]
        grid = np.meshgrid(*axes, indexing="ij", sparse=True)

        def numbers(node: int) -> np.ndarray | int:
            kind, first, second = self.formulas.nodes[node]
            if kind == VARIABLE:
                return grid[first]
            if kind == CONSTANT:
                return first
            return OPERATORS[kind](numbers(first), numbers(second))

        outcomes = COMPARISONS[condition.comparison](
            numbers(condition.first), numbers(condition.second)
        )
        return bool(np.all(np.equal(outcomes, condition.outcome)))

"""Shapes as expressions of symbols: shape rules run on extents known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np
from xdsl.ir.affine import AffineExpr, AffineMap

from ...symbols import SymbolicExtent
from ..shapes import Shape
from .extent_products import (
    ExtentProducts,
    Polynomial,
    added,
    divided,
    is_quotient,
    multiplied,
)
from .extents import Extent, is_unknown
from .formulas import COMPARISONS, CONSTANT, OPERATORS, VARIABLE, Condition, Formulas

MOST_POINTS = 1 << 22
"""Number of values of symbols at which a nonlinear condition is checked."""


class SymbolicShapes:
    """The extents of a graph as formulas of its symbols."""

    def __init__(self, symbols: Sequence[SymbolicExtent]):
        """`symbols` are those known at run time."""
        self.symbols = symbols
        self.products = ExtentProducts(symbols)
        self.formulas = Formulas()
        self._polynomials: dict[int, Polynomial] = {}
        self._expressions: dict[int, AffineExpr] = {}
        """Cache of each node's expression: formulas share parts, and layers share formulas."""
        self.variables = [
            Extent(self.formulas, self.formulas.add_variable(s.planned)) for s in symbols
        ]

    def shape(self, extents: AffineMap) -> Shape:
        """Return the extents of a map in the form for shape rules."""
        return tuple(self._extent(e) for e in extents.results)

    def _extent(self, expression: AffineExpr) -> int:
        return expression.eval((), self.variables)  # pyright: ignore[reportArgumentType] as ints

    def extents_of(self, shape: Shape) -> tuple[AffineExpr, ...]:
        """Return a shape as expressions. Raises: ValueError if it is not affine."""
        return tuple(
            self._expression(e.node) if is_unknown(e) else AffineExpr.constant(int(e))
            for e in shape
        )

    def _expression(self, node: int) -> AffineExpr:
        """Return a formula as an expression. Raises: ValueError."""
        known = self._expressions.get(node)
        if known is None:
            known = self.products.expression(self._polynomial(node))
            self._expressions[node] = known
        return known

    def map_of(self, extents: Sequence[AffineExpr]) -> AffineMap:
        """Return expressions as a map from the symbols."""
        return AffineMap(0, len(self.products.symbols), tuple(extents))

    def _polynomial(self, node: int) -> Polynomial:
        """Return a formula as a sum of products. Raises: ValueError."""
        known = self._polynomials.get(node)
        if known is None:
            known = self._polynomials[node] = self._expanded(node)
        return known

    def _expanded(self, node: int) -> Polynomial:
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return self.products.polynomial(AffineExpr.symbol(first))
        if kind == CONSTANT:
            return self.products.polynomial(AffineExpr.constant(first))
        a, b = self._polynomial(first), self._polynomial(second)
        if kind in "+-":
            return added(a, b, 1 if kind == "+" else -1)
        if kind == "*":
            return multiplied(a, b)
        quotient = divided(a, b)
        if quotient is not None:
            return quotient if kind == "//" else {}
        number = self.formulas.constant(second)
        if kind == "%" or number is None:
            raise ValueError(f"needs {kind} of extents known at run time")
        return self.products.polynomial(self.products.expression(a) // number)

    def broken(self) -> list[Condition]:
        """Return the comparisons with another outcome for some values of the symbols."""
        return [c for c in self.formulas.conditions if not self._holds(c)]

    def special_values(self, condition: Condition) -> list[int] | None:
        """
        Return values of the symbols at which an extent is 0 or 1, contrary to a condition; None for
        other conditions.
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
        """Return a condition as readable text: `T == 1`."""
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
        try:
            sides = self._polynomial(condition.first), self._polynomial(condition.second)
        except ValueError:
            return self._holds_on_grid(condition)
        difference = added(*sides, -1)
        if is_sure(condition, *self.products.bounds(difference)):
            return True
        is_linear = all(len(m) <= 1 and not any(map(is_quotient, m)) for m in difference)
        return not is_linear and self._holds_on_grid(condition)

    def _number(self, node: int, values: tuple[int, ...]) -> int:
        kind, first, second = self.formulas.nodes[node]
        if kind == VARIABLE:
            return values[first]
        if kind == CONSTANT:
            return first
        return OPERATORS[kind](self._number(first, values), self._number(second, values))

    def _holds_on_grid(self, condition: Condition) -> bool:
        nodes = condition.first, condition.second
        read = self.formulas.variables_of[nodes[0]] | self.formulas.variables_of[nodes[1]]
        ranges = [
            range(s.least, (s.most if read >> i & 1 else s.least) + 1)
            for i, s in enumerate(self.symbols)
        ]
        if prod(map(len, ranges)) > MOST_POINTS:
            return False
        axes = [np.arange(r.start, r.stop) for r in ranges]
        grid = np.meshgrid(*axes, indexing="ij", sparse=True)

        @cache
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


def is_sure(condition: Condition, low: int, high: int) -> bool:
    """Return whether a condition holds wherever its sides differ by `low` to `high`."""
    if condition.comparison == "==":
        return (low == high == 0) if condition.outcome else (low > 0 or high < 0)
    is_true = [COMPARISONS[condition.comparison](d, 0) for d in (low, high)]
    return all(outcome is condition.outcome for outcome in is_true)

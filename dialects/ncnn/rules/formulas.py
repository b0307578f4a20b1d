"""The formulas of unknown extents, and the conditions under which they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import gcd
from operator import add, mod, mul, sub
from typing import Any

VARIABLE, CONSTANT = "variable", "constant"

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": lambda a, b: a // b,
    "%": mod,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}

Node = tuple[str, int, int]
"""An operator and its two operands; for a variable or a constant its number."""


@dataclass(frozen=True)
class Condition:
    """A comparison of two nodes, and its outcome."""

    comparison: str
    first: int
    second: int
    outcome: bool


@dataclass
class Formulas:
    """The formulas of extents, each stored once, with their numbers and conditions."""

    nodes: list[Node] = field(default_factory=list[Node])
    numbers: list[int] = field(default_factory=list[int])
    """The current number of each node."""
    variables_of: list[int] = field(default_factory=list[int])
    """The variables that each node depends on, as a bit mask."""
    factors: list[int] = field(default_factory=list[int])
    """The largest known divisor of each node."""
    places: dict[Node, int] = field(default_factory=dict[Node, int])
    conditions: dict[Condition, int] = field(default_factory=dict[Condition, int])
    """Comparison -> the place of the op that first made it."""
    variables: list[int] = field(default_factory=list[int])
    """The node of each variable."""
    place: int = 0
    """The place of the op whose rule runs."""
    recent: list[Condition] = field(default_factory=list[Condition])
    """The comparisons of that op, in order."""

    def add_variable(self, number: int) -> int:
        """Add an unknown, and return its node."""
        node = (VARIABLE, len(self.variables), 0)
        self.variables.append(len(self.nodes))
        return self._append(node, number, 1 << node[1])

    def node_of(self, number: int) -> int:
        node = (CONSTANT, int(number), 0)
        known = self.places.get(node)
        return self._append(node, node[1], 0) if known is None else known

    def _append(self, node: Node, number: int, variables: int) -> int:
        place = self.places[node] = len(self.nodes)
        self.nodes.append(node)
        self.numbers.append(number)
        self.variables_of.append(variables)
        self.factors.append(self._factor(node))
        return place

    def _factor(self, node: Node) -> int:
        operator, first, second = node
        match operator:
            case "constant":
                return first
            case "+" | "-":
                return gcd(self.factors[first], self.factors[second])
            case "*":
                return self.factors[first] * self.factors[second]
            case _:
                return 1

    def constant(self, node: int) -> int | None:
        """Return the number of a node without variables; None for others."""
        return None if self.variables_of[node] else self.numbers[node]

    def operate(self, operator: str, first: int, second: int) -> int:
        """Return the node of the result of an operation. Raises: ZeroDivisionError."""
        a, b = self.constant(first), self.constant(second)
        if a is not None and b is not None:
            return self.node_of(OPERATORS[operator](a, b))
        if operator in ("//", "%") and self.decide("==", second, self.node_of(0)):
            raise ZeroDivisionError
        simple = self._simplified(operator, first, second)
        if simple is not None:
            return simple
        if operator in ("+", "*") and b is None and first > second:
            first, second = second, first
        node = (operator, first, second)
        place = self.places.get(node)
        if place is None:
            number = OPERATORS[operator](self.numbers[first], self.numbers[second])
            variables = self.variables_of[first] | self.variables_of[second]
            place = self._append(node, number, variables)
        return place

    def _simplified(self, operator: str, first: int, second: int) -> int | None:
        """Gather constants in one sum or product, so that unchanged sizes share one formula."""
        a, b = self.constant(first), self.constant(second)
        if operator == "-":
            return self._difference(first, second)
        if a is not None and operator in ("+", "*"):
            return self.operate(operator, second, first)
        if b is None:
            return self._constants_last(operator, first, second)
        if (operator == "+" and b == 0) or (operator in ("*", "//") and b == 1):
            return first
        if operator == "*" and b == 0:
            return self.node_of(0)
        if b == 1 and operator == "%":
            return self.node_of(0)
        if operator in ("//", "%") and b > 0:
            return self._reduced(operator, first, b)
        c = self._inner_constant(*self.nodes[first])
        if c is None:
            return None
        if c[0] == operator and operator in ("+", "*"):
            return self.operate(operator, c[1], self.node_of(OPERATORS[operator](c[2], b)))
        if c[0] == "*" and operator == "+" and b % c[2] == 0:
            terms, d = self._without_constant("+", c[1], 0)
            if d:
                inner = self.operate("+", terms, self.node_of(d + b // c[2]))
                return self.operate("*", inner, self.node_of(c[2]))
        return None

    def _difference(self, first: int, second: int) -> int | None:
        """Subtract a number, or a multiple of the same formula: `(4*W + 3) - 4*W` is 3."""
        number = self.constant(second)
        if number is not None:
            return self.operate("+", first, self.node_of(-number))
        (of, times, a), (other, less, b) = (self._multiple(node) for node in (first, second))
        if of != other:
            return None
        rest = self.operate("*", of, self.node_of(times - less))
        return self.operate("+", rest, self.node_of(a - b))

    def _multiple(self, node: int) -> tuple[int, int, int]:
        """Return (inner, factor, term) with `node = inner * factor + term`."""
        factor, rest = 1, 0
        while (inner := self._inner_constant(*self.nodes[node])) and inner[0] in "+*":
            operator, node, number = inner
            if operator == "+":
                rest += factor * number
            else:
                factor *= number
        return node, factor, rest

    def _reduced(self, operator: str, node: int, divisor: int) -> int | None:
        """
        Reduce a quotient or a remainder by a common divisor: `(4*W + 3) // 8` is `W // 2`.
        """
        terms, rest = self._without_constant("+", node, 0)
        common = gcd(self.factors[terms], divisor)
        if operator == "%":
            return self.node_of(rest % divisor) if common == divisor else None
        if common > 1:
            exact = self._divided(terms, common)
            dividend = self.operate("+", exact, self.node_of(rest // common))
            return self.operate("//", dividend, self.node_of(divisor // common))
        if rest // divisor:
            dividend = self.operate("+", terms, self.node_of(rest % divisor))
            quotient = self.operate("//", dividend, self.node_of(divisor))
            return self.operate("+", quotient, self.node_of(rest // divisor))
        inner = self._inner_constant(*self.nodes[node])
        if inner is not None and inner[0] == "//" and inner[2] > 0:
            return self.operate("//", inner[1], self.node_of(inner[2] * divisor))
        return None

    def _divided(self, node: int, divisor: int) -> int:
        """Divide a formula by a divisor of its factor."""
        if divisor == 1:
            return node
        operator, first, second = self.nodes[node]
        number = self.constant(node)
        if number is not None:
            return self.node_of(number // divisor)
        if operator in ("+", "-"):
            return self.operate(operator, *(self._divided(n, divisor) for n in (first, second)))
        common = gcd(self.factors[second], divisor)
        parts = self._divided(first, divisor // common), self._divided(second, common)
        return self.operate("*", *parts)

    def _constants_last(self, operator: str, first: int, second: int) -> int | None:
        """
        Move the constants of a sum or a product of two formulas to the end, and turn the sum of two
        multiples of a formula into a multiple: 256 equal inputs of a Concat are one formula.
        """
        if operator == "+":
            (of, a), (other, b) = (self._without_constant("*", n, 1) for n in (first, second))
            if of == other:
                return self.operate("*", of, self.node_of(a + b))
        if operator not in ("+", "*"):
            return None
        neutral = 0 if operator == "+" else 1
        one, a = self._without_constant(operator, first, neutral)
        other, b = self._without_constant(operator, second, neutral)
        if a == b == neutral:
            return None
        inner = self.operate(operator, one, other)
        return self.operate(operator, inner, self.node_of(OPERATORS[operator](a, b)))

    def _without_constant(self, operator: str, node: int, neutral: int) -> tuple[int, int]:
        """Split a formula into another and the constant that is added to it, or multiplies it."""
        inner = self._inner_constant(*self.nodes[node])
        return (inner[1], inner[2]) if inner and inner[0] == operator else (node, neutral)

    def _inner_constant(self, operator: str, left: int, right: int) -> tuple[str, int, int] | None:
        """Return (operator, formula, number) for an operation with a constant; None for others."""
        if operator not in OPERATORS:
            return None
        number = self.constant(right)
        return None if number is None else (operator, left, number)

    def decide(self, comparison: str, first: int, second: int) -> bool:
        """Return a comparison's outcome for the current candidate, and make it a condition."""
        outcome = bool(COMPARISONS[comparison](self.numbers[first], self.numbers[second]))
        if first != second and self.variables_of[first] | self.variables_of[second]:
            condition = Condition(comparison, first, second, outcome)
            self.conditions.setdefault(condition, self.place)
            self.recent.append(condition)
        return outcome

    # Candidates ----------------------------------------------------------------------------------

    def candidate(self) -> list[int]:
        """Return the current number of each variable."""
        return [self.numbers[node] for node in self.variables]

    def take(self, candidate: Mapping[int, int]) -> None:
        """Assign other numbers to variables. Formulas without a number then are 0."""
        for variable, number in candidate.items():
            self.numbers[self.variables[variable]] = number
        for place, (operator, a, b) in enumerate(self.nodes):
            if operator in OPERATORS:
                x, y = self.numbers[a], self.numbers[b]
                undefined = operator in ("//", "%") and y == 0
                self.numbers[place] = 0 if undefined else OPERATORS[operator](x, y)

    def forget_from(self, place: int) -> None:
        """Remove the conditions of the op at a place, and of later ones."""
        for condition in [c for c, p in self.conditions.items() if p >= place]:
            del self.conditions[condition]

    def is_true(self, condition: Condition) -> bool:
        """Return true if a comparison has the outcome of a condition for the current candidate."""
        first, second = self.numbers[condition.first], self.numbers[condition.second]
        return COMPARISONS[condition.comparison](first, second) is condition.outcome

    def variables_in(self, condition: Condition) -> int:
        """Return the variables that a condition depends on, as a bit mask."""
        return self.variables_of[condition.first] | self.variables_of[condition.second]

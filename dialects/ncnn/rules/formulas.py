"""The formulas of unknown extents, and the conditions under which they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
"""An operator and its two operands; of a variable or a constant its number."""


@dataclass(frozen=True)
class Condition:
    """A comparison of two nodes, and its outcome."""

    comparison: str
    first: int
    second: int
    outcome: bool


@dataclass
class Formulas:
    """The formulas of extents, each once, with numbers, and their conditions."""

    nodes: list[Node] = field(default_factory=list[Node])
    numbers: list[int] = field(default_factory=list[int])
    """The current number of each node."""
    variables_of: list[int] = field(default_factory=list[int])
    """Of each node the variables that it depends on, as a mask of bits."""
    places: dict[Node, int] = field(default_factory=dict[Node, int])
    conditions: dict[Condition, int] = field(default_factory=dict[Condition, int])
    """The place of the op that first made the comparison."""
    variables: list[int] = field(default_factory=list[int])
    """The node of each variable."""
    place: int = 0
    """The op whose rule runs."""
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
        return place

    def constant(self, node: int) -> int | None:
        """The number of a node that depends on nothing."""
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
        if operator in ("+", "*") and first > second:
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
            if first == second:
                return self.node_of(0)
            return self.operate("+", first, self.node_of(-b)) if b is not None else None
        if a is not None and operator in ("+", "*"):
            return self.operate(operator, second, first)
        if b is None:
            return self._constants_last(operator, first, second)
        if (operator in ("+", "-") and b == 0) or (operator in ("*", "//") and b == 1):
            return first
        if b == 1 and operator == "%":
            return self.node_of(0)
        inner, left, right = self.nodes[first]
        c = self._inner_constant(inner, left, right)
        if c is None:
            return None
        if c[0] == operator and operator in ("+", "*"):
            return self.operate(operator, c[1], self.node_of(OPERATORS[operator](c[2], b)))
        if c[0] == "//" == operator and c[2] > 0 and b > 0:
            return self.operate("//", c[1], self.node_of(c[2] * b))
        if c[0] == "*" and operator in ("//", "%") and b > 0 and c[2] % b == 0:
            quotient = self.node_of(c[2] // b)
            return self.operate("*", c[1], quotient) if operator == "//" else self.node_of(0)
        if c[0] == "+" and operator == "//" and b > 0 and (whole := c[2] // b):
            rest = self.operate("+", c[1], self.node_of(c[2] % b))
            return self.operate("+", self.operate("//", rest, second), self.node_of(whole))
        return None

    def _constants_last(self, operator: str, first: int, second: int) -> int | None:
        """
        A sum or a product of two formulas with their constants behind all else, and the sum of two
        multiples of one formula as a multiple: 256 equal inputs of a Concat are one.
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
        """A formula as another and the constant that is added to it, or that multiplies it."""
        inner = self._inner_constant(*self.nodes[node])
        return (inner[1], inner[2]) if inner and inner[0] == operator else (node, neutral)

    def _inner_constant(self, operator: str, left: int, right: int) -> tuple[str, int, int] | None:
        """An operation of a formula and a number: both, the formula first."""
        if operator not in OPERATORS:
            return None
        number = self.constant(right)
        if number is not None:
            return operator, left, number
        number = self.constant(left)
        return (operator, right, number) if number is not None and operator in "+*" else None

    def decide(self, comparison: str, first: int, second: int) -> bool:
        """The outcome of a comparison for the current candidate, which becomes a condition."""
        outcome = bool(COMPARISONS[comparison](self.numbers[first], self.numbers[second]))
        if first != second and self.variables_of[first] | self.variables_of[second]:
            condition = Condition(comparison, first, second, outcome)
            self.conditions.setdefault(condition, self.place)
            self.recent.append(condition)
        return outcome

    # Candidates ----------------------------------------------------------------------------------

    def candidate(self) -> list[int]:
        """The current number of each variable."""
        return [self.numbers[node] for node in self.variables]

    def take(self, candidate: Mapping[int, int]) -> None:
        """Give variables other numbers. Formulas that have no number then are 0."""
        for variable, number in candidate.items():
            self.numbers[self.variables[variable]] = number
        for place, (operator, a, b) in enumerate(self.nodes):
            if operator in OPERATORS:
                x, y = self.numbers[a], self.numbers[b]
                undefined = operator in ("//", "%") and y == 0
                self.numbers[place] = 0 if undefined else OPERATORS[operator](x, y)

    def forget_from(self, place: int) -> None:
        """Forget the conditions of the op at a place, and of those behind it."""
        for condition in [c for c, p in self.conditions.items() if p >= place]:
            del self.conditions[condition]

    def is_true(self, condition: Condition) -> bool:
        """Return true if a comparison has the outcome of a condition for the current candidate."""
        first, second = self.numbers[condition.first], self.numbers[condition.second]
        return COMPARISONS[condition.comparison](first, second) is condition.outcome

    def variables_in(self, condition: Condition) -> int:
        """The variables that a condition depends on, as a mask of bits."""
        return self.variables_of[condition.first] | self.variables_of[condition.second]

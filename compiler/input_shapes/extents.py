"""Unknown extents: integers that remember how they were computed and what they were compared to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import add, floordiv, mod, mul, sub
from typing import Any, cast

import numpy as np

VARIABLE, CONSTANT = "variable", "constant"

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": floordiv,
    "%": mod,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}

Node = tuple[str, int, int]
"""An operator and its two operands; of a variable or a constant its number."""

Column = np.ndarray | int
"""The numbers that a variable has in several candidates, or the one that it has in all."""


@dataclass(frozen=True)
class Condition:
    """A comparison of two nodes, and its outcome."""

    comparison: str
    first: int
    second: int
    outcome: bool


@dataclass
class Formulas:
    """
    The formulas of a graph's extents, each once, with their numbers for the current candidate, and
    the conditions under which they hold.
    """

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

    def add_variable(self, number: int) -> Extent:
        """One more unknown."""
        node = (VARIABLE, len(self.variables), 0)
        self.variables.append(len(self.nodes))
        return Extent(self, self._append(node, number, 1 << node[1]))

    def node_of(self, value: Extent | int) -> int:
        """The node of a formula or a number."""
        if type(value) is Extent:
            return value.node
        node = (CONSTANT, int(value), 0)
        known = self.places.get(node)
        return self._append(node, int(value), 0) if known is None else known

    def _append(self, node: Node, number: int, variables: int) -> int:
        place = self.places[node] = len(self.nodes)
        self.nodes.append(node)
        self.numbers.append(number)
        self.variables_of.append(variables)
        return place

    def constant(self, node: int) -> int | None:
        """The number of a node that depends on nothing."""
        return None if self.variables_of[node] else self.numbers[node]

    def operate(self, operator: str, first: int, second: int) -> Extent | int:
        """The result of an operation. Raises: ZeroDivisionError."""
        a, b = self.constant(first), self.constant(second)
        if a is not None and b is not None:
            return OPERATORS[operator](a, b)
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
        return Extent(self, place)

    def _simplified(self, operator: str, first: int, second: int) -> Extent | int | None:
        """
        An operation as another: constants gather in one sum or product, so that the extents of
        layers that keep a size are one formula.
        """
        a, b = self.constant(first), self.constant(second)
        if operator == "-":
            if first == second:
                return 0
            return self.operate("+", first, self.node_of(-b)) if b is not None else None
        if a is not None and operator in ("+", "*"):
            return self.operate(operator, second, first)
        if b is None:
            return None
        if (operator in ("+", "-") and b == 0) or (operator in ("*", "//") and b == 1):
            return Extent(self, first)
        if b == 1 and operator == "%":
            return 0
        inner, left, right = self.nodes[first]
        c = self._inner_constant(inner, left, right)
        if c is None:
            return None
        if c[0] == operator and operator in ("+", "*"):
            return self.operate(operator, c[1], self.node_of(OPERATORS[operator](c[2], b)))
        if c[0] == "//" == operator and c[2] > 0 and b > 0:
            return self.operate("//", c[1], self.node_of(c[2] * b))
        if c[0] == "*" and operator in ("//", "%") and b > 0 and c[2] % b == 0:
            return self.operate("*", c[1], self.node_of(c[2] // b)) if operator == "//" else 0
        if c[0] == "+" and operator == "//" and b > 0 and (whole := c[2] // b):
            rest = self.operate("+", c[1], self.node_of(c[2] % b))
            quotient = self.operate("//", self.node_of(rest), second)
            return self.operate("+", self.node_of(quotient), self.node_of(whole))
        return None

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
        """The candidates for which a comparison has the outcome of a condition."""
        first, second = self.column(condition.first), self.column(condition.second)
        outcome = COMPARISONS[condition.comparison](first, second)
        return np.broadcast_to(np.equal(outcome, condition.outcome), (self.length,))

    def all_hold(self, conditions: Iterable[Condition]) -> np.ndarray:
        """The candidates for which all conditions hold that depend on what has columns."""
        mask = np.ones(self.length, bool)
        for condition in conditions:
            if self.formulas.variables_in(condition) & self.moved:
                mask &= self.holds(condition)
                if not mask.any():
                    break
        return mask


class Extent:
    """
    An integer that is a formula of unknown extents.

    To shape rules it is the number of the current candidate. Whatever needs that number itself, and
    not a result of arithmetic or a comparison, makes it a condition that the formula has it.
    """

    __slots__ = ("formulas", "node")

    def __init__(self, formulas: Formulas, node: int):
        self.formulas = formulas
        self.node = node

    @property
    def __class__(self):  # pyright: ignore[reportIncompatibleMethodOverride]
        # Rules ask isinstance(extent, int).
        return int

    @property
    def number(self) -> int:
        """The number of the current candidate, of which nobody is told."""
        return self.formulas.numbers[self.node]

    def __index__(self) -> int:
        self.formulas.decide("==", self.node, self.formulas.node_of(self.number))
        return self.number

    __int__ = __index__

    def __float__(self) -> float:
        return float(self.__index__())

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return not self == 0

    def __repr__(self) -> str:
        return str(self.number)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self.number, spec)

    def __trunc__(self):
        return self

    __floor__ = __ceil__ = __trunc__

    def _operate(self, operator: str, other: Any, swapped: bool = False) -> Any:
        if not isinstance(other, int | np.integer):
            return NotImplemented
        operands = self.node, self.formulas.node_of(cast("Extent | int", other))
        return self.formulas.operate(operator, *(operands[::-1] if swapped else operands))

    def _compare(self, comparison: str, other: Any, swapped: bool = False) -> Any:
        if not isinstance(other, int | np.integer):
            return NotImplemented
        operands = self.node, self.formulas.node_of(cast("Extent | int", other))
        return self.formulas.decide(comparison, *(operands[::-1] if swapped else operands))

    def __add__(self, other: Any) -> Any:
        return self._operate("+", other)

    def __radd__(self, other: Any) -> Any:
        return self._operate("+", other, swapped=True)

    def __sub__(self, other: Any) -> Any:
        return self._operate("-", other)

    def __rsub__(self, other: Any) -> Any:
        return self._operate("-", other, swapped=True)

    def __mul__(self, other: Any) -> Any:
        return self._operate("*", other)

    def __rmul__(self, other: Any) -> Any:
        return self._operate("*", other, swapped=True)

    def __floordiv__(self, other: Any) -> Any:
        return self._operate("//", other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._operate("//", other, swapped=True)

    def __mod__(self, other: Any) -> Any:
        return self._operate("%", other)

    def __rmod__(self, other: Any) -> Any:
        return self._operate("%", other, swapped=True)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __truediv__(self, other: Any) -> float:
        return self.__index__() / other

    def __rtruediv__(self, other: Any) -> float:
        return other / self.__index__()

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __eq__(self, other: object) -> bool:
        return self._compare("==", other)

    def __ne__(self, other: object) -> bool:
        equal = self._compare("==", other)
        return equal if equal is NotImplemented else not equal

    def __lt__(self, other: Any) -> bool:
        return self._compare("<", other)

    def __le__(self, other: Any) -> bool:
        return self._compare("<=", other)

    def __gt__(self, other: Any) -> bool:
        return self._compare("<", other, swapped=True)

    def __ge__(self, other: Any) -> bool:
        return self._compare("<=", other, swapped=True)

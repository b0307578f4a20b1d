"""Extents known at run time: their names and ranges, and expressions of them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from ..errors import ArrayShapeError

T = TypeVar("T")

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda a, b: a // b,
}
_ValueOf = Callable[[Mapping[str, int]], int]
_parsing = Lock()
"""
Guards `ast.parse`: Python 3.11 and 3.12 fail to make syntax trees while the garbage collector
switches threads.
"""


@dataclass(frozen=True)
class ExtentExpression:
    """
    `P + T`, `2*T` or `(T + 1)//2`: sums, products and quotients, rounded down, of named extents.
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> ExtentExpression:
        """Read an expression. Raises: ValueError for anything else."""
        try:
            tree = _parsed(text.strip())
        except (SyntaxError, RecursionError):
            raise ValueError(f"'{text}' is no extent; hint: T, P+T or 2*T") from None
        _check(tree, text)
        return cls(ast.unparse(tree))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The named extents, in order."""
        names = (node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name))
        return tuple(dict.fromkeys(names))

    def value(self, numbers: Mapping[str, int]) -> int:
        """Evaluate with these extents. Raises: KeyError for a missing one."""
        return self._function(numbers)

    def fold(self, named: Callable[[str], T], constant: Callable[[int], T]) -> T:
        """
        Evaluate with values other than integers; `named` and `constant` make those of names and
        numbers.
        """
        return _folded(self._tree, named, constant)

    @cached_property
    def _tree(self) -> ast.expr:
        return _parsed(self.text)

    @cached_property
    def _function(self) -> _ValueOf:
        """Return the expression as a function; a run calls it some tens of times."""
        return _function_of(self._tree)

    def __str__(self) -> str:
        return self.text


def _parsed(text: str) -> ast.expr:
    """Parse an expression. Raises: SyntaxError; RecursionError."""
    with _parsing:
        return ast.parse(text, mode="eval").body


def _check(tree: ast.AST, text: str) -> None:
    match tree:
        case ast.Name():
            return
        case ast.Constant(value=int()) if not isinstance(tree.value, bool):
            return
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            _check(tree.operand, text)
        case ast.BinOp() if type(tree.op) in _OPERATORS:
            _check(tree.left, text)
            _check(tree.right, text)
            if isinstance(tree.op, ast.FloorDiv) and not _is_positive(tree.right):
                raise ValueError(f"'{text}' divides by an extent that may be 0")
        case _:
            raise ValueError(f"'{text}' is no extent; hint: T, P+T or 2*T")


def _is_positive(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Constant) and isinstance(tree.value, int) and tree.value > 0


def _function_of(tree: ast.expr) -> _ValueOf:
    match tree:
        case ast.Name():
            return operator.itemgetter(tree.id)
        case ast.BinOp():
            operate, a, b = _OPERATORS[type(tree.op)], *map(_function_of, (tree.left, tree.right))
            return lambda numbers: operate(a(numbers), b(numbers))
        case _:
            number = _folded(tree, int, int)
            return lambda numbers: number


def _folded(tree: ast.expr, named: Callable[[str], T], constant: Callable[[int], T]) -> T:
    match tree:
        case ast.Name():
            return named(tree.id)
        case ast.Constant(value=int(number)):
            return constant(number)
        case ast.UnaryOp(operand=ast.Constant(value=int(number))):
            return constant(-number)
        case ast.BinOp():
            a, b = (_folded(side, named, constant) for side in (tree.left, tree.right))
            return _OPERATORS[type(tree.op)](a, b)
        case _:
            raise TypeError(ast.dump(tree))


@dataclass(frozen=True)
class ProgramSymbol:
    """An extent known at run time, and its range."""

    name: str
    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.name}={self.least}..{self.most}"


SymbolicShape = Sequence[ExtentExpression]
"""Extents of a blob, some of them known at run time."""


def solve_extents(
    symbols: Sequence[ProgramSymbol],
    shapes: Sequence[tuple[str, SymbolicShape, tuple[int, ...]]],
    known: Mapping[str, int],
) -> dict[str, int]:
    """
    Solve for the extents, given the name, symbolic shape and actual shape of each array; some
    extents may be `known`.

    Raises: ArrayShapeError for arrays of other shapes, or extents out of range.
    """
    found = dict(known)
    equations: list[tuple[ExtentExpression, int]] = []
    for name, symbolic, shape in shapes:
        if len(symbolic) != len(shape):
            raise mismatch(name, symbolic, shape, found)
        equations += [(e, n) for e, n in zip(symbolic, shape, strict=True) if e.names]
    waiting = equations
    while waiting:
        left = [equation for equation in waiting if not _solve(*equation, found)]
        if len(left) == len(waiting):
            break
        waiting = left
    for symbol in symbols:
        number = found.get(symbol.name)
        if number is not None and not symbol.least <= number <= symbol.most:
            raise ArrayShapeError(
                f"{symbol.name} is {number}, out of the range {symbol.least} to {symbol.most} that "
                "the model was compiled for"
            )
    for name, symbolic, shape in shapes:
        for expression, number in zip(symbolic, shape, strict=True):
            unknown = [n for n in expression.names if n not in found]
            if len(unknown) == 1 or (not unknown and expression.value(found) != number):
                raise mismatch(name, symbolic, shape, found)
    return found


def _solve(expression: ExtentExpression, number: int, found: dict[str, int]) -> bool:
    """Solve an equation with one unknown; return true if no unknown is left."""
    unknown = [name for name in expression.names if name not in found]
    if len(unknown) > 1:
        return False
    if not unknown:
        return True
    (name,) = unknown
    # Two values determine a linear expression; a quotient determines no number.
    start, first, second = (expression.value({**found, name: n}) for n in (0, 1, 2))
    slope = first - start
    if not slope or second - first != slope or (number - start) % slope:
        return False
    found[name] = (number - start) // slope
    return True


def mismatch(
    name: str, symbolic: SymbolicShape, shape: tuple[int, ...], found: Mapping[str, int]
) -> ArrayShapeError:
    """Return the error for an array whose shape differs from its blob's."""
    wanted = ", ".join(map(str, symbolic))
    shown = ", ".join(f"{key}={value}" for key, value in found.items())
    given = f" (with {shown})" if shown else ""
    return ArrayShapeError(f"blob '{name}' needs shape ({wanted}), not {shape}{given}")


class PlannedExtent(int):
    """An extent known at run time, as the number for which memory is planned."""

    expression: ExtentExpression

    def __new__(cls, number: int, expression: ExtentExpression) -> PlannedExtent:
        """Create the number with its expression."""
        self = super().__new__(cls, number)
        self.expression = expression
        return self

    def __str__(self) -> str:
        return str(self.expression)


@dataclass(frozen=True)
class Dim:
    """
    An extent of inputs that is known at run time, from `least` to `most`: `Dim("T", 1, 512)`.

    Sums, differences and products with integers and other extents are extents, too: `P + T`,
    `2 * T - 1`.
    """

    name: str
    least: int
    most: int

    def __add__(self, other: DimTerm) -> DimExpression:
        return DimExpression.of(self) + other

    def __radd__(self, other: DimTerm) -> DimExpression:
        return other + DimExpression.of(self)

    def __sub__(self, other: DimTerm) -> DimExpression:
        return DimExpression.of(self) - other

    def __mul__(self, other: DimTerm) -> DimExpression:
        return DimExpression.of(self) * other

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> DimExpression:
        return DimExpression.of(self) // other


@dataclass(frozen=True)
class DimExpression:
    """An expression of extents, with their ranges."""

    expression: ExtentExpression
    dims: tuple[Dim, ...]

    @classmethod
    def of(cls, term: DimTerm) -> DimExpression:
        """Return a number, an extent or an expression as an expression."""
        if isinstance(term, DimExpression):
            return term
        if isinstance(term, Dim):
            return cls(ExtentExpression(term.name), (term,))
        return cls(ExtentExpression(str(int(term))), ())

    def _operate(self, operator: str, other: DimTerm) -> DimExpression:
        right = DimExpression.of(other)
        text = f"({self.expression}) {operator} ({right.expression})"
        dims = dict.fromkeys((*self.dims, *right.dims))
        return DimExpression(ExtentExpression.parse(text), tuple(dims))

    def __add__(self, other: DimTerm) -> DimExpression:
        return self._operate("+", other)

    def __radd__(self, other: DimTerm) -> DimExpression:
        return DimExpression.of(other)._operate("+", self)

    def __sub__(self, other: DimTerm) -> DimExpression:
        return self._operate("-", other)

    def __mul__(self, other: DimTerm) -> DimExpression:
        return self._operate("*", other)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> DimExpression:
        return self._operate("//", other)


DimTerm = int | Dim | DimExpression
"""A term of sums and products of extents."""

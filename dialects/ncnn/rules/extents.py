"""Unknown extents: integers that record their formulas and comparisons."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np

from .formulas import Formulas


class Extent:
    """
    An integer that is a formula of unknown extents.

    In shape rules it acts as the number of the current candidate. A use of that number itself,
    rather than in arithmetic or a comparison, adds the condition that the formula has it.
    """

    __slots__ = ("formulas", "node")

    def __init__(self, formulas: Formulas, node: int):
        self.formulas = formulas
        self.node = node

    @property
    def __class__(self):  # pyright: ignore[reportIncompatibleMethodOverride]
        # Rules test isinstance(extent, int).
        return int

    @property
    def number(self) -> int:
        """Return the number of the current candidate, without adding a condition."""
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

    def _node_of(self, other: Any) -> int:
        return other.node if type(other) is Extent else self.formulas.node_of(other)

    def _operate(self, operator: str, other: Any, swapped: bool = False) -> Any:
        if not isinstance(other, int | np.integer):
            return NotImplemented
        operands = self.node, self._node_of(other)
        node = self.formulas.operate(operator, *(operands[::-1] if swapped else operands))
        number = self.formulas.constant(node)
        return Extent(self.formulas, node) if number is None else number

    def _compare(self, comparison: str, other: Any, swapped: bool = False) -> Any:
        if not isinstance(other, int | np.integer):
            return NotImplemented
        operands = self.node, self._node_of(other)
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


def is_unknown(extent: object) -> TypeGuard[Extent]:
    """Return true for an `Extent`, which claims to be an int."""
    return type(extent) is Extent

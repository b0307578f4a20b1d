"""Write arithmetic on floats as formulas: `alpha * x + beta` appends `arith` ops to a block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from xdsl.dialects import arith, math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import StringAttr, f32, i32
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ....dialects.element_types import number_attribute
from ....dialects.simd.arithmetic import CallOp
from ....dialects.simd.extrema import MaximumOp, MinimumOp

CONTRACT = FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])
_ADD = partial(arith.AddfOp, flags=CONTRACT)
_MULTIPLY = partial(arith.MulfOp, flags=CONTRACT)


@dataclass(frozen=True)
class Scalar:
    """
    A value in a block: operators append ops to the block, and return another `Scalar`.

    Multiplying by 1 and adding 0 append nothing. A product that is added may be fused with the sum:
    both say `fastmath<contract>`.
    """

    block: Block
    value: SSAValue

    def __add__(self, other: Scalar | float) -> Scalar:
        return self if other == 0.0 else self._binary(_ADD, self, other)

    def __radd__(self, other: float) -> Scalar:
        return self + other

    def __sub__(self, other: Scalar | float) -> Scalar:
        return self if other == 0.0 else self._binary(arith.SubfOp, self, other)

    def __rsub__(self, other: float) -> Scalar:
        return self._binary(arith.SubfOp, other, self)

    def __mul__(self, other: Scalar | float) -> Scalar:
        return self if other == 1.0 else self._binary(_MULTIPLY, self, other)

    def __rmul__(self, other: float) -> Scalar:
        return self * other

    def __truediv__(self, other: Scalar | float) -> Scalar:
        return self if other == 1.0 else self._binary(arith.DivfOp, self, other)

    def __rtruediv__(self, other: float) -> Scalar:
        return self._binary(arith.DivfOp, other, self)

    def __neg__(self) -> Scalar:
        return self._append(arith.NegfOp(self.value))

    def __abs__(self) -> Scalar:
        return self.math(math.AbsFOp)

    def constant(self, value: float) -> Scalar:
        """Return a constant of the same type in the same block; an integer by its bits."""
        return self._append(arith.ConstantOp(number_attribute(value, self.value.type)))

    def at_least(self, bound: Scalar | float) -> Scalar:
        """Return the larger of the value and a bound, `simd.maximum`: NaN stays NaN."""
        return self._binary(MaximumOp, bound, self)

    def at_most(self, bound: Scalar | float) -> Scalar:
        """Return the smaller of the value and a bound, `simd.minimum`: NaN stays NaN."""
        return self._binary(MinimumOp, bound, self)

    def larger(self, other: Scalar) -> Scalar:
        """Return the larger of two values; NaN if either is."""
        return self.select("uno", self, self, other.at_least(self))

    def smaller(self, other: Scalar) -> Scalar:
        """Return the smaller of two values; NaN if either is."""
        return self.select("uno", self, self, other.at_most(self))

    def math(self, op: Callable[..., Operation], *others: Scalar | float) -> Scalar:
        """Append a `math` op on the value, and on further operands."""
        values = [self._value(other) for other in others]
        return self._append(op(self.value, *values))

    def call(self, function: str, *others: Scalar | float) -> Scalar:
        """Append a call of a C math function that `math` has no op for."""
        operands = [self.value, *(self._value(other) for other in others)]
        op = CallOp.create(
            operands=operands,
            properties={"callee": StringAttr(function)},
            result_types=[self.value.type],
        )
        return self._append(op)

    def select(
        self, predicate: str, bound: Scalar | float, then: Scalar | float, other: Scalar | float
    ) -> Scalar:
        """
        Return `then` if the comparison with the bound holds (`olt`, `ogt`, ...), else `other`.
        """
        condition = self._append(arith.CmpfOp(self.value, self._value(bound), predicate))
        values = [self._value(then), self._value(other)]
        return self._append(arith.SelectOp(condition.value, *values))

    def bits(self) -> Scalar:
        """Return the bits of a float32 as an integer."""
        return self._append(arith.BitcastOp(self.value, i32))

    def from_bits(self) -> Scalar:
        """Return the float32 with the bits of an integer."""
        return self._append(arith.BitcastOp(self.value, f32))

    def integer(self, op: Callable[..., Operation], other: Scalar | int) -> Scalar:
        """Append an `arith` op on integers."""
        return self._append(op(self.value, self._value(other)))

    def _binary(
        self, op: Callable[..., Operation], left: Scalar | float, right: Scalar | float
    ) -> Scalar:
        return self._append(op(self._value(left), self._value(right)))

    def _value(self, other: Scalar | float) -> SSAValue:
        if isinstance(other, Scalar):
            return other.value
        return self.constant(other).value

    def _append(self, op: Operation) -> Scalar:
        self.block.add_op(op)
        return Scalar(self.block, op.results[0])

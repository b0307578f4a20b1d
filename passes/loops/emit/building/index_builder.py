"""Insert constants and index arithmetic, folding what is static."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from .....dialects.element_types import element_of, number_attribute, vector_type
from .....dialects.op_creation import make_op
from .....dialects.simd.least import NO_OVERFLOW

Index: TypeAlias = int | SSAValue
"""An index: an integer, or a value computed by the kernel."""

INDEX = IndexType()
_WITH_FLAGS = (arith.AddiOp, arith.SubiOp, arith.MuliOp)


class IndexBuilder:
    """Appends ops to a block; constants are made once, at the beginning of the entry."""

    def __init__(self, entry: Block):
        self.entry = entry
        self.block = entry
        self._constants: dict[tuple[object, Attribute], SSAValue] = {}
        self._splats: dict[tuple[Operation, int], SSAValue] = {}

    def insert(self, op: Operation) -> SSAValue:
        """Append an op; return its result."""
        self.block.add_op(op)
        [result] = op.results
        return result

    def append(self, op: Operation) -> None:
        """Append an op without results."""
        self.block.add_op(op)

    # Constants ---------------------------------------------------------------------------------

    def _constant(self, key: tuple[object, Attribute], value: Callable[[], Attribute]) -> SSAValue:
        known = self._constants.get(key)
        if known is not None:
            return known
        op = make_op(arith.ConstantOp, (), [key[1]], {"value": value()})
        first = self.entry.first_op
        if first is None:
            self.entry.add_op(op)
        else:
            self.entry.insert_op_before(op, first)
        self._constants[key] = op.results[0]
        return op.results[0]

    def index(self, value: Index) -> SSAValue:
        if not isinstance(value, int):
            return value
        return self._constant((value, INDEX), lambda: IntegerAttr(value, INDEX))

    def constant(self, value: float, type: Attribute) -> SSAValue:
        """
        Return a constant: a scalar, or a vector with the value in all lanes; integers are
        truncated.
        """
        element = element_of(type)
        is_integer = isinstance(element, IntegerType)
        number = int(value) if is_integer else float(value)

        def attribute() -> Attribute:
            if not isinstance(type, VectorType):
                return number_attribute(value, element)
            # Of integers too: xDSL has an overload for each, none for both.
            vector = cast("VectorType[AnyFloat]", type)  # lanes say so
            return DenseIntOrFPElementsAttr.from_list(vector, [number])

        return self._constant((number if is_integer else repr(number), type), attribute)

    def splat_of(self, op: arith.ConstantOp, lanes: int) -> SSAValue:
        """Return the value of a scalar constant in all lanes."""
        known = self._splats.get((op, lanes))
        if known is None:
            assert isinstance(op.value, FloatAttr | IntegerAttr)  # of a scalar
            type = vector_type(op.result.type, lanes)
            known = self._splats[op, lanes] = self.constant(op.value.value.data, type)
        return known

    # Index arithmetic --------------------------------------------------------------------------

    def _index_op(self, op: type[Operation], a: Index, b: Index) -> SSAValue:
        properties: dict[str, Attribute] = {}
        if op in _WITH_FLAGS:
            properties["overflowFlags"] = NO_OVERFLOW
        operands = [self.index(a), self.index(b)]
        return self.insert(make_op(op, operands, [INDEX], properties))

    def add(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 and isinstance(a, int):
            return b
        if b == 0 and isinstance(b, int):
            return a
        return self._index_op(arith.AddiOp, a, b)

    def sub(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        if isinstance(b, int):
            return self.add(a, -b)
        return self._index_op(arith.SubiOp, a, b)

    def mul(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if isinstance(a, int):
            a, b = b, a
        if isinstance(b, int) and b in (0, 1):
            return a if b else 0
        return self._index_op(arith.MuliOp, a, b)

    def div(self, a: Index, b: Index) -> Index:
        """Return a / b for a >= 0, b > 0, rounded down."""
        if not isinstance(b, int):
            return self._index_op(arith.DivUIOp, a, b)
        if isinstance(a, int):
            return a // b
        if b == 1:
            return a
        if b & (b - 1) == 0:
            return self._index_op(arith.ShRUIOp, a, b.bit_length() - 1)
        return self._index_op(arith.DivUIOp, a, b)

    def floor_div(self, a: Index, b: Index) -> Index:
        """Return a / b for b > 0 and any a, rounded down."""
        if isinstance(a, int) or b == 1:
            return self.div(a, b)
        if isinstance(b, int) and b & (b - 1) == 0:
            return self._index_op(arith.ShRSIOp, a, b.bit_length() - 1)
        rest = self._index_op(arith.RemSIOp, a, b)
        carry = self.max(self.min(rest, 0), -1)
        return self.add(self._index_op(arith.DivSIOp, a, b), carry)

    def rem(self, a: Index, b: Index) -> Index:
        """Return a mod b for a >= 0, b > 0."""
        if not isinstance(b, int):
            return self._index_op(arith.RemUIOp, a, b)
        if isinstance(a, int):
            return a % b
        if b == 1:
            return 0
        if b & (b - 1) == 0:
            return self._index_op(arith.AndIOp, a, b - 1)
        return self._index_op(arith.RemUIOp, a, b)

    def min(self, a: Index, b: Index) -> Index:
        """Return the smaller index (signed)."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self._index_op(arith.MinSIOp, a, b)

    def max(self, a: Index, b: Index) -> Index:
        """Return the larger index (signed)."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self._index_op(arith.MaxSIOp, a, b)

    def div_up(self, a: Index, b: Index) -> Index:
        """Return a / b for a >= 0, b > 0, rounded up."""
        return self.div(self.add(a, self.sub(b, 1)), b)

    def linear(self, *terms: tuple[Index, Index]) -> Index:
        """Return the sum of index * stride over the terms."""
        total: Index = 0
        for value, stride in terms:
            total = self.add(total, self.mul(value, stride))
        return total

    def compare(self, kind: str, a: Index, b: Index) -> SSAValue:
        """Return an i1: `eq ne slt sle sgt sge` of two indices."""
        op = arith.CmpiOp(self.index(a), self.index(b), kind)
        return self.insert(op)

    def select_index(self, condition: SSAValue, a: Index, b: Index) -> SSAValue:
        """Return a if the condition holds, else b."""
        return self.insert(arith.SelectOp(condition, self.index(a), self.index(b)))

    def both(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return whether two conditions (i1, or masks) hold."""
        return self.insert(make_op(arith.AndIOp, [a, b], [a.type]))

    def either(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return whether one of two conditions (i1, or masks) holds."""
        return self.insert(make_op(arith.OrIOp, [a, b], [a.type]))

"""Append arithmetic on elements and on vectors of them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseArrayBase, VectorType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from .....dialects.constraints import int_array
from .....dialects.element_types import element_of, lanes_of, vector_type
from .....dialects.op_creation import make_op
from .....dialects.simd.arithmetic import CompareOp, DotOp, SelectOp, fma
from .....dialects.simd.attributes import (
    LaneReduction,
    LaneReductionAttr,
    Predicate,
    PredicateAttr,
)
from .....dialects.simd.extrema import maximum, minimum
from .....dialects.simd.vectors import ReduceOp, ShuffleOp, SplatOp, TableLookupOp
from .....dialects.target.attributes import ProductAttr
from .index_builder import IndexBuilder

_FASTMATH_PROPERTY = {"fastmath": arith.FastMathFlagsAttr("none")}
_PREDICATES: dict[str, Attribute] = {one: PredicateAttr(one) for one in Predicate}


class VectorBuilder(IndexBuilder):
    """Appends arithmetic on scalars and vectors; operands and results have one element type."""

    def fma(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        """Return a * b + c."""
        return self.insert(fma(a, b, c))

    def float_op(self, op: type[Operation], *operands: SSAValue) -> SSAValue:
        """Append an `arith`/`math` op on floats, whose result has the type of the operands."""
        return self.insert(make_op(op, operands, [operands[0].type], dict(_FASTMATH_PROPERTY)))

    def addf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.float_op(arith.AddfOp, a, b)

    def subf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.float_op(arith.SubfOp, a, b)

    def mulf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.float_op(arith.MulfOp, a, b)

    def divf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.float_op(arith.DivfOp, a, b)

    def maxf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the larger; b if either is NaN: `simd.maximum`."""
        return self.insert(maximum(a, b))

    def minf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return the smaller; b if either is NaN: `simd.minimum`."""
        return self.insert(minimum(a, b))

    def dot(self, product: ProductAttr, a: SSAValue, b: SSAValue, sums: SSAValue) -> SSAValue:
        """Return the sums plus the products of neighbouring lanes of a and b: `simd.dot`."""
        return self.insert(make_op(DotOp, [a, b, sums], [sums.type], {"product": product}))

    def compare_lanes(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return a mask: per lane, a predicate of `arith.cmpf`, or of `arith.cmpi` for integers."""
        mask = vector_type(i1, lanes_of(a.type))
        properties = {"predicate": _PREDICATES[predicate]}
        return self.insert(make_op(CompareOp, [a, b], [mask], properties))

    def select(self, mask: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        """Return per lane a where the mask is set, else b."""
        return self.insert(make_op(SelectOp, [mask, a, b], [a.type]))

    def splat(self, value: SSAValue, lanes: int) -> SSAValue:
        if lanes == 1:
            return value
        return self.insert(make_op(SplatOp, [value], [vector_type(value.type, lanes)]))

    def shuffle(self, a: SSAValue, b: SSAValue, mask: Sequence[int]) -> SSAValue:
        """Return lanes of the concatenation of a and b; -1 is undefined."""
        element = element_of(a.type)
        lanes = len(mask)
        type = vector_type(element, lanes) if lanes > 1 else VectorType(element, [lanes])
        return self.insert(make_op(ShuffleOp, [a, b], [type], {"mask": int_array(mask)}))

    def lookup(self, places: SSAValue, table: Sequence[int]) -> SSAValue:
        """Return entries of a table of 2^k, indexed by the lowest k bits: `simd.table_lookup`."""
        properties: dict[str, Attribute] = {"table": DenseArrayBase.from_list(i32, table)}
        return self.insert(make_op(TableLookupOp, [places], [places.type], properties))

    def resized(self, value: SSAValue, lanes: int) -> SSAValue:
        """Return the first lanes of a vector, or all of them followed by zeros."""
        known = lanes_of(value.type)
        if lanes == known:
            return value
        zero = self.constant(0, value.type)
        return self.shuffle(value, zero, [min(lane, known) for lane in range(lanes)])

    def reduce(self, kind: str, value: SSAValue) -> SSAValue:
        """Reduce the lanes to their sum, product, maximum or minimum: `add mul max min`."""
        if lanes_of(value.type) == 1:
            return value
        element = element_of(value.type)
        properties: dict[str, Attribute] = {"kind": LaneReductionAttr(LaneReduction(kind))}
        return self.insert(make_op(ReduceOp, [value], [element], properties))

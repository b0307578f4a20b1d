"""
Builds loops over vectors: the one way in which kernels are written.

Kernels are thousands of ops, so ops are made by `make_op` (no checks), index arithmetic folds
Python integers, and constants are made once per function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ....dialects.element_types import element_of, lanes_of, vector_type
from ....dialects.op_creation import make_op
from ....dialects.properties import int_array
from ....dialects.simd.arithmetic import CompareOp, DotOp, SelectOp, fma
from ....dialects.simd.memory import broadcast_load, load, prefetch, store
from ....dialects.simd.threads import ShareOp
from ....dialects.simd.vectors import ReduceOp, ShuffleOp, SplatOp

Index: TypeAlias = int | SSAValue
"""An index: known now, or computed by the kernel."""

_Result = TypeVar("_Result")

_INDEX = IndexType()
_OVERFLOW_PROPERTY = {"overflowFlags": arith.IntegerOverflowAttr("none")}
_FASTMATH_PROPERTY = {"fastmath": arith.FastMathFlagsAttr("none")}


class LoopBuilder:
    """Appends ops to a block; loops are Python callbacks that fill the inner block."""

    def __init__(self, entry: Block):
        self.entry = entry
        self.block = entry
        self._constants: dict[tuple[object, Attribute], SSAValue] = {}
        self._vectors: dict[tuple[SSAValue, int], Attribute] = {}
        self._splats: dict[tuple[Operation, int], SSAValue] = {}

    def insert(self, op: Operation) -> SSAValue:
        """Append an op; its result."""
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
        """An index as an SSA value."""
        if not isinstance(value, int):
            return value
        return self._constant((value, _INDEX), lambda: IntegerAttr(value, _INDEX))

    def constant(self, value: float, type: Attribute) -> SSAValue:
        """A constant: a scalar, or a vector with the value in all lanes; integers are truncated."""
        element = element_of(type)
        is_integer = isinstance(element, IntegerType)
        number = int(value) if is_integer else float(value)

        def attribute() -> Attribute:
            if isinstance(type, VectorType):
                return DenseIntOrFPElementsAttr.from_list(type, [number])
            if isinstance(element, IntegerType):
                return IntegerAttr(int(value), element)
            return FloatAttr(value, cast(AnyFloat, element))

        return self._constant((number if is_integer else repr(number), type), attribute)

    def splat_of(self, op: arith.ConstantOp, lanes: int) -> SSAValue:
        """The value of a scalar constant in all lanes."""
        known = self._splats.get((op, lanes))
        if known is None:
            assert isinstance(op.value, FloatAttr | IntegerAttr)
            type = vector_type(op.result.type, lanes)
            known = self._splats[op, lanes] = self.constant(op.value.value.data, type)
        return known

    def vector(self, base: SSAValue, lanes: int) -> Attribute:
        """The type of so many elements of a buffer once loaded: a vector, or a scalar."""
        return self.stored_vector(base, lanes)

    def stored_vector(self, base: SSAValue, lanes: int) -> Attribute:
        """The type of so many elements as the buffer has them."""
        known = self._vectors.get((base, lanes))
        if known is None:
            known = self._vectors[base, lanes] = vector_type(element_of(base.type), lanes)
        return known

    # Index arithmetic --------------------------------------------------------------------------

    def _index_op(self, op: type[Operation], a: Index, b: Index) -> SSAValue:
        wraps = op in (arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.ShLIOp)
        properties = _OVERFLOW_PROPERTY if wraps else {}
        operands = [self.index(a), self.index(b)]
        return self.insert(make_op(op, operands, [_INDEX], dict(properties)))

    def add(self, a: Index, b: Index) -> Index:
        """a + b."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 and isinstance(a, int):
            return b
        if b == 0 and isinstance(b, int):
            return a
        return self._index_op(arith.AddiOp, a, b)

    def sub(self, a: Index, b: Index) -> Index:
        """a - b."""
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        if isinstance(b, int):
            return self.add(a, -b)
        return self._index_op(arith.SubiOp, a, b)

    def mul(self, a: Index, b: Index) -> Index:
        """a * b."""
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if isinstance(a, int):
            a, b = b, a
        if isinstance(b, int) and b in (0, 1):
            return a if b else 0
        return self._index_op(arith.MuliOp, a, b)

    def div(self, a: Index, b: Index) -> Index:
        """a / b for a >= 0, b > 0, rounded down."""
        if not isinstance(b, int):
            return self._index_op(arith.DivUIOp, a, b)
        if isinstance(a, int):
            return a // b
        if b == 1:
            return a
        if b & (b - 1) == 0:
            return self._index_op(arith.ShRUIOp, a, b.bit_length() - 1)
        return self._index_op(arith.DivUIOp, a, b)

    def rem(self, a: Index, b: int) -> Index:
        """a mod b for a >= 0, b > 0."""
        if isinstance(a, int):
            return a % b
        if b == 1:
            return 0
        if b & (b - 1) == 0:
            return self._index_op(arith.AndIOp, a, b - 1)
        return self._index_op(arith.RemUIOp, a, b)

    def min(self, a: Index, b: Index) -> Index:
        """The smaller (signed)."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self._index_op(arith.MinSIOp, a, b)

    def max(self, a: Index, b: Index) -> Index:
        """The larger (signed)."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self._index_op(arith.MaxSIOp, a, b)

    def div_up(self, a: Index, b: Index) -> Index:
        """a / b for a >= 0, b > 0, rounded up."""
        return self.div(self.add(a, self.sub(b, 1)), b)

    def linear(self, *terms: tuple[Index, int]) -> Index:
        """The sum of index * stride over the terms."""
        total: Index = 0
        for value, stride in terms:
            total = self.add(total, self.mul(value, stride))
        return total

    def compare(self, kind: str, a: Index, b: Index) -> SSAValue:
        """An i1: `eq ne slt sle sgt sge` of two indices."""
        op = arith.CmpiOp(self.index(a), self.index(b), kind)
        return self.insert(op)

    def select_index(self, condition: SSAValue, a: Index, b: Index) -> SSAValue:
        """a if the condition holds, else b."""
        return self.insert(arith.SelectOp(condition, self.index(a), self.index(b)))

    def both(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Whether two conditions (i1, or masks) hold."""
        return self.insert(make_op(arith.AndIOp, [a, b], [a.type]))

    def either(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Whether one of two conditions (i1, or masks) holds."""
        return self.insert(make_op(arith.OrIOp, [a, b], [a.type]))

    # Control flow ------------------------------------------------------------------------------

    def loop(
        self,
        lower: Index,
        upper: Index,
        step: int,
        body: Callable[..., Sequence[SSAValue] | None],
        inits: Sequence[SSAValue] = (),
    ) -> Sequence[SSAValue]:
        """
        `for i = lower to upper step step`, carrying values.

        `body(i, *carried)` fills the loop and returns the next carried values. A loop of exactly
        one iteration, known now, is not made: the body is called once.
        """
        if isinstance(lower, int) and isinstance(upper, int):
            if lower >= upper:
                return list(inits)
            if upper - lower <= step:
                return list(body(lower, *inits) or ())
        inner = Block(arg_types=[_INDEX, *(v.type for v in inits)])
        bounds = [self.index(lower), self.index(upper), self.index(step)]
        outer, self.block = self.block, inner
        results = list(body(*inner.args) or ())
        inner.add_op(make_op(scf.YieldOp, results))
        self.block = outer
        types = [v.type for v in inits]
        op = make_op(scf.ForOp, [*bounds, *inits], types, regions=[Region(inner)])
        outer.add_op(op)
        return op.results

    def parallel(self, upper: int, body: Callable[[SSAValue], None]) -> None:
        """`scf.parallel` from 0 to upper: a kernel's outermost loop, iterations independent."""
        inner = Block(arg_types=[_INDEX])
        bounds = [self.index(0), self.index(upper), self.index(1)]
        outer, self.block = self.block, inner
        body(inner.args[0])
        inner.add_op(scf.ReduceOp())
        self.block = outer
        outer.add_op(scf.ParallelOp(bounds[:1], bounds[1:2], bounds[2:], Region(inner)))

    def share(self, units: int, body: Callable[[SSAValue, SSAValue], None]) -> None:
        """`simd.share`: `body(first, last)` does some of so many independent pieces of work."""
        inner = Block(arg_types=[_INDEX, _INDEX])
        total = self.index(units)
        outer, self.block = self.block, inner
        body(*inner.args)
        self.block = outer
        outer.add_op(ShareOp(total, Region(inner)))

    def repeat(
        self,
        condition: Callable[..., SSAValue],
        body: Callable[..., Sequence[SSAValue]],
        inits: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """`scf.while`: as long as `condition(*carried)` holds, carried values are the body's."""
        types = [v.type for v in inits]
        before, after = Block(arg_types=types), Block(arg_types=types)
        outer, self.block = self.block, before
        holds = condition(*before.args)
        before.add_op(scf.ConditionOp(holds, *before.args))
        self.block = after
        after.add_op(make_op(scf.YieldOp, list(body(*after.args))))
        self.block = outer
        op = make_op(scf.WhileOp, list(inits), types, regions=[Region(before), Region(after)])
        outer.add_op(op)
        return op.results

    def interleaved(self, bodies: Sequence[Callable[[], _Result]]) -> list[_Result]:
        """
        The results of bodies whose ops take turns, those of a longer one more at a time; none of
        them reads what another computes.

        A core looks at so few instructions ahead that of long chains of dependent ones, each behind
        the other, it would see but the first.
        """
        outer, results = self.block, []
        placed: list[tuple[float, Operation]] = []
        for body in bodies:
            self.block = Block()
            results.append(body())
            ops = list(self.block.ops)
            placed += [((i + 1) / len(ops), op) for i, op in enumerate(ops)]
        self.block = outer
        for _, op in sorted(placed, key=lambda pair: pair[0]):
            op.detach()
            outer.add_op(op)
        return results

    def when(
        self,
        condition: SSAValue,
        then: Callable[[], Sequence[SSAValue] | None],
        otherwise: Callable[[], Sequence[SSAValue] | None] | None = None,
    ) -> Sequence[SSAValue]:
        """`scf.if`; both branches return the same number of values."""
        regions, types = [], []
        outer = self.block
        for branch in (then, otherwise):
            if branch is None:
                regions.append(Region())
                continue
            self.block = Block()
            results = list(branch() or ())
            self.block.add_op(make_op(scf.YieldOp, results))
            types = [v.type for v in results]
            regions.append(Region(self.block))
        self.block = outer
        op = make_op(scf.IfOp, [condition], types, regions=regions)
        outer.add_op(op)
        return op.results

    # Memory ------------------------------------------------------------------------------------

    def load(
        self, base: SSAValue, index: Index, offset: int, lanes: int, first: int | None = None
    ) -> SSAValue:
        """`lanes` elements from index + offset on; only the first `first`, the rest zero."""
        return self.load_stored(base, index, offset, lanes, first)

    def load_stored(
        self, base: SSAValue, index: Index, offset: int, lanes: int, first: int | None = None
    ) -> SSAValue:
        """The same, with elements as the buffer has them."""
        dynamic, constant = _split(index, offset)
        if first is not None and first >= lanes:
            first = None
        return self.insert(load(base, dynamic, constant, self.stored_vector(base, lanes), first))

    def load_for(
        self, target: SSAValue, base: SSAValue, index: Index, offset: int, lanes: int
    ) -> SSAValue:
        """The same, to be stored in another buffer: as they are if that has such elements."""
        is_same = element_of(target.type) == element_of(base.type)
        load_elements = self.load_stored if is_same else self.load
        return load_elements(base, index, offset, lanes)

    def broadcast(
        self, base: SSAValue, index: Index, offset: int, lanes: int, count: int = 1
    ) -> SSAValue:
        """
        Element index + offset in all lanes, or `count` elements from there on repeated, as the
        buffer has them.
        """
        if lanes == count:
            return self.load_stored(base, index, offset, lanes)
        dynamic, constant = _split(index, offset)
        type = cast(VectorType, self.stored_vector(base, lanes))
        return self.insert(broadcast_load(base, dynamic, constant, type, count))

    def prefetch(self, base: SSAValue, index: Index, offset: int, into_l2: bool = False) -> None:
        """Ask for the cache line of element index + offset, in L1 or only in L2."""
        dynamic, constant = _split(index, offset)
        self.append(prefetch(base, dynamic, constant, into_l2))

    def load_index(self, base: SSAValue, index: Index, offset: int = 0) -> SSAValue:
        """An index read from a table (a memref of i64)."""
        dynamic, constant = _split(index, offset)
        value = self.insert(load(base, dynamic, constant, i64))
        return self.insert(arith.IndexCastOp(value, _INDEX))

    def store(
        self, value: SSAValue, base: SSAValue, index: Index, offset: int, first: int | None = None
    ) -> None:
        """Store a scalar or vector at element index + offset; only the first lanes if asked."""
        dynamic, constant = _split(index, offset)
        if first is not None and first >= lanes_of(value.type):
            first = None
        self.append(store(value, base, dynamic, constant, first))

    # Arithmetic on elements and vectors --------------------------------------------------------

    def fma(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        """a * b + c."""
        return self.insert(fma(a, b, c))

    def float_op(self, op: type[Operation], *operands: SSAValue) -> SSAValue:
        """An `arith`/`math` op on floats, whose result has the operands' type."""
        return self.insert(make_op(op, operands, [operands[0].type], dict(_FASTMATH_PROPERTY)))

    def addf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """a + b."""
        return self.float_op(arith.AddfOp, a, b)

    def subf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """a - b."""
        return self.float_op(arith.SubfOp, a, b)

    def mulf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """a * b."""
        return self.float_op(arith.MulfOp, a, b)

    def divf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """a / b."""
        return self.float_op(arith.DivfOp, a, b)

    def maxf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The larger; b if either is NaN (one instruction on x86)."""
        return self.float_op(arith.MaxnumfOp, a, b)

    def minf(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The smaller; b if either is NaN (one instruction on x86)."""
        return self.float_op(arith.MinnumfOp, a, b)

    def dot(self, a: SSAValue, b: SSAValue, sums: SSAValue) -> SSAValue:
        """The sums plus the products of neighbouring lanes of a and b: `simd.dot`."""
        return self.insert(make_op(DotOp, [a, b, sums], [sums.type]))

    def compare_lanes(self, kind: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """A mask: per lane, a predicate of `arith.cmpf`, or of `arith.cmpi` for integers."""
        mask = vector_type(i1, lanes_of(a.type))
        return self.insert(make_op(CompareOp, [a, b], [mask], {"predicate": StringAttr(kind)}))

    def select(self, mask: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        """Per lane a where the mask is set, else b."""
        return self.insert(make_op(SelectOp, [mask, a, b], [a.type]))

    def splat(self, value: SSAValue, lanes: int) -> SSAValue:
        """A scalar in all lanes."""
        if lanes == 1:
            return value
        return self.insert(make_op(SplatOp, [value], [vector_type(value.type, lanes)]))

    def shuffle(self, a: SSAValue, b: SSAValue, mask: Sequence[int]) -> SSAValue:
        """Lanes of the concatenation of a and b; -1 is undefined."""
        element = cast(VectorType, a.type).element_type
        lanes = len(mask)
        type = vector_type(element, lanes) if lanes > 1 else VectorType(element, [lanes])
        return self.insert(make_op(ShuffleOp, [a, b], [type], {"mask": int_array(mask)}))

    def resized(self, value: SSAValue, lanes: int) -> SSAValue:
        """The first lanes of a vector, or all of them with zeros behind."""
        known = lanes_of(value.type)
        if lanes == known:
            return value
        zero = self.constant(0, value.type)
        return self.shuffle(value, zero, [min(lane, known) for lane in range(lanes)])

    def reduce(self, kind: str, value: SSAValue) -> SSAValue:
        """Sum, product, maximum or minimum over the lanes: `add mul max min`."""
        if lanes_of(value.type) == 1:
            return value
        element = element_of(value.type)
        return self.insert(make_op(ReduceOp, [value], [element], {"kind": StringAttr(kind)}))


def _split(index: Index, offset: int) -> tuple[SSAValue | None, int]:
    if isinstance(index, int):
        return None, index + offset
    return index, offset

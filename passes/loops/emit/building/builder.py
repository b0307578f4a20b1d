"""
Build loops over vectors: the one way in which kernels are written.

Kernels have thousands of ops, so ops are made by `make_op` (no checks), index arithmetic folds
Python integers, and constants are made once per function.

A `LoopBuilder` inherits `index_builder.py` (constants, indices) and `vector_builder.py` (elements
and vectors).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar, cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ModuleOp, VectorType, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineSymExpr,
)

from .....dialects.element_types import element_of, lanes_of, vector_type
from .....dialects.entry_points import ArgumentRole
from .....dialects.kernel.base import buffer_shape
from .....dialects.kernel.bounds import bounds_of
from .....dialects.kernel.role import argument_of
from .....dialects.main_function import find_main
from .....dialects.op_creation import make_op
from .....dialects.simd.memory import broadcast_load, load, prefetch, store
from .....dialects.simd.threads import ShareOp
from .....dialects.symbols import symbols_of
from .....dialects.target.records import Target
from .index_builder import INDEX, Index
from .vector_builder import VectorBuilder

_Result = TypeVar("_Result")

LoopBody = (
    Callable[[Index], Sequence[SSAValue] | None]
    | Callable[[Index, SSAValue], Sequence[SSAValue]]
    | Callable[[Index, SSAValue, SSAValue], Sequence[SSAValue]]
    | Callable[[Index, SSAValue, SSAValue, SSAValue], Sequence[SSAValue]]
    | Callable[[Index, *tuple[SSAValue, ...]], Sequence[SSAValue]]
)
"""Maps an index and carried values to the next carried values."""

CarriedBody = (
    Callable[[SSAValue], _Result]
    | Callable[[SSAValue, SSAValue], _Result]
    | Callable[[SSAValue, SSAValue, SSAValue], _Result]
)
"""Maps carried values to the next ones."""


class LoopBuilder(VectorBuilder):
    """Appends loops, loads and stores; loops are Python callbacks that fill the inner block."""

    def __init__(self, entry: Block, target: Target):
        super().__init__(entry)
        self.target = target
        self._vectors: dict[tuple[SSAValue, int], Attribute] = {}
        self._extents: dict[AffineExpr, Index] = {}

    # Extents -----------------------------------------------------------------------------------

    def extent(self, op: Operation, d: int, largest: int) -> Index:
        """
        Return extent d of a kernel's iteration space: the static one, or one known at run time.
        """
        bounds = bounds_of(op)
        return largest if bounds is None else self.affine(bounds.results[d])

    def extents(self, op: Operation, largest: Sequence[int]) -> tuple[Index, ...]:
        """Return all extents of a kernel's iteration space."""
        return tuple(self.extent(op, d, extent) for d, extent in enumerate(largest))

    def affine(self, expression: AffineExpr) -> Index:
        """
        Return the value of an expression of symbols, computed once at the start of the kernel.
        """
        if isinstance(expression, AffineConstantExpr):
            return expression.value
        known = self._extents.get(expression)
        if known is not None:
            return known
        outer, self.block = self.block, self.entry
        if isinstance(expression, AffineSymExpr):
            function = self.entry.parent_op()
            assert isinstance(function, FuncOp)  # of a kernel
            symbols = argument_of(function, ArgumentRole.SYMBOLS)
            assert symbols is not None  # outline-kernels appends it
            value = self._symbol(function, symbols, expression.position)
        else:
            assert isinstance(expression, AffineBinaryOpExpr)  # there are no dimensions
            a, b = self.affine(expression.lhs), self.affine(expression.rhs)
            value = _AFFINE[expression.kind](self, a, b)
        self.block = outer
        self._extents[expression] = value
        return value

    def _symbol(self, function: FuncOp, symbols: SSAValue, position: int) -> Index:
        """
        Return the value of a symbol: an extent known at run time, or a product of such extents.
        """
        if position < buffer_shape(symbols)[0]:
            return self.load_index(symbols, position)
        module = function.parent_op()
        assert isinstance(module, ModuleOp)  # with the graph's function
        factors = symbols_of(find_main(module))[position].factors
        return reduce(self.mul, map(self.affine, factors))

    # Control flow ------------------------------------------------------------------------------

    def loop(
        self,
        lower: Index,
        upper: Index,
        step: int,
        body: LoopBody,
        inits: Sequence[SSAValue] = (),
    ) -> Sequence[SSAValue]:
        """
        Loop over `body(i, *carried)`, which returns the next carried values; inline a single
        iteration.
        """
        if isinstance(lower, int) and isinstance(upper, int):
            if lower >= upper:
                return list(inits)
            if upper - lower <= step:
                return list(body(lower, *inits) or ())
        inner = Block(arg_types=[INDEX, *(v.type for v in inits)])
        bounds = [self.index(lower), self.index(upper), self.index(step)]
        outer, self.block = self.block, inner
        results = list(body(*inner.args) or ())
        inner.add_op(make_op(scf.YieldOp, results))
        self.block = outer
        types = [v.type for v in inits]
        op = make_op(scf.ForOp, [*bounds, *inits], types, regions=[Region(inner)])
        outer.add_op(op)
        return op.results

    def for_vectors(
        self, count: int, lanes: int, body: Callable[[Index, int], None], end: Index | None = None
    ) -> None:
        """
        Call `body(first, count)` for vectors of elements, or only for those that begin before
        `end`; the last vector may have fewer than `lanes`.
        """
        whole = count // lanes * lanes
        self.loop(0, self.whole_vectors(count, lanes, end), lanes, lambda i: body(i, lanes))
        if whole < count:
            self.when_reached(whole, end, lambda: body(whole, count - whole))

    def whole_vectors(self, count: int, lanes: int, end: Index | None) -> Index:
        """Return the end of a loop over whole vectors, or over those that begin before `end`."""
        whole = count // lanes * lanes
        if end is None or isinstance(end, int):
            return whole
        return self.min(end, whole) if whole < count else end

    def when_reached(self, index: int, end: Index | None, body: Callable[[], None]) -> None:
        """Run `body` if a loop reaches an index: always if its end is static."""
        if end is None or isinstance(end, int):
            body()
        else:
            self.when(self.compare("sgt", end, index), body)

    def parallel(self, upper: Index, body: Callable[[SSAValue], None]) -> None:
        """
        Append an `scf.parallel` from 0 to upper, the outermost loop of a kernel with independent
        iterations.
        """
        inner = Block(arg_types=[INDEX])
        bounds = [self.index(0), self.index(upper), self.index(1)]
        outer, self.block = self.block, inner
        body(inner.args[0])
        inner.add_op(scf.ReduceOp())
        self.block = outer
        outer.add_op(scf.ParallelOp(bounds[:1], bounds[1:2], bounds[2:], Region(inner)))

    def share(self, units: Index, body: Callable[[SSAValue, SSAValue], None]) -> None:
        """
        Append a `simd.share`: `body(first, last)` processes a range of `units` independent units.
        """
        inner = Block(arg_types=[INDEX, INDEX])
        total = self.index(units)
        outer, self.block = self.block, inner
        body(*inner.args)
        self.block = outer
        outer.add_op(ShareOp(total, Region(inner)))

    def repeat(
        self,
        condition: CarriedBody[SSAValue],
        body: CarriedBody[Sequence[SSAValue]],
        inits: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """
        Append an `scf.while`: while `condition(*carried)` holds, the body computes the next carried
        values.
        """
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
        Interleave the ops of independent bodies, in proportion to their lengths; return their
        results.

        A core looks only a few instructions ahead: of long dependent chains, one after the other,
        it would see just the first.
        """
        outer = self.block
        results: list[_Result] = []
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
        """Append an `scf.if`; both branches return the same number of values."""
        regions: list[Region] = []
        types: list[Attribute] = []
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

    def vector(self, base: SSAValue, lanes: int) -> Attribute:
        """Return the type of `lanes` elements of a buffer once loaded: a vector, or a scalar."""
        return self.stored_vector(base, lanes)

    def stored_vector(self, base: SSAValue, lanes: int) -> Attribute:
        """Return the type of `lanes` elements as stored in the buffer."""
        known = self._vectors.get((base, lanes))
        if known is None:
            known = self._vectors[base, lanes] = vector_type(element_of(base.type), lanes)
        return known

    def load(
        self, base: SSAValue, index: Index, offset: int, lanes: int, first: int | None = None
    ) -> SSAValue:
        """
        Load `lanes` elements from index + offset on; only the first `first`, with zeros for the
        rest.
        """
        return self.load_stored(base, index, offset, lanes, first)

    def load_stored(
        self, base: SSAValue, index: Index, offset: int, lanes: int, first: int | None = None
    ) -> SSAValue:
        """Load as `load`, without conversion of the elements."""
        dynamic, constant = _split(index, offset)
        if first is not None and first >= lanes:
            first = None
        return self.insert(load(base, dynamic, constant, self.stored_vector(base, lanes), first))

    def load_for(
        self, target: SSAValue, base: SSAValue, index: Index, offset: int, lanes: int
    ) -> SSAValue:
        """
        Load as `load`, for a store to another buffer: without conversion if its elements have the
        same type.
        """
        is_same = element_of(target.type) == element_of(base.type)
        load_elements = self.load_stored if is_same else self.load
        return load_elements(base, index, offset, lanes)

    def broadcast(
        self, base: SSAValue, index: Index, offset: int, lanes: int, count: int = 1
    ) -> SSAValue:
        """Return an element in all lanes, or `count` elements repeated, as the buffer has them."""
        if lanes == count:
            return self.load_stored(base, index, offset, lanes)
        dynamic, constant = _split(index, offset)
        type = cast(VectorType, self.stored_vector(base, lanes))  # more lanes than one
        return self.insert(broadcast_load(base, dynamic, constant, type, count))

    def prefetch(self, base: SSAValue, index: Index, offset: int, into_l2: bool = False) -> None:
        """Prefetch the cache line of element index + offset, into L1 or only into L2."""
        dynamic, constant = _split(index, offset)
        self.append(prefetch(base, dynamic, constant, into_l2))

    def load_index(self, base: SSAValue, index: Index, offset: int = 0) -> SSAValue:
        """Load an index from a table (a memref of i64)."""
        dynamic, constant = _split(index, offset)
        value = self.insert(load(base, dynamic, constant, i64))
        return self.insert(arith.IndexCastOp(value, INDEX))

    def stored(self, value: SSAValue, base: SSAValue) -> SSAValue:
        """Return a value converted to the element type of a buffer."""
        return value

    def store(
        self, value: SSAValue, base: SSAValue, index: Index, offset: int, first: int | None = None
    ) -> None:
        """Store a scalar or vector at element index + offset; only the first lanes if given."""
        dynamic, constant = _split(index, offset)
        if first is not None and first >= lanes_of(value.type):
            first = None
        self.append(store(value, base, dynamic, constant, first))


_AFFINE: dict[AffineBinaryOpKind, Callable[[LoopBuilder, Index, Index], Index]] = {
    AffineBinaryOpKind.Add: LoopBuilder.add,
    AffineBinaryOpKind.Mul: LoopBuilder.mul,
    AffineBinaryOpKind.FloorDiv: LoopBuilder.floor_div,
    AffineBinaryOpKind.CeilDiv: LoopBuilder.div_up,
}
"""
Compute an expression of extents. Dividends may be negative, as in
`(H floordiv 2 * 2 - H) floordiv 2`; only those of `ceildiv` may not.
"""


def _split(index: Index, offset: int) -> tuple[SSAValue | None, int]:
    if isinstance(index, int):
        return None, index + offset
    return index, offset

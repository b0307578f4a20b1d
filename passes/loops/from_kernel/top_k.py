"""The largest elements of rows: a scan of the row for each of them, in vectors."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.top_k import TopKKernelOp
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conversions import clamped_index
from . import loops

NONE = -1.0
"""The place of what has not been found."""


@loops.register(TopKKernelOp)
def top_k(b: LoopBuilder, op: TopKKernelOp, target: Target) -> None:
    """Rows are independent; the elements of a row are found one after another."""
    rows = RowsOfLargest(b, op, target.lanes)
    b.parallel(buffer_shape(op.inputs[0])[0], rows.find)


class RowsOfLargest:
    """
    The scans of a row.

    A scan finds the largest element behind the one found before, in the order of the results:
    smaller, or equal and further on. Lane i of a vector compares the elements i, i + lanes, ...
    """

    def __init__(self, b: LoopBuilder, op: TopKKernelOp, lanes: int):
        self.b, self.lanes = b, lanes
        self.x, self.values, self.places = op.inputs[0], *op.outputs
        self.n = buffer_shape(self.x)[1]
        self.k = buffer_shape(self.values)[1]
        self.type = b.vector(self.x, lanes)

    def find(self, row: Index) -> None:
        """Find all results of a row."""
        b = self.b
        first, to = b.mul(row, self.n), b.mul(row, self.k)
        found = [b.constant(inf, f32), b.constant(NONE, f32)]
        b.loop(0, self.k, 1, lambda i, *last: self.next(first, b.add(to, i), *last), found)

    def next(self, first: Index, to: Index, value: SSAValue, place: SSAValue) -> Sequence[SSAValue]:
        """Find and store the result after a value and place. Return its own value and place."""
        b, whole = self.b, self.n // self.lanes * self.lanes
        last = (b.splat(value, self.lanes), b.splat(place, self.lanes))
        steps = b.constant(float(self.lanes), self.type)

        def vector(i: Index, *state: SSAValue, count: int | None = None) -> list[SSAValue]:
            best, at, places = state
            x = b.load(self.x, b.add(first, i), 0, self.lanes, count)
            x = b.maxf(x, self.number(-inf))
            is_next = self.follows(x, places, *last)
            is_better = b.either(
                b.compare_lanes("ogt", x, best), b.compare_lanes("olt", at, self.number(0.0))
            )
            taken = b.both(is_next, is_better)
            if count is not None:
                in_row = b.compare_lanes("olt", places, self.number(float(self.n)))
                taken = b.both(taken, in_row)
            return [
                b.select(taken, x, best),
                b.select(taken, places, at),
                b.addf(places, steps),
            ]

        state = [self.number(-inf), self.number(NONE), self.lane_numbers()]
        state = list(b.loop(0, whole, self.lanes, vector, state))
        if whole < self.n:
            state = vector(whole, *state, count=self.n - whole)
        return self.store(first, to, *state[:2])

    def follows(self, x: SSAValue, places: SSAValue, value: SSAValue, place: SSAValue) -> SSAValue:
        """Return a mask of elements that come after a value and place in the order of results."""
        b = self.b
        is_behind = b.both(b.compare_lanes("oeq", x, value), b.compare_lanes("ogt", places, place))
        return b.either(b.compare_lanes("olt", x, value), is_behind)

    def store(self, first: Index, to: Index, best: SSAValue, at: SSAValue) -> Sequence[SSAValue]:
        """Store the best of all lanes, of equal ones that with the least place."""
        b = self.b
        value = b.reduce("max", best)
        is_best = b.both(
            b.compare_lanes("oeq", best, b.splat(value, self.lanes)),
            b.compare_lanes("oge", at, self.number(0.0)),
        )
        place = b.reduce("min", b.select(is_best, at, self.number(float(self.n))))
        source = b.add(first, clamped_index(b, place, self.n))
        b.store(b.load(self.x, source, 0, 1), self.values, to, 0)
        b.store(place, self.places, to, 0)
        return [value, place]

    def number(self, value: float) -> SSAValue:
        """Return a constant in all lanes."""
        return self.b.constant(value, self.type)

    def lane_numbers(self) -> SSAValue:
        """Return 0, 1, 2, ...: the sum over the bits of a lane's number."""
        total, bit = self.number(0.0), 1
        while bit < self.lanes:
            has_bit = [i + self.lanes if i & bit else i for i in range(self.lanes)]
            part = self.b.shuffle(self.number(0.0), self.number(float(bit)), has_bit)
            total = self.b.addf(total, part)
            bit *= 2
        return total

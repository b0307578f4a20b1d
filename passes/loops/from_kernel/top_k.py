"""The largest elements of rows, found one by one from block maxima."""

from __future__ import annotations

from math import inf, nan

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.top_k import BLOCK, TopKKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import clamped_index, convert, index_as
from ..emit.building.lane_masks import lane_numbers
from . import loops

NONE = -1.0
"""Place of an element that was not found."""


@loops.register(TopKKernelOp)
def top_k(b: LoopBuilder, op: TopKKernelOp, target: Target) -> None:
    """Rows are independent; the elements of a row are found one after another."""
    b.parallel(buffer_shape(op.inputs[0])[0], RowsOfLargest(b, op, target.lanes).find)


class RowsOfLargest:
    """
    The search of a row.

    The workspace has a copy of the row, in which NaN stands for what has been found, and the
    largest element of each block and its place. Behind the row and the blocks are -infinities, at
    places that are infinite.
    """

    def __init__(self, b: LoopBuilder, op: TopKKernelOp, lanes: int):
        assert op.workspace is not None
        self.b, self.lanes, self.workspace = b, lanes, op.workspace
        self.x, self.values, self.places = op.inputs[0], *op.outputs
        self.n, self.k = buffer_shape(self.x)[1], buffer_shape(self.values)[1]
        self.blocks, self.padded_blocks = op.blocks(), op.padded_blocks()
        self.end = self.blocks * BLOCK
        self.type = b.vector(self.x, lanes)

    def find(self, row: Index) -> None:
        b = self.b
        first, to = b.mul(row, self.n), b.mul(row, self.k)
        self.copy(first)
        b.loop(0, self.blocks, 1, self.scan)
        b.loop(0, self.k, 1, lambda i: self.take(first, b.add(to, i)))

    def copy(self, first: Index) -> None:
        """Copy a row, -infinity for what is no number, and clear the table of blocks."""
        b, nothing = self.b, self.number(-inf)

        def fill(start: int, end: int, value: float) -> None:
            number = self.number(value)
            b.loop(start, end, self.lanes, lambda at: b.store(number, self.workspace, at, 0))

        places = self.end + self.padded_blocks
        fill(self.n // self.lanes * self.lanes, places, -inf)
        fill(places, places + self.padded_blocks, inf)

        def move(at: Index, count: int) -> None:
            value = b.load(self.x, b.add(first, at), 0, self.lanes, count)
            b.store(b.maxf(value, nothing), self.workspace, at, 0, count)

        b.for_vectors(self.n, self.lanes, move)

    def scan(self, block: Index) -> None:
        """Note the first largest element of a block that has not been found, and its place."""
        b, first = self.b, self.b.mul(block, BLOCK)
        steps = self.number(float(self.lanes))

        def vector(i: Index, best: SSAValue, at: SSAValue, places: SSAValue) -> list[SSAValue]:
            x = b.load(self.workspace, b.add(first, i), 0, self.lanes)
            is_first = b.both(b.compare_lanes("olt", at, self.number(0.0)), self.is_number(x))
            taken = b.either(b.compare_lanes("ogt", x, best), is_first)
            best, at = b.select(taken, x, best), b.select(taken, places, at)
            return [best, at, b.addf(places, steps)]

        state = [self.number(-inf), self.number(NONE), lane_numbers(b, self.type)]
        best, at, _ = b.loop(0, BLOCK, self.lanes, vector, state)
        found = b.compare_lanes("oge", at, self.number(0.0))
        value, place = self.first_largest(best, b.select(found, at, self.number(inf)))
        b.store(value, self.workspace, block, self.end)
        number = convert(b, "sitofp", index_as(b, block, i32), f32)
        start = b.mulf(number, b.constant(float(BLOCK), f32))
        b.store(b.addf(place, start), self.workspace, block, self.end + self.padded_blocks)

    def take(self, first: Index, to: Index) -> None:
        """Store the largest element of all blocks, strike it out and scan its block again."""
        b = self.b

        def vector(i: Index, best: SSAValue, at: SSAValue) -> list[SSAValue]:
            x = b.load(self.workspace, i, self.end, self.lanes)
            places = b.load(self.workspace, i, self.end + self.padded_blocks, self.lanes)
            is_before = b.both(b.compare_lanes("oeq", x, best), b.compare_lanes("olt", places, at))
            taken = b.either(b.compare_lanes("ogt", x, best), is_before)
            return [b.select(taken, x, best), b.select(taken, places, at)]

        state = [self.number(-inf), self.number(inf)]
        _, place = self.first_largest(*b.loop(0, self.padded_blocks, self.lanes, vector, state))
        at = clamped_index(b, place, self.n)
        b.store(b.load(self.x, b.add(first, at), 0, 1), self.values, to, 0)
        b.store(place, self.places, to, 0)
        b.store(b.constant(nan, f32), self.workspace, at, 0)
        self.scan(b.div(at, BLOCK))

    def first_largest(self, best: SSAValue, at: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Return the largest of all lanes, and the least place of those that are equal to it."""
        b = self.b
        value = b.reduce("max", best)
        is_best = b.compare_lanes("oeq", best, b.splat(value, self.lanes))
        return value, b.reduce("min", b.select(is_best, at, self.number(inf)))

    def is_number(self, x: SSAValue) -> SSAValue:
        """Return a mask of the elements that were not found yet."""
        return self.b.compare_lanes("oeq", x, x)

    def number(self, value: float) -> SSAValue:
        """Return a constant in all lanes."""
        return self.b.constant(value, self.type)

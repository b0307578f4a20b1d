"""Lower the quantization of blocks of rows to int8, in two passes over each block's vectors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import f32, i16, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of, lanes_of, vector_type
from ....dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.block_words import BYTES
from ....dialects.kernel.quantize_blocks import DIGIT_RATIO, QuantizeBlocksOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import bitcast, convert, integer_op
from ..emit.building.lanes import across_lanes, lane_by_lane
from ..emit.int8.rounding import to_int8
from . import loops

APART = (0, 2, 1, 3)
"""Order in which each four i16 integers are stored."""
VectorBody = Callable[[Index, int, *tuple[SSAValue, ...]], Sequence[SSAValue]]
TOGETHER = 4
"""Blocks whose largest magnitudes, factors and sums share a vector."""
UNROLLED = 4
"""Largest number of vectors of a block that are rounded without a loop."""


@loops.register(QuantizeBlocksOp)
def quantize_blocks(b: LoopBuilder, op: QuantizeBlocksOp, target: Target) -> None:
    kernel = QuantizeBlocks(b, op, lanes_for(target, op.inputs[0].type))
    b.parallel(b.extent(op, 0, buffer_shape(op.inputs[0])[0]), kernel.row)


class QuantizeBlocks:
    """The loops over the blocks of a row."""

    def __init__(self, b: LoopBuilder, op: QuantizeBlocksOp, lanes: int):
        self.b, self.lanes, (self.x, *self.known) = b, lanes, op.inputs
        self.y, self.factors, self.starts = op.outputs
        self.columns, self.size = buffer_shape(self.x)[1], op.size.value.data
        (_, self.pitch), (_, self.blocks) = map(buffer_shape, op.outputs[:2])
        self.offset, self.digits = op.offset.value.data, op.digit_count

    def row(self, r: Index) -> None:
        """Quantize all blocks of a row, and store the zeros after them."""
        b, whole, size = self.b, self.columns // self.size, self.size
        in_fours = whole // TOGETHER * TOGETHER
        b.loop(0, in_fours, TOGETHER, lambda block: self.some_blocks(r, block, [size] * TOGETHER))
        b.loop(in_fours, whole, 1, lambda block: self.some_blocks(r, block, [size]))
        if whole < self.blocks:
            self.some_blocks(r, whole, [self.columns - whole * size])
        written = -(-self.columns // BYTES) * BYTES
        zeros = b.constant(0, vector_type(element_of(self.y.type), BYTES))
        for digit in range(self.digits):
            at = self.row_at(r, digit, self.pitch)
            for place in range(written, self.pitch, BYTES):
                b.store(zeros, self.y, at, place)

    def row_at(self, r: Index, digit: int, length: int) -> Index:
        """Return the begin of the row for a digit of row r, in an output with rows of `length`."""
        return self.b.add(self.b.mul(r, self.digits * length), digit * length)

    def some_blocks(self, r: Index, block: Index, counts: Sequence[int]) -> None:
        """
        Quantize consecutive blocks of `counts` columns, one or `TOGETHER`, with statistics in
        vectors.
        """
        b, floats, integers = self.b, vector_type(f32, self.lanes), vector_type(i32, self.lanes)
        first = b.mul(block, self.size)
        from_ = b.linear((r, self.columns), (first, 1))
        to = [b.add(self.row_at(r, digit, self.pitch), first) for digit in range(self.digits)]
        scales = b.divf(b.constant(LARGEST_INT8, floats), self.largest(from_, counts))
        sums = [
            self.rounded(b.add(from_, start), [b.add(at, start) for at in to], count, factor)
            for start, count, factor in zip(
                range(0, len(counts) * self.size, self.size),
                counts,
                lane_by_lane(b, scales, len(counts)),
                strict=True,
            )
        ]
        step = b.divf(b.constant(1.0, floats), scales)
        for digit, of_blocks in enumerate(zip(*sums, strict=True)):
            at = b.add(self.row_at(r, digit, self.blocks), block)
            worth = b.mulf(step, b.constant(DIGIT_RATIO**-digit, floats)) if digit else step
            self.store_first(worth, self.factors, at, len(counts))
            sum = across_lanes(b, of_blocks, functools.partial(integer_op, b, arith.AddiOp))
            start = integer_op(b, arith.MuliOp, sum, b.constant(-self.offset, integers))
            self.store_first(start, self.starts, at, len(counts))

    def rounded(
        self, from_: Index, to: Sequence[Index], count: int, factor: SSAValue
    ) -> Sequence[SSAValue]:
        """Store the integers of a block, each digit at its place; return vectors of sums."""
        b, lanes, floats = self.b, self.lanes, vector_type(f32, self.lanes)

        def store(i: Index, width: int, *sums: SSAValue) -> list[SSAValue]:
            value = b.mulf(b.load(self.x, b.add(from_, i), 0, lanes, width), factor)
            results: list[SSAValue] = []
            for digit, sum in enumerate(sums):
                if results:
                    value = b.mulf(value, b.constant(DIGIT_RATIO, floats))
                integers = to_int8(b, [value])
                # Lanes past the last column hold zeros.
                self.store(integers, b.add(to[digit], i), -(-width // BYTES) * BYTES)
                wide = convert(b, "extsi", integers, sum.type)
                results.append(integer_op(b, arith.AddiOp, sum, wide))
                if digit < self.digits - 1:
                    value = b.subf(value, convert(b, "sitofp", wide, floats))
            return results

        zero = b.constant(0, vector_type(i32, lanes))
        return self.over(count, store, [zero] * self.digits)

    def largest(self, from_: Index, counts: Sequence[int]) -> SSAValue:
        """
        Return the largest magnitudes of blocks; NaN if there is one and numbers are split into
        digits: as integers, NaNs are larger than infinities.
        """
        b, lanes = self.b, self.lanes
        floats, integers = vector_type(f32, lanes), vector_type(i32, lanes)
        type, larger = floats, b.maxf
        if self.digits > 1:
            type, larger = integers, functools.partial(integer_op, b, arith.MaxSIOp)
        smallest = bitcast(b, b.constant(SMALLEST_SCALED, floats), type)
        if self.known:
            return b.maxf(smallest, b.broadcast(self.known[0], 0, 0, lanes))

        def of_block(start: Index, count: int) -> SSAValue:
            def of_vector(i: Index, width: int, *best: SSAValue) -> list[SSAValue]:
                value = b.load(self.x, b.add(start, i), 0, lanes, width)
                return [larger(best[0], bitcast(b, b.float_op(math.AbsFOp, value), type))]

            return self.over(count, of_vector, [smallest])[0]

        best = [of_block(b.add(from_, j * self.size), count) for j, count in enumerate(counts)]
        return bitcast(b, across_lanes(b, best, larger), floats)

    def store_first(self, vector: SSAValue, memory: SSAValue, at: Index, count: int) -> None:
        """Store the first lanes as a shorter vector: masked stores are slow."""
        self.b.store(self.b.shuffle(vector, vector, range(count)), memory, at, 0)

    def over(self, count: int, body: VectorBody, inits: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Carry values over the vectors of a block: `body(first column, columns, *values)`."""
        whole = count // self.lanes * self.lanes
        unrolled = self.lanes * UNROLLED
        looped = whole if whole > unrolled else 0

        def vector(i: Index, *values: SSAValue) -> Sequence[SSAValue]:
            return body(i, self.lanes, *values)

        values = self.b.loop(0, looped, self.lanes, vector, inits)
        for first in range(looped, count, self.lanes):
            values = body(first, min(self.lanes, count - first), *values)
        return values

    def store(self, integers: SSAValue, at: Index, count: int) -> None:
        """Store `count` integers; i16 integers in their order."""
        b, lanes = self.b, lanes_of(integers.type)
        if element_of(self.y.type) == i16:
            places = [lane - lane % BYTES + APART[lane % BYTES] for lane in range(lanes)]
            integers = b.shuffle(integers, integers, places)
            integers = convert(b, "extsi", integers, vector_type(i16, lanes))
        b.store(integers, self.y, at, 0, count)

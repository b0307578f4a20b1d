"""Blocks of rows as integers of int8, each in two passes over its vectors."""

from __future__ import annotations

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
from ..emit.int8.rounding import to_int8
from . import loops

APART = (0, 2, 1, 3)
"""Places of four integers of i16."""
VectorBody = Callable[[Index, int, *tuple[SSAValue, ...]], Sequence[SSAValue]]
UNROLLED = 4
"""Vectors of a block that are rounded without a loop."""


@loops.register(QuantizeBlocksOp)
def quantize_blocks(b: LoopBuilder, op: QuantizeBlocksOp, target: Target) -> None:
    kernel = QuantizeBlocks(b, op, lanes_for(target, op.inputs[0].type))
    b.parallel(b.extent(op, 0, buffer_shape(op.inputs[0])[0]), kernel.row)


class QuantizeBlocks:
    """The loops over the blocks of a row."""

    def __init__(self, b: LoopBuilder, op: QuantizeBlocksOp, lanes: int):
        self.b, self.lanes, self.x = b, lanes, op.inputs[0]
        self.y, self.factors, self.starts = op.outputs
        self.columns, self.size = buffer_shape(self.x)[1], op.size.value.data
        (_, self.pitch), (_, self.blocks) = map(buffer_shape, op.outputs[:2])
        self.offset, self.digits = op.offset.value.data, op.digit_count

    def row(self, r: Index) -> None:
        """All blocks of a row, and the zeros behind them."""
        whole = self.columns // self.size
        self.b.loop(0, whole, 1, lambda block: self.block(r, block, self.size))
        if whole < self.blocks:
            self.block(r, whole, self.columns - whole * self.size)
        written = -(-self.columns // BYTES) * BYTES
        zeros = self.b.constant(0, vector_type(element_of(self.y.type), BYTES))
        for digit in range(self.digits):
            at = self.row_at(r, digit, self.pitch)
            for place in range(written, self.pitch, BYTES):
                self.b.store(zeros, self.y, at, place)

    def row_at(self, r: Index, digit: int, length: int) -> Index:
        """Return where the row of a digit of row r begins, of an output with rows of a length."""
        return self.b.add(self.b.mul(r, self.digits * length), digit * length)

    def block(self, r: Index, block: Index, count: int) -> None:
        """One block of so many columns."""
        b, lanes = self.b, self.lanes
        first = b.mul(block, self.size)
        from_ = b.linear((r, self.columns), (first, 1))
        to = [b.add(self.row_at(r, digit, self.pitch), first) for digit in range(self.digits)]
        scale = b.divf(b.constant(LARGEST_INT8, f32), self.largest(from_, count))
        factor, floats = b.splat(scale, lanes), vector_type(f32, lanes)

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
        sums = [b.reduce("add", v) for v in self.over(count, store, [zero] * self.digits)]
        step = b.divf(b.constant(1.0, f32), scale)
        for digit, sum in enumerate(sums):
            at = b.add(self.row_at(r, digit, self.blocks), block)
            worth = b.mulf(step, b.constant(DIGIT_RATIO**-digit, f32)) if digit else step
            b.store(worth, self.factors, at, 0)
            start = integer_op(b, arith.MuliOp, sum, b.constant(-self.offset, i32))
            b.store(start, self.starts, at, 0)

    def largest(self, from_: Index, count: int) -> SSAValue:
        """
        Return the largest magnitude of a block; NaN if there is one, where digits stand for the
        numbers: as integers NaNs are larger than infinities.
        """
        b, lanes = self.b, self.lanes
        smallest = b.constant(SMALLEST_SCALED, vector_type(f32, lanes))
        integers = vector_type(i32, lanes)

        def magnitude(i: Index, width: int) -> SSAValue:
            value = b.load(self.x, b.add(from_, i), 0, lanes, width)
            return b.float_op(math.AbsFOp, value)

        def larger(i: Index, width: int, *values: SSAValue) -> list[SSAValue]:
            (best,) = values
            if self.digits == 1:
                return [b.maxf(best, magnitude(i, width))]
            bits = bitcast(b, magnitude(i, width), integers)
            return [integer_op(b, arith.MaxSIOp, best, bits)]

        if self.digits == 1:
            return b.reduce("max", self.over(count, larger, [smallest])[0])
        (best,) = self.over(count, larger, [bitcast(b, smallest, integers)])
        return bitcast(b, b.reduce("max", best), f32)

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
        """Store so many integers, those of i16 in their places."""
        b, lanes = self.b, lanes_of(integers.type)
        if element_of(self.y.type) == i16:
            places = [lane - lane % BYTES + APART[lane % BYTES] for lane in range(lanes)]
            integers = b.shuffle(integers, integers, places)
            integers = convert(b, "extsi", integers, vector_type(i16, lanes))
        b.store(integers, self.y, at, 0, count)

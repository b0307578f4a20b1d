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
from ....dialects.kernel.quantize_blocks import QuantizeBlocksOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, integer_op
from ..emit.int8.rounding import to_int8
from . import loops

APART = (0, 2, 1, 3)
"""Places of four integers of i16."""
VectorBody = Callable[[Index, int, SSAValue], SSAValue]
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
        self.offset = op.offset.value.data

    def row(self, r: Index) -> None:
        """All blocks of a row, and the zeros behind them."""
        whole = self.columns // self.size
        self.b.loop(0, whole, 1, lambda block: self.block(r, block, self.size))
        if whole < self.blocks:
            self.block(r, whole, self.columns - whole * self.size)
        written = -(-self.columns // BYTES) * BYTES
        zeros = self.b.constant(0, vector_type(element_of(self.y.type), BYTES))
        for place in range(written, self.pitch, BYTES):
            self.b.store(zeros, self.y, self.b.mul(r, self.pitch), place)

    def block(self, r: Index, block: Index, count: int) -> None:
        """One block of so many columns."""
        b, lanes = self.b, self.lanes
        first = b.mul(block, self.size)
        from_, to = b.linear((r, self.columns), (first, 1)), b.linear((r, self.pitch), (first, 1))

        def largest(i: Index, width: int, best: SSAValue) -> SSAValue:
            value = b.load(self.x, b.add(from_, i), 0, lanes, width)
            return b.maxf(best, b.float_op(math.AbsFOp, value))

        smallest = b.constant(SMALLEST_SCALED, vector_type(f32, lanes))
        found = b.reduce("max", self.over(count, largest, smallest))
        scale = b.divf(b.constant(LARGEST_INT8, f32), found)
        factor = b.splat(scale, lanes)

        def store(i: Index, width: int, sum: SSAValue) -> SSAValue:
            value = b.load(self.x, b.add(from_, i), 0, lanes, width)
            integers = to_int8(b, [b.mulf(value, factor)])
            # Lanes past the last column hold zeros.
            self.store(integers, b.add(to, i), -(-width // BYTES) * BYTES)
            return integer_op(b, arith.AddiOp, sum, convert(b, "extsi", integers, sum.type))

        zero = b.constant(0, vector_type(i32, lanes))
        sum = b.reduce("add", self.over(count, store, zero))
        at = b.linear((r, self.blocks), (block, 1))
        b.store(b.divf(b.constant(1.0, f32), scale), self.factors, at, 0)
        start = integer_op(b, arith.MuliOp, sum, b.constant(-self.offset, i32))
        b.store(start, self.starts, at, 0)

    def over(self, count: int, body: VectorBody, init: SSAValue) -> SSAValue:
        """Carry a value over the vectors of a block: `body(first column, columns, value)`."""
        whole = count // self.lanes * self.lanes
        unrolled = self.lanes * UNROLLED
        looped = whole if whole > unrolled else 0

        def vector(i: Index, value: SSAValue) -> Sequence[SSAValue]:
            return [body(i, self.lanes, value)]

        (value,) = self.b.loop(0, looped, self.lanes, vector, [init])
        for first in range(looped, count, self.lanes):
            value = body(first, min(self.lanes, count - first), value)
        return value

    def store(self, integers: SSAValue, at: Index, count: int) -> None:
        """Store so many integers, those of i16 in their places."""
        b, lanes = self.b, lanes_of(integers.type)
        if element_of(self.y.type) == i16:
            places = [lane - lane % BYTES + APART[lane % BYTES] for lane in range(lanes)]
            integers = b.shuffle(integers, integers, places)
            integers = convert(b, "extsi", integers, vector_type(i16, lanes))
        b.store(integers, self.y, at, 0, count)

"""Lower local response normalization: a vector of channels per pixel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.attributes import LRNRegion
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.lrn import LRNKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.vector_math import exp, log
from . import loops


@loops.register(LRNKernelOp)
def lrn(b: LoopBuilder, op: LRNKernelOp, target: Target) -> None:
    """Compute channel blocks times rows in parallel."""
    kernel = LRNLoops(b, op)
    if op.region.data is LRNRegion.ACROSS_CHANNELS:
        kernel.across_channels()
    else:
        kernel.within_channel()


class LRNLoops:
    """The loops of one LRN."""

    def __init__(self, b: LoopBuilder, op: LRNKernelOp):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.blocks, self.height, self.width, self.lanes = buffer_shape(self.x)
        _, self.rows, self.columns, _ = b.extents(op, buffer_shape(self.x))
        size = op.local_size.value.data
        self.before, self.after = size // 2, size - size // 2 - 1
        self.zero = b.constant(0.0, b.vector(self.x, self.lanes))

    # Across channels ---------------------------------------------------------------------------

    def across_channels(self) -> None:
        """Emit code for each set of existing adjacent blocks: at the borders some are missing."""
        low, high = -(-self.before // self.lanes), -(-self.after // self.lanes)
        # Block i reads the blocks i + first to i + last.
        seen = [(-min(i, low), min(self.blocks - 1 - i, high)) for i in range(self.blocks)]
        valid = self.op.channels.value.data - (self.blocks - 1) * self.lanes
        # If the last block has lanes past the channels, it needs separate code as a neighbour.
        kinds = [
            (i + s[1] == self.blocks - 1 and valid < self.lanes, *s) for i, s in enumerate(seen)
        ]
        start = 0
        while start < self.blocks:
            count = next(
                (n for n, kind in enumerate(kinds[start:]) if kind != kinds[start]),
                self.blocks - start,
            )
            partial, first, last = kinds[start]
            self.block_range(start, count, range(first, last + 1), valid if partial else None)
            start += count

    def block_range(
        self, start: int, count: int, neighbours: Sequence[int], partial: int | None
    ) -> None:
        """Normalize `count` blocks; of the last neighbour only `partial` lanes are channels."""
        b, row = self.b, self.width * self.lanes
        block_stride = self.height * row

        def row_of_pixels(i: SSAValue) -> None:
            row_at = b.add(b.mul(self.line(i), row), start * block_stride)

            def pixel(j: Index) -> None:
                at = b.add(row_at, b.mul(j, self.lanes))
                vectors = {n: b.load(self.x, at, n * block_stride, self.lanes) for n in neighbours}
                squares = {n: b.mulf(v, v) for n, v in vectors.items()}
                if partial is not None:
                    squares[neighbours[-1]] = self.first_lanes(squares[neighbours[-1]], partial)
                self.normalize(vectors[0], self.sum_across(squares), at)

            b.loop(0, self.columns, 1, pixel)

        b.parallel(b.mul(self.rows, count), row_of_pixels)

    def first_lanes(self, value: SSAValue, count: int) -> SSAValue:
        """Return a value with zeros in all lanes except the first ones."""
        lanes = [i if i < count else self.lanes + i for i in range(self.lanes)]
        return self.b.shuffle(value, self.zero, lanes)

    def sum_across(self, squares: dict[int, SSAValue]) -> SSAValue:
        """Return for each lane the sum over adjacent lanes, of consecutive vectors."""
        b, total = self.b, squares[0]
        for shift in range(-self.before, self.after + 1):
            n, lane = divmod(shift, self.lanes)
            low, high = squares.get(n, self.zero), squares.get(n + 1, self.zero)
            if shift == 0 or (n not in squares and (lane == 0 or n + 1 not in squares)):
                continue
            shifted = low
            if lane:
                shifted = b.shuffle(low, high, [lane + i for i in range(self.lanes)])
            total = b.addf(total, shifted)
        return total

    # Within a channel --------------------------------------------------------------------------

    def within_channel(self) -> None:
        """Sum the squares of the window of each pixel."""
        b, row = self.b, self.width * self.lanes

        def row_of_pixels(i: SSAValue) -> None:
            y, line = b.rem(i, self.rows), self.line(i)
            block_at = b.mul(b.sub(line, y), row)
            rows = self.window(y, self.rows)
            row_at = b.mul(line, row)

            def pixel(j: Index) -> None:
                columns = self.window(j, self.columns)
                total = self.window_sum(block_at, rows, columns)
                at = b.add(row_at, b.mul(j, self.lanes))
                self.normalize(b.load(self.x, at, 0, self.lanes), total, at)

            b.loop(0, self.columns, 1, pixel)

        b.parallel(b.mul(self.rows, self.blocks), row_of_pixels)

    def window(self, i: Index, extent: Index) -> tuple[Index, Index]:
        """Return first and end of the existing neighbours of index i."""
        b = self.b
        return b.max(b.sub(i, self.before), 0), b.min(b.add(i, self.after + 1), extent)

    def window_sum(
        self, block_at: Index, rows: tuple[Index, Index], columns: tuple[Index, Index]
    ) -> SSAValue:
        b = self.b

        def add_row(y: Index, total: SSAValue) -> Sequence[SSAValue]:
            row_at = b.add(block_at, b.mul(y, self.width * self.lanes))

            def add_pixel(x: Index, total: SSAValue) -> Sequence[SSAValue]:
                value = b.load(self.x, b.add(row_at, b.mul(x, self.lanes)), 0, self.lanes)
                return [b.fma(value, value, total)]

            return b.loop(*columns, 1, add_pixel, [total])

        return b.loop(*rows, 1, add_row, [self.zero])[0]

    # Both --------------------------------------------------------------------------------------

    def line(self, i: Index) -> Index:
        """Return the row of the buffer for row i of those within the bounds."""
        if self.rows == self.height:
            return i
        b = self.b
        return b.add(b.mul(b.div(i, self.rows), self.height), b.rem(i, self.rows))

    def normalize(self, value: SSAValue, squares: SSAValue, at: Index) -> None:
        """Store `value * (bias + scale * squares) ^ -beta`."""
        b, op, type = self.b, self.op, value.type
        scale = b.constant(op.scale.value.data, type)
        norm = b.fma(squares, scale, b.constant(op.bias.value.data, type))
        b.store(self.scaled(value, norm, op.beta.value.data), self.y, at, 0)

    def scaled(self, value: SSAValue, norm: SSAValue, beta: float) -> SSAValue:
        """Return `value * norm ^ -beta`; the usual exponent 3/4 is two square roots."""
        b = self.b
        if beta == 0.75:
            root = b.float_op(math.SqrtOp, norm)
            return b.divf(value, b.mulf(root, b.float_op(math.SqrtOp, root)))
        exponent = b.mulf(log(b, norm), b.constant(-beta, norm.type))
        return b.mulf(value, exp(b, exponent))

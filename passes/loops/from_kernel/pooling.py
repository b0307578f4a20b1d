"""Lower pooling on `c/p,h,w,p`: borders and divisors are known at compile time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.int8_rounding import LARGEST_INT8
from ....dialects.kernel.attributes import PoolingKind
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling import DynamicWindows, PoolingKernelOp, WindowRun
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as, integer_op
from ..emit.building.shared_work import share_ranges
from . import loops

LOWEST = -3.4028234663852886e38
"""The maximum of no cells."""
UNROLLED_CELLS = 64
"""Largest number of input vectors that unrolled code for adjacent windows loads."""


@loops.register(PoolingKernelOp)
def pooling(b: LoopBuilder, op: PoolingKernelOp, target: Target) -> None:
    """Divide channel blocks times rows among threads; each kind of window has its own code."""
    kernel = Pooling(b, op)
    rows = kernel.irregular_rows if len(op.inputs) == 3 else kernel.rows
    share_ranges(b, kernel.blocks, kernel.ends[0], rows)


@dataclass(frozen=True)
class DynamicAxis:
    """Windows along an axis of `size` cells, a dynamic extent."""

    windows: DynamicWindows
    size: Index
    count: Index

    def whole(self, b: LoopBuilder) -> Index:
        """Return the first window that ends after the last cell, or is partial."""
        extent, step = self.windows.extent, self.windows.step
        if not extent:
            return 0
        cells = b.max(b.sub(b.add(self.size, self.windows.before + step), extent), 0)
        return b.min(b.div(cells, step), self.count)

    def cells(self, b: LoopBuilder, output: Index) -> tuple[Index, Index, Index]:
        """Return the first cell of a window, its existing cells, and those that a mean counts."""
        extent, before = self.windows.extent, self.windows.before
        if not extent:
            first = b.div(b.mul(output, self.size), self.count)
            end = b.div_up(b.mul(b.add(output, 1), self.size), self.count)
            return first, b.sub(end, first), b.sub(end, first)
        start = b.sub(b.mul(output, self.windows.step), before)
        first, end = b.max(start, 0), b.min(b.add(start, extent), self.size)
        seen = b.max(b.sub(end, first), 0)
        return first, seen, extent if self.windows.counts_all else seen


class Pooling:
    """The loops of one pooling."""

    def __init__(self, b: LoopBuilder, op: PoolingKernelOp):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.blocks, self.height, self.width, self.lanes = buffer_shape(self.x)
        _, self.out_height, self.out_width, _ = buffer_shape(self.y)
        self.is_mean = op.kind.data is PoolingKind.AVG
        self.combine: Callable[..., SSAValue] = b.addf if self.is_mean else b.maxf
        initial = 0.0 if self.is_mean else LOWEST
        if element_of(self.x.type) == i8:
            self.combine = partial(integer_op, b, arith.MaxSIOp)
            initial = -LARGEST_INT8
        self.initial = b.constant(initial, b.vector(self.x, self.lanes))
        space = op.iteration_space()
        self.ends = b.extent(op, 1, space[1]), b.extent(op, 2, space[2])
        self.whole: tuple[Index, Index] = self.ends
        if op.bounds is not None:
            rows, columns = op.dynamic_windows()
            self.axes = (
                DynamicAxis(rows, b.extent(op, 4, space[4]), self.ends[0]),
                DynamicAxis(columns, b.extent(op, 5, space[5]), self.ends[1]),
            )
            self.whole = self.axes[0].whole(b), self.axes[1].whole(b)

    def rows(self, block: Index, first: Index, last: Index) -> None:
        """Compute output rows [first, last) of a block of channels."""
        b = self.b
        x_at = b.mul(block, self.height * self.width * self.lanes)
        y_at = b.mul(block, self.out_height * self.out_width * self.lanes)
        begin = 0
        for rows in self.op.row_runs():
            end = begin + rows.windows

            def row(i: Index, rows: WindowRun = rows, begin: int = begin) -> None:
                y = b.add(b.mul(b.sub(i, begin), rows.step), rows.start)
                source = b.add(x_at, b.mul(y, self.width * self.lanes))
                out = b.mul(i, self.out_width * self.lanes)
                self.row(rows, source, b.add(y_at, out))
                if self.op.bounds is not None:
                    self.dynamic_row(x_at, y_at, i, self.whole[1])

            b.loop(b.max(first, begin), b.min(last, b.min(self.whole[0], end)), 1, row)
            begin = end
        if self.op.bounds is not None:
            every = b.max(first, self.whole[0])
            b.loop(every, last, 1, lambda i: self.dynamic_row(x_at, y_at, i, 0))

    def row(self, rows: WindowRun, x_at: Index, y_at: Index) -> None:
        """Compute one output row, whose windows begin in the input row at `x_at`."""
        b, lanes = self.b, self.lanes
        first_column = 0
        for columns in self.op.column_runs():
            together = self.windows_together(rows, columns)
            whole = columns.windows // together * together

            def some(
                i: Index, count: int, columns: WindowRun = columns, first: int = first_column
            ) -> None:
                left = b.add(b.mul(i, columns.step), columns.start)
                source = b.add(x_at, b.mul(left, lanes))
                out = b.add(y_at, b.mul(b.add(i, first), lanes))
                for u, value in enumerate(self.windows(rows, columns, source, count)):
                    b.store(
                        self.finished(value, rows.count * columns.count), self.y, out, u * lanes
                    )

            reached = self.whole[1]
            if isinstance(reached, int):
                b.loop(0, whole, together, partial(some, count=together))
                if whole < columns.windows:
                    some(whole, columns.windows - whole)
            else:
                # Compute a smaller number one by one: the last of all may read past the buffer.
                count = b.min(b.max(b.sub(reached, first_column), 0), columns.windows)
                begin = b.sub(count, b.rem(count, together))
                b.loop(0, begin, together, partial(some, count=together))
                b.loop(begin, count, 1, partial(some, count=1))
            first_column += columns.windows

    def windows_together(self, rows: WindowRun, columns: WindowRun) -> int:
        """Return the number of windows of a row to compute at once, limited by code size."""
        together = min(self.b.target.loops.vectors, columns.windows)
        while together > 1:
            cells = (together - 1) * abs(columns.step) + columns.extent
            if cells * rows.extent <= UNROLLED_CELLS:
                break
            together //= 2
        return together

    def windows(self, rows: WindowRun, columns: WindowRun, at: Index, count: int) -> list[SSAValue]:
        """Compute `count` adjacent windows: columns first, as adjacent windows share them."""
        if min(rows.extent, columns.extent) == 0:
            return [self.initial] * count
        if rows.extent * columns.extent > UNROLLED_CELLS:
            step = columns.step * self.lanes
            return [
                self.long_window(self.b.add(at, u * step), rows.extent, columns.extent)
                for u in range(count)
            ]
        known: dict[int, SSAValue] = {}
        results: list[SSAValue] = []
        for u in range(count):
            first = u * columns.step
            cells = range(first, first + columns.extent)
            for cell in cells:
                if cell not in known:
                    known[cell] = self.column(at, cell, rows.extent)
            results.append(self.combined([known[cell] for cell in cells]))
        return results

    def column(self, at: Index, cell: int, extent: int) -> SSAValue:
        """Return the combination of cells in a column."""
        stride = self.width * self.lanes
        offsets = [cell * self.lanes + y * stride for y in range(extent)]
        return self.combined([self.b.load(self.x, at, o, self.lanes) for o in offsets])

    def combined(self, values: list[SSAValue]) -> SSAValue:
        """Return the maximum or sum, combined as a tree."""
        while len(values) > 1:
            pairs = zip(values[::2], values[1::2], strict=False)
            rest = values[-1:] if len(values) % 2 else []
            values = [self.combine(a, b) for a, b in pairs] + rest
        return values[0]

    def long_window(self, at: Index, height: Index, width: Index) -> SSAValue:
        """Return the combination of a window, as two loops."""
        b = self.b

        def line(y: Index, value: SSAValue) -> list[SSAValue]:
            line_at = b.add(at, b.mul(y, self.width * self.lanes))

            def cell(x: Index, value: SSAValue) -> list[SSAValue]:
                cell_at = b.add(line_at, b.mul(x, self.lanes))
                return [self.combine(value, b.load(self.x, cell_at, 0, self.lanes))]

            return list(b.loop(0, width, 1, cell, [value]))

        return b.loop(0, height, 1, line, [self.initial])[0]

    def finished(self, value: SSAValue, count: int) -> SSAValue:
        """Return the mean of a sum; a maximum unchanged."""
        if not self.is_mean:
            return value
        factor = 1.0 / count if count else inf
        return self.b.mulf(value, self.b.constant(factor, value.type))

    def dynamic_row(self, x_at: Index, y_at: Index, oy: Index, first: Index) -> None:
        """Compute the windows of an output row from `first` on, each of its existing cells."""
        b, lanes = self.b, self.lanes
        rows, columns = self.axes
        top, height, vertical = rows.cells(b, oy)
        line_at = b.add(x_at, b.mul(top, self.width * lanes))

        def window(ox: Index) -> None:
            left, width, horizontal = columns.cells(b, ox)
            value = self.long_window(b.add(line_at, b.mul(left, lanes)), height, width)
            if self.is_mean:
                cells = index_as(b, b.mul(vertical, horizontal), i32)
                count = convert(b, "sitofp", cells, f32)
                value = b.mulf(value, b.splat(b.divf(b.constant(1.0, f32), count), lanes))
            pixel = b.add(b.mul(oy, self.out_width), ox)
            b.store(value, self.y, b.add(y_at, b.mul(pixel, lanes)), 0)

        b.loop(first, self.ends[1], 1, window)

    def irregular_rows(self, block: Index, first: Index, last: Index) -> None:
        """Compute output rows [first, last) of a block of channels, with windows from tables."""
        b, lanes = self.b, self.lanes
        bounds, factors = self.op.inputs[1:]
        x_at = b.mul(block, self.height * self.width * lanes)
        y_at = b.mul(block, self.out_height * self.out_width * lanes)

        def row(oy: Index) -> None:
            top = b.load_index(bounds, b.mul(oy, 2))
            height = b.sub(b.load_index(bounds, b.mul(oy, 2), 1), top)
            line_at = b.add(x_at, b.mul(top, self.width * lanes))

            def window(ox: Index) -> None:
                entry = b.mul(b.add(ox, self.out_height), 2)
                left = b.load_index(bounds, entry)
                width = b.sub(b.load_index(bounds, entry, 1), left)
                at = b.add(line_at, b.mul(left, lanes))
                value = self.long_window(at, height, width)
                if self.is_mean:
                    value = b.mulf(value, b.broadcast(factors, oy, 0, lanes))
                    value = b.mulf(value, b.broadcast(factors, ox, self.out_height, lanes))
                pixel = b.add(b.mul(oy, self.out_width), ox)
                b.store(value, self.y, b.add(y_at, b.mul(pixel, lanes)), 0)

            b.loop(0, self.out_width, 1, window)

        b.loop(first, last, 1, row)

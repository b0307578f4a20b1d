"""Lower the places of pooling maxima: vectors of channels, with the largest value of each lane."""

from __future__ import annotations

from math import inf

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling_index import PoolingIndexKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as
from ..emit.building.shared_work import share_ranges
from . import loops


@loops.register(PoolingIndexKernelOp)
def pooling_index(b: LoopBuilder, op: PoolingIndexKernelOp, target: Target) -> None:
    """Divide channel blocks times rows among threads."""
    search = MaximumSearch(b, op)
    share_ranges(b, search.blocks, search.out_height, search.rows)


class MaximumSearch:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: PoolingIndexKernelOp):
        self.b, self.x, self.y = b, op.inputs[0], op.outputs[0]
        self.blocks, *self.size, self.lanes = buffer_shape(self.x)
        _, self.out_height, self.out_width, _ = buffer_shape(self.y)
        self.windows = [int_list(p) for p in (op.kernel, op.stride, op.pad)]
        self.type = b.vector(self.x, self.lanes)

    def span(self, axis: int, i: Index) -> tuple[Index, Index]:
        """Return the first cell of window i along an axis, and the end of its cells."""
        b, (kernel, stride, before) = self.b, (numbers[axis] for numbers in self.windows)
        start = b.sub(b.mul(i, stride), before)
        return b.max(start, 0), b.min(b.add(start, kernel), self.size[axis])

    def rows(self, block: Index, first: Index, last: Index) -> None:
        """Compute output rows [first, last) of a block of channels."""
        b, width = self.b, self.size[1]
        x_at = b.mul(block, self.size[0] * width * self.lanes)
        y_at = b.mul(block, self.out_height * self.out_width * self.lanes)

        def row(i: Index) -> None:
            top, bottom = self.span(0, i)
            to = b.add(y_at, b.mul(i, self.out_width * self.lanes))

            def window(j: Index) -> None:
                left, right = self.span(1, j)
                found = self.largest(x_at, (top, bottom), (left, right))
                b.store(found, self.y, b.add(to, b.mul(j, self.lanes)), 0)

            b.loop(0, self.out_width, 1, window)

        b.loop(first, last, 1, row)

    def largest(
        self, x_at: Index, rows: tuple[Index, Index], columns: tuple[Index, Index]
    ) -> SSAValue:
        """Return the number of the first largest cell of a window, in each lane."""
        b, width = self.b, self.size[1]
        one = b.constant(1.0, self.type)

        def row(i: Index, *best: SSAValue) -> list[SSAValue]:
            start = b.linear((i, width), (columns[0], 1))
            at = b.add(x_at, b.mul(b.mul(i, width), self.lanes))

            def cell(j: Index, value: SSAValue, number: SSAValue, here: SSAValue) -> list[SSAValue]:
                x = b.load(self.x, b.add(at, b.mul(j, self.lanes)), 0, self.lanes)
                is_more = b.compare_lanes("ogt", x, value)
                kept = b.select(is_more, x, value), b.select(is_more, here, number)
                return [*kept, b.addf(here, one)]

            return list(b.loop(*columns, 1, cell, [*best, self.floats(start)])[:2])

        first = self.floats(b.linear((rows[0], width), (columns[0], 1)))
        return b.loop(*rows, 1, row, [b.constant(-inf, self.type), first])[1]

    def floats(self, index: Index) -> SSAValue:
        """Return an index as a float in all lanes."""
        number = convert(self.b, "sitofp", index_as(self.b, index, i32), element_of(self.type))
        return self.b.splat(number, self.lanes)

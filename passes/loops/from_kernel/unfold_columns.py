"""Lower the gathering of neighbouring columns as channels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ....dialects.alignment import align_up
from ....dialects.element_types import lanes_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.unfold_columns import UnfoldColumnsKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(UnfoldColumnsKernelOp)
def unfold_columns(b: LoopBuilder, op: UnfoldColumnsKernelOp, target: Target) -> None:
    """Shuffle a vector of each channel's row to the lanes of several pixels; rows in parallel."""
    ColumnGroups(b, op, align_up(op.kernel.value.data, target.lanes)).build()


class ColumnGroups:
    """The loops over groups of output columns whose windows are in one vector of each channel."""

    def __init__(self, b: LoopBuilder, op: UnfoldColumnsKernelOp, read: int):
        self.b, self.read = b, read
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.kernel, self.stride, self.before = (
            value.value.data for value in (op.kernel, op.stride, op.before)
        )
        self.together = (read - self.kernel) // self.stride + 1

    def build(self) -> None:
        """Emit the groups inside of the input in a loop, and those at its edges one by one."""
        b, (_, height, width) = self.b, buffer_shape(self.x)
        columns, step = buffer_shape(self.y)[2], self.together * self.stride
        first = min(-(-self.before // step), columns // self.together)
        end = (width - self.read + self.before) // step + 1
        end = max(min(end, columns // self.together), first)

        def row(y: Index) -> None:
            at, to = b.mul(y, width), b.mul(y, columns)
            self._edge(at, to, range(0, first * self.together))

            def group(g: Index) -> None:
                source = b.sub(b.add(at, b.mul(g, step)), self.before)
                pixel = b.add(to, b.mul(g, self.together))
                self._group(source, pixel, Group(self, self.together))

            b.loop(first, end, 1, group)
            self._edge(at, to, range(end * self.together, columns))

        b.parallel(height, row)

    def _edge(self, at: Index, to: Index, columns: range) -> None:
        """Emit groups that read only cells inside: from a column on that may be another one."""
        width = buffer_shape(self.x)[2]
        for begin in range(columns.start, columns.stop, self.together):
            count = min(self.together, columns.stop - begin)
            column = begin * self.stride - self.before
            source = max(min(column, width - self.read), 0)
            cells = range(-column, width - column)
            group = Group(self, count, column - source, cells)
            self._group(self.b.add(at, source), self.b.add(to, begin), group)

    def _group(self, source: Index, pixel: Index, group: Group) -> None:
        """Emit one group, given its first cell in a channel and its first pixel in a block."""
        b, (channels, height, width) = self.b, buffer_shape(self.x)
        blocks, _, columns, lanes = buffer_shape(self.y)
        rows = [
            b.stored(b.load(self.x, source, c * height * width, self.read, width), self.y)
            for c in range(channels)
        ]
        rows.append(b.constant(0, rows[0].type))
        together = max(2 * self.read // lanes, 1)
        for block in range(blocks):
            for i in range(0, group.count, together):
                pixels = range(i, min(i + together, group.count))
                places = [
                    group.place(pixel, block * lanes + lane)
                    for pixel in pixels
                    for lane in range(lanes)
                ]
                offset = (block * height * columns + i) * lanes
                b.store(gathered(b, rows, places), self.y, b.mul(pixel, lanes), offset)


@dataclass(frozen=True)
class Group:
    """`count` neighbouring output columns; the first begins at lane `shift` of the vectors."""

    of: ColumnGroups
    count: int
    shift: int = 0
    cells: range | None = None
    """The cells inside of the input, relative to the first of the first column; None for all."""

    def place(self, pixel: int, channel: int) -> int:
        """Return the lane of a pixel's channel among those of all rows, and zeros after them."""
        c, tap = divmod(channel, self.of.kernel)
        cell, channels = pixel * self.of.stride + tap, buffer_shape(self.of.x)[0]
        if c >= channels or (self.cells is not None and cell not in self.cells):
            return channels * self.of.read
        return c * self.of.read + self.shift + cell


def gathered(b: LoopBuilder, vectors: Sequence[SSAValue], places: Sequence[int]) -> SSAValue:
    """Return lanes of the concatenation of vectors, which are joined to two first."""
    while len(vectors) > 2:
        whole = range(2 * lanes_of(vectors[0].type))
        pairs = [vectors[i : i + 2] for i in range(0, len(vectors), 2)]
        vectors = [b.shuffle(pair[0], pair[-1], whole) for pair in pairs]
    return b.shuffle(vectors[0], vectors[-1], places)

"""Lower borders: runs of cells that are copied forwards or backwards, repeated or filled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.padding import OUTSIDE, CellRun, PaddingKernelOp
from ....dialects.target.records import Target
from ...common.strides import row_major_strides
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(PaddingKernelOp)
def padding(b: LoopBuilder, op: PaddingKernelOp, target: Target) -> None:
    """Compute the first axis in parallel, run after run."""
    lanes = lanes_for(target, op.outputs[0].type)
    if op.channels is None:
        Border(b, op, lanes).build()
    else:
        ChannelBorder(b, op, lanes).build()


class Border:
    """The loops of one padding."""

    def __init__(self, b: LoopBuilder, op: PaddingKernelOp, lanes: int):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        *_, row, self.cell = buffer_shape(self.y)
        self.width = self.cell if self.cell > 1 else vector_length(row, lanes)
        self.x_strides = row_major_strides(buffer_shape(self.x))
        self.y_strides = row_major_strides(buffer_shape(self.y))
        self.row_axis = len(self.x_strides) - 2
        self.runs = [op.axis_runs(axis) for axis in range(self.row_axis + 1)]

    def build(self) -> None:
        """Emit the loops."""
        first = 0
        for run in self.runs[0]:
            self.parallel_run(run, first)
            first += run.count

    def parallel_run(self, run: CellRun, first: int) -> None:
        """Compute a run of the first axis, whose cells begin at `first` in the output."""
        b, stride = self.b, self.y_strides[0]

        def part(i: SSAValue) -> None:
            position = b.add(i, first)
            fill, y_at = self.constant(position), b.mul(position, stride)
            if run.outside:
                self.fill(fill, y_at, stride)
                return
            self.axis(1, self.source(0, run, i, 0), y_at, fill)

        b.parallel(run.count, part)

    def constant(self, position: Index) -> SSAValue:
        """Return the border value at an index of the first axis."""
        b = self.b
        if len(self.op.inputs) == 1:
            return b.constant(self.op.value.value.data, b.vector(self.y, self.width))
        values = self.op.inputs[1]
        if self.cell > 1:
            return b.load(values, b.mul(position, self.cell), 0, self.cell)
        return b.broadcast(values, position, 0, self.width)

    def source(self, axis: int, run: CellRun, i: Index, x_at: Index) -> Index:
        """Return the place of the cell that cell i of a run copies."""
        b, stride = self.b, self.x_strides[axis]
        shifted = b.add(x_at, run.start * stride)
        return b.add(shifted, b.mul(i, run.step * stride))

    def axis(self, axis: int, x_at: Index, y_at: Index, fill: SSAValue) -> None:
        """Compute all cells of an axis and of the axes inside it."""
        b, stride = self.b, self.y_strides[axis]
        for run in self.runs[axis]:
            if run.outside:
                self.fill(fill, y_at, run.count * stride)
            elif axis == self.row_axis:
                self.row(run, x_at, y_at)
            else:
                self.part(axis, run, x_at, y_at, fill)
            y_at = b.add(y_at, run.count * stride)

    def part(self, axis: int, run: CellRun, x_at: Index, y_at: Index, fill: SSAValue) -> None:
        """Compute the cells of a run, each with the axes inside it."""
        b, stride = self.b, self.y_strides[axis]

        def inner(i: Index) -> None:
            at = b.add(y_at, b.mul(i, stride))
            self.axis(axis + 1, self.source(axis, run, i, x_at), at, fill)

        b.loop(0, run.count, 1, inner)

    # Rows --------------------------------------------------------------------------------------

    def row(self, run: CellRun, x_at: Index, y_at: Index) -> None:
        b, cell = self.b, self.cell
        at = b.add(x_at, run.start * cell)
        if run.step == 1:
            self.copy(at, y_at, run.count * cell)
        elif run.step == 0:
            value = (
                b.load(self.x, at, 0, cell) if cell > 1 else b.broadcast(self.x, at, 0, self.width)
            )
            self.fill(value, y_at, run.count * cell)
        elif cell > 1:
            self.mirror_cells(run.count, at, y_at)
        else:
            self.mirror(run.count, at, y_at)

    def fill(self, value: SSAValue, y_at: Index, count: int) -> None:
        """Fill `count` elements with vectors of `value`."""
        b, width = self.b, self.width
        whole = count // width * width
        b.loop(0, whole, width, lambda i: b.store(value, self.y, b.add(y_at, i), 0))
        if whole < count:
            b.store(value, self.y, y_at, whole, count - whole)

    def copy(self, x_at: Index, y_at: Index, count: int) -> None:
        """Copy `count` contiguous elements."""
        b, width = self.b, self.width
        together = width * b.target.loops.vectors
        main = count // together * together

        def vectors(i: Index, offsets: range, partial: int | None = None) -> None:
            source, to = b.add(x_at, i), b.add(y_at, i)
            loaded = [self.load(source, offset, partial) for offset in offsets]
            for offset, value in zip(offsets, loaded, strict=True):
                b.store(value, self.y, to, offset, partial)

        b.loop(0, main, together, lambda i: vectors(i, range(0, together, width)))
        whole = count // width * width
        vectors(main, range(0, whole - main, width))
        if whole < count:
            vectors(whole, range(1), count - whole)

    def load(self, at: Index, offset: int, partial: int | None) -> SSAValue:
        """Load a vector of the input; the last one may be partial."""
        return self.b.load(self.x, at, offset, self.width, partial)

    def mirror_cells(self, count: int, x_at: Index, y_at: Index) -> None:
        """Copy `count` cells, reading the input backwards from `x_at`."""
        b, cell = self.b, self.cell

        def copy_cell(i: Index) -> None:
            shift = b.mul(i, cell)
            b.store(b.load(self.x, b.sub(x_at, shift), 0, cell), self.y, b.add(y_at, shift), 0)

        b.loop(0, count, 1, copy_cell)

    def mirror(self, count: int, x_at: Index, y_at: Index) -> None:
        """Copy `count` elements, reading the input backwards from `x_at`."""
        b, width = self.b, self.width
        whole = count // width * width

        def vector(i: Index, n: int) -> None:
            value = b.load(self.x, b.sub(x_at, b.add(i, n - 1)), 0, width, n)
            if width > 1:
                value = b.shuffle(value, value, [max(n - 1 - lane, 0) for lane in range(width)])
            b.store(value, self.y, b.add(y_at, i), 0, n)

        b.loop(0, whole, width, lambda i: vector(i, width))
        if whole < count:
            vector(whole, count - whole)


@dataclass(frozen=True)
class VectorRun:
    """
    `count` consecutive vectors of the output's first axis, with equal shuffles of the input.

    Lane j of vector i is lane `lanes[j]` of the concatenation of the input's vectors `start + i`
    and `start + i + 1`; OUTSIDE is the border.
    """

    start: int
    count: int
    lanes: tuple[int, ...]


class ChannelBorder(Border):
    """The loops of one padding of packed channels: lanes are shifted, and others filled."""

    lanes: tuple[int, ...] = ()
    """Lanes of the current vectors."""

    def build(self) -> None:
        """Emit the loops."""
        first = 0
        for run in vector_runs(self.op.channel_sources(), self.cell):
            self.vector_run(run, first)
            first += run.count

    def vector_run(self, run: VectorRun, first: int) -> None:
        """Compute vectors that begin at `first` in the output."""
        b, stride = self.b, self.y_strides[0]

        def part(i: SSAValue) -> None:
            y_at = b.mul(b.add(i, first), stride)
            fill = self.constant(0)
            if set(run.lanes) == {OUTSIDE}:
                self.fill(fill, y_at, stride)
                return
            self.lanes = run.lanes
            self.axis(1, b.mul(b.add(i, run.start), self.x_strides[0]), y_at, fill)

        b.parallel(run.count, part)

    def load(self, at: Index, offset: int, partial: int | None) -> SSAValue:
        """Return one output vector, from one or two adjacent vectors of the input's first axis."""
        b, cell, lanes = self.b, self.cell, self.lanes
        value = super().load(at, offset, partial)
        places = [lane if lane < cell else OUTSIDE for lane in lanes]
        if max(lanes) >= cell:
            after = super().load(b.add(at, self.x_strides[0]), offset, partial)
            value, places = b.shuffle(value, after, list(lanes)), list(range(cell))
        if OUTSIDE in lanes:
            kept = zip(lanes, places, strict=True)
            mask = [cell + j if lane == OUTSIDE else at for j, (lane, at) in enumerate(kept)]
            return b.shuffle(value, self.constant(0), mask)
        return value if places == list(range(cell)) else b.shuffle(value, value, places)


def vector_runs(sources: list[int], cell: int) -> list[VectorRun]:
    """Return runs of vectors with equal shuffles along an axis, given the channel of each lane."""
    runs: list[VectorRun] = []
    for first in range(0, len(sources), cell):
        lanes = sources[first : first + cell]
        start = min((c // cell for c in lanes if c != OUTSIDE), default=0)
        shifted = tuple(c if c == OUTSIDE else c - start * cell for c in lanes)
        last = runs[-1] if runs else None
        follows = last is not None and (start == last.start + last.count or set(lanes) == {OUTSIDE})
        if last is not None and follows and last.lanes == shifted:
            runs[-1] = replace(last, count=last.count + 1)
        else:
            runs.append(VectorRun(start, 1, shifted))
    return runs

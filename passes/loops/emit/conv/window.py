"""
Slide windows over an input with borders.

Kernels split output rows into tiles of neighbouring output pixels. Rows outside of the input are
skipped by clipping the loop over kernel rows, slices of volumes likewise, and columns by the static
set of taps that fall outside in each tile at a border.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod

from .....dialects.kernel.base import buffer_shape
from .....dialects.kernel.window import WindowKernelOp
from ..building.builder import Index, LoopBuilder
from ..building.register_tiles import for_fitting


@dataclass
class RunOfTiles:
    """
    Describe `count` tiles of `pixels` output pixels each, which see the input through the same
    taps.

    The first tile begins at output column `first`, the others `pitch` columns after each other; the
    pixels of a tile are `step` apart.
    """

    first: int
    count: int
    pixels: int
    step: int = 1
    pitch: int = 0

    @property
    def outputs(self) -> range:
        """Return the output columns of the first tile."""
        return range(self.first, self.first + self.pixels * self.step, self.step)


RowTileBody = Callable[[RunOfTiles, Index], None]
"""`body(run, first output column)` of a tile, which is as wide as those of the run."""


def for_tiles(b: LoopBuilder, run: RunOfTiles, width: Index, body: RowTileBody) -> None:
    """Call `body` for the tiles of a run that begin before column `width`."""
    if run.count == 1 and (isinstance(width, int) or run.first > 0):
        b.when_reached(run.first, width, lambda: body(run, run.first))
        return
    pitch = run.pitch or run.pixels

    def tile(t: Index) -> None:
        body(run, b.add(b.mul(t, pitch), run.first))

    if isinstance(width, int):
        b.loop(0, run.count, 1, tile)
        return
    parts = sorted({-(-run.pixels * part // 4) for part in (1, 2, 3)} - {run.pixels})
    most = max(parts, default=0)
    left = b.max(b.sub(width, run.first), 0)
    whole = b.min(b.div(b.add(left, pitch - 1 - most), pitch), run.count)
    b.loop(0, whole, 1, tile)

    def last() -> None:
        """Compute the remaining columns in the smallest tile that holds them."""
        done = b.mul(whole, pitch)
        at = b.add(done, run.first)
        for_fitting(b, b.sub(left, done), parts, lambda n, _: body(replace(run, pixels=n), at))

    b.when(b.compare("slt", whole, run.count), last)


@dataclass(frozen=True)
class WindowAxis:
    """Describe the motion of a window along one axis, `before` of whose cells are padding."""

    kernel: int
    stride: int
    dilation: int
    before: int
    size: int
    out_size: int

    def cell(self, output: int, tap: int) -> int:
        """Return the cell of the input that an output sees through a tap of the kernel."""
        return output * self.stride - self.before + tap * self.dilation

    def sees(self, output: int, tap: int) -> bool:
        """Return whether that cell exists."""
        return 0 <= self.cell(output, tap) < self.size

    def taps_seen(self, output: int) -> range:
        """Return the taps through which an output sees the input."""
        offset = self.before - output * self.stride
        low, high = (-(-end // self.dilation) for end in (offset, offset + self.size))
        return range(max(low, 0), min(high, self.kernel))

    def first_cell(self, b: LoopBuilder, output: Index) -> Index:
        """Return the cell that an output sees through the first tap."""
        return b.sub(b.mul(output, self.stride), self.before)

    def new_cells(
        self, b: LoopBuilder, start: Index, low: Index, high: Index
    ) -> tuple[Index, Index]:
        """Return the range of cells that outputs [low, high) see, without those of [start, low)."""
        is_next = b.compare("sgt", low, start)
        first = b.max(self.first_cell(b, low), 0)
        return b.select_index(is_next, self._end(b, low), first), self._end(b, high)

    def _end(self, b: LoopBuilder, output: Index) -> Index:
        """Return the end of the cells that the outputs before this one see."""
        last = self.first_cell(b, b.sub(output, 1))
        end = b.add(last, (self.kernel - 1) * self.dilation + 1)
        return b.max(b.min(end, self.size), 0)

    def taps(self, b: LoopBuilder, output: Index) -> tuple[Index, Index]:
        """
        Return the taps [low, high) of an output whose cells exist.

        output*stride - before + tap*dilation must be in [0, size), so low = ceil((before -
        output*stride) / dilation), high = ceil((size + before - output*stride) / dilation).
        """
        low: Index = 0
        high: Index = self.kernel
        offset = b.sub(self.before, b.mul(output, self.stride))
        if self.before > 0:
            low = b.div(b.add(b.max(offset, 0), self.dilation - 1), self.dilation)
        if self.cell(self.out_size - 1, self.kernel - 1) >= self.size:
            inside = b.max(b.add(offset, self.size), 0)
            high = b.min(b.div(b.add(inside, self.dilation - 1), self.dilation), self.kernel)
        return low, high


@dataclass(frozen=True)
class Window:
    """Describe a sliding window by axis; that of an image has one slice."""

    slices: WindowAxis
    rows: WindowAxis
    columns: WindowAxis

    @classmethod
    def of(cls, op: WindowKernelOp) -> Window:
        """
        Return the window of a kernel, from the blob that it reads to the packed one that it writes.
        """
        kernel, stride, dilation, pad = op.window()
        axes = len(kernel)
        source, out = op.extents(op.inputs[0]), op.extents(op.outputs[0])
        sizes = (source.depth, source.height, source.width)[-axes:]
        out_sizes = (out.depth, out.height, out.width)[-axes:]
        fields = zip(kernel, stride, dilation, pad[:axes], sizes, out_sizes, strict=True)
        alone = [WindowAxis(1, 1, 1, 0, 1, 1)] * (3 - axes)
        return cls(*alone, *(WindowAxis(*numbers) for numbers in fields))

    @property
    def as_line(self) -> Window:
        """
        Return the window over a single row, if every output sees just the cell at its own place.
        """
        axes = (self.slices, self.rows, self.columns)
        if any((a.kernel, a.stride, a.before, a.out_size) != (1, 1, 0, a.size) for a in axes):
            return self
        cells = prod(axis.size for axis in axes)
        alone = WindowAxis(1, 1, 1, 0, 1, 1)
        return Window(alone, alone, WindowAxis(1, 1, 1, 0, cells, cells))

    @property
    def lines(self) -> int:
        """Return the number of rows of the output, of all slices."""
        return self.slices.out_size * self.rows.out_size

    def ends(self, b: LoopBuilder, op: WindowKernelOp) -> tuple[Index, Index]:
        """Return the number of lines and of columns to compute: static or dynamic."""
        axis = len(buffer_shape(op.outputs[0])) - 3
        rows = b.extent(op, axis, self.rows.out_size)
        return b.mul(rows, self.slices.out_size), b.extent(op, axis + 1, self.columns.out_size)

    def place(self, b: LoopBuilder, line: Index) -> tuple[Index, Index]:
        """Return the slice of the output, and the row of it, of a line."""
        if self.slices.out_size == 1:
            return 0, line
        return b.div(line, self.rows.out_size), b.rem(line, self.rows.out_size)

    def seen(self, run: RunOfTiles) -> list[list[bool]]:
        """
        Return, for every kernel column, which pixels of the tiles of a run see the input through
        it.
        """
        columns = self.columns
        return [[columns.sees(ox, kx) for ox in run.outputs] for kx in range(columns.kernel)]

    def runs(self, pixels: int, step: int = 1) -> list[RunOfTiles]:
        """Return an output row as runs of equal tiles, `step` apart, a shorter one last."""
        runs: list[RunOfTiles] = []
        width = self.columns.out_size
        for start in range(0, width, pixels * step):
            for first in range(start, min(start + step, width)):
                tile = RunOfTiles(first, 1, min(pixels, -(-(width - first) // step)), step)
                if not runs or not self._continues(runs[-1], tile):
                    runs.append(tile)
                    continue
                run = runs[-1]
                run.pitch = run.pitch or first - run.first
                run.count += 1
        return runs

    def _continues(self, run: RunOfTiles, tile: RunOfTiles) -> bool:
        """Return whether a tile extends the run: same size, next place, same taps."""
        is_next = not run.pitch or run.first + run.count * run.pitch == tile.first
        if not is_next or tile.pixels != run.pixels:
            return False
        pairs = zip(run.outputs, tile.outputs, strict=True)
        return all(self.columns.taps_seen(a) == self.columns.taps_seen(b) for a, b in pairs)

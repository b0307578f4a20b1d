"""Lower depthwise convolution on `c/p,[d,]h,w,p`: a channel vector per pixel, several at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from xdsl.dialects import arith
from xdsl.ir import Attribute, SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.depthwise import DepthwiseOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, integer_op, widened
from ..emit.building.prefetching import prefetch_elements
from ..emit.building.shared_work import share_ranges
from ..emit.conv.tile_store import (
    Epilogue,
    TileDestination,
    apply_in_place,
    for_together,
    prefetch_tile,
    store_tile,
)
from ..emit.conv.window import RunOfTiles, Window, for_tiles
from ..emit.int8.taps import PairedVectors, add_taps
from . import loops
from .depthwise_pairs import DepthwisePairs


@loops.register(DepthwiseOp)
def depthwise(b: LoopBuilder, op: DepthwiseOp, target: Target) -> None:
    """Divide channel blocks times rows among threads; compute row by row, tile by tile."""
    if op.computes_pairs:
        DepthwisePairs(b, op, target).build()
        return
    if op.in_floats is not None:
        DepthwiseInFloats(b, op, target).build()
        return
    DepthwiseConvolution(b, op, target).build()


class DepthwiseConvolution:
    """
    The loops of one depthwise convolution.

    A tile is `register` pixels of an output row. Its accumulators sum one kernel row after the
    other (of all kernel slices, for a volume), except rows outside of the image. In a kernel row,
    each input vector is loaded once and multiplied with all taps that read it. Taps outside of a
    border tile are omitted at compile time.

    In int8, the kernel's product multiplies two adjacent taps at a time, as pairs of i16; without
    such an instruction, numbers are widened to i32.

    Of floats whose channels are part of a vector, neighbouring pixels that see the same taps are
    multiplied together: inputs are contiguous, weights repeated.
    """

    def __init__(self, b: LoopBuilder, op: DepthwiseOp, target: Target):
        self.b = b
        self.x, self.weights, self.y = op.inputs[0], op.inputs[1], op.outputs[0]
        self.row_sums = op.row_sums
        self.epilogue = Epilogue.of(op)
        source = op.extents(self.x)
        self.blocks, self.lanes = source.blocks, source.lanes
        self.window = Window.of(op)
        self.lines, self.width = self.window.ends(b, op)
        self.pixels = op.register.value.data
        self.epilogue_rows = 0 if op.epilogue_rows is None else op.epilogue_rows.value.data
        self.is_finished_last = op.finishes_blocks
        self.accumulator = op.accumulator
        self.sums = vector_type(op.accumulator, self.lanes)
        self.is_int8 = op.is_int8 and op.in_floats is None
        self.product = op.product
        self.shares_rows = op.shares_rows is not None
        self.reads_ahead = op.reads_ahead is not None
        self.writes_ahead = op.writes_ahead is not None
        is_dense = self.window.columns.stride == 1 and not self.is_int8 and self.row_sums is None
        self.together = target.narrow_vectors(self.lanes) if is_dense else 1
        self.kept_rows: int | None = None
        """Rows of x that are in memory, over those before them; None: all."""
        self.first_block: Index = 0
        """The block of channels that x begins with."""

    def build(self) -> None:
        """Emit the loops."""
        b, lines = self.b, self.lines
        if not self.shares_rows:
            share_ranges(b, self.blocks, lines, self.rows)
            return

        def all_blocks(first: Index, last: Index) -> None:
            b.loop(0, self.blocks, 1, lambda block: self.rows(block, first, last))

        b.share(lines, all_blocks)

    def rows(self, block: Index, first: Index, last: Index) -> None:
        """
        Compute output rows [first, last) of a block of channels; apply late epilogues after each or
        all.
        """

        def row(line: Index) -> None:
            self._row(block, line)
            if self.epilogue_rows and not self.is_finished_last:
                self._finish(block, line, 1)

        self.b.loop(first, last, 1, row)
        if self.epilogue_rows and self.is_finished_last:
            self._finish(block, first, self.b.sub(last, first))

    def _finish(self, block: Index, first: Index, lines: Index) -> None:
        """Apply the epilogue to `lines` output rows of a block of channels."""
        b, width = self.b, self.window.columns.out_size
        to = self._destination(block, first, b.mul(first, width * self.lanes))
        at = b.add(b.mul(block, to.block_stride), to.pixel_at)
        apply_in_place(b, b.mul(lines, width), block, at, self.epilogue, to)

    def _destination(self, block: Index, line: Index, pixel_at: Index) -> TileDestination:
        stride = self.window.lines * self.window.columns.out_size * self.lanes
        to = TileDestination(self.y, block, pixel_at, stride, self.lanes)
        if self.row_sums is None:
            return to
        return replace(to, sums=self.row_sums, sum_at=self._sum_at(block, line))

    def _row(self, block: Index, line: Index) -> None:
        if self.row_sums is not None:
            zero = self.b.constant(0, self.sums)
            self.b.store(zero, self.row_sums, self._sum_at(block, line), 0)
        tile = partial(self._tile, block, line)
        for run in self.window.runs(self.pixels):
            for_tiles(self.b, run, self.width, tile)

    def _sum_at(self, block: Index, line: Index) -> Index:
        """Return the place of the sum of a row."""
        b = self.b
        return b.mul(b.add(b.mul(block, self.window.lines), line), self.lanes)

    def _tile(self, block: Index, line: Index, run: RunOfTiles, ox: Index) -> None:
        b, window, lanes = self.b, self.window, self.lanes
        slices, rows, columns = window.slices, window.rows, window.columns
        oz, oy = window.place(b, line)
        seen_rows, seen_slices = rows.taps(b, oy), slices.taps(b, oz)
        front = b.add(slices.first_cell(b, oz), b.mul(block, slices.size))
        top, left = rows.first_cell(b, oy), columns.first_cell(b, ox)
        row_size = columns.kernel * lanes
        taps_at = b.mul(block, slices.kernel * rows.kernel * row_size)

        def kernel_slice(kz: Index, *tile: SSAValue) -> Sequence[SSAValue]:
            iz = b.add(front, b.mul(kz, slices.dilation))
            slice_at = b.add(taps_at, b.mul(kz, rows.kernel * row_size))

            def kernel_row(ky: Index, *tile: SSAValue) -> list[SSAValue]:
                iy = self._row_of(iz, b.add(top, b.mul(ky, rows.dilation)))
                pixel_at = b.mul(b.add(b.mul(iy, columns.size), left), lanes)
                row_at = b.add(slice_at, b.mul(ky, row_size))
                return self._multiply_row(tile, run, pixel_at, row_at)

            return b.loop(*seen_rows, 1, kernel_row, tile)

        out_at = b.mul(b.add(b.mul(line, columns.out_size), ox), lanes)
        to = self._destination(block, line, out_at)
        if self.reads_ahead:
            self._prefetch_inputs(run, b.add(top, b.mul(front, rows.size)), left)
        if self.writes_ahead:
            # Those of the next tile: its epilogue reads them again.
            ahead = to.after(b, run.pixels)
            prefetch_tile(b, run.pixels, 1, Epilogue(), ahead)
        vectors = self._vectors(run)
        zeros = [b.constant(0, self._sums_of(pixels)) for pixels in vectors]
        tile = b.loop(*seen_slices, 1, kernel_slice, zeros)
        epilogue = Epilogue() if self.epilogue_rows else self.epilogue
        if self.epilogue_rows:
            to = replace(to, sums=None)
        for count, alike in groupby(zip(vectors, tile, strict=True), lambda one: len(one[0])):
            found = list(alike)
            part = to.after(b, found[0][0].start)
            part = part.of_pixels(count) if count > 1 else part
            store_tile(b, [[sums] for _, sums in found], epilogue, part)

    def _row_of(self, image: Index, row: Index) -> Index:
        """Return the place of a row of one of the images of x among all rows in memory."""
        b, kept = self.b, self.kept_rows
        if kept is None:
            return b.add(row, b.mul(image, self.window.rows.size))
        return b.add(b.rem(row, kept), b.mul(b.sub(image, self.first_block), kept))

    def _prefetch_inputs(self, run: RunOfTiles, top: Index, left: Index) -> None:
        """Ask for the inputs that the same pixels of the next output row read first."""
        b, rows, columns = self.b, self.window.rows, self.window.columns
        behind = b.add(top, (rows.kernel - 1) * rows.dilation + 1)
        starts = [
            b.mul(b.add(b.mul(b.add(behind, row), columns.size), left), self.lanes)
            for row in range(rows.stride)
        ]
        prefetch_elements(b, [self.x], starts, run.pixels * columns.stride * self.lanes)

    def _vectors(self, run: RunOfTiles) -> list[range]:
        """Return the pixels of a tile, those together that a vector holds."""
        columns, count = self.window.columns, self.together
        taps = [[columns.sees(ox, kx) for kx in range(columns.kernel)] for ox in run.outputs]
        vectors, first = list[range](), 0
        while first < len(taps):
            alike = taps[first : first + count] == [taps[first]] * count
            vectors.append(range(first, first + (count if alike else 1)))
            first = vectors[-1].stop
        return vectors

    def _sums_of(self, pixels: range) -> Attribute:
        """Return the type of the sums of such pixels."""
        return vector_type(self.accumulator, len(pixels) * self.lanes)

    def _multiply_row(
        self, tile: Sequence[SSAValue], run: RunOfTiles, pixel_at: Index, row_at: Index
    ) -> list[SSAValue]:
        """Add the products of one kernel row."""
        if self.product is not None:
            x = PairedVectors(self.b, self.x, pixel_at, self.lanes)
            taps = PairedVectors(self.b, self.weights, row_at, self.lanes)
            return add_taps(self.product, tile, x, taps, self._columns(run))
        tile, vectors = list(tile), self._vectors(run)
        weights: dict[tuple[int, int], SSAValue] = {}
        inputs: dict[tuple[int, int], SSAValue] = {}
        numbers = {pixels.start: n for n, pixels in enumerate(vectors)}
        for column, uses in sorted(self._columns(run).items()):
            for m, kx in uses:
                if m not in numbers:
                    continue
                n, count = numbers[m], len(vectors[numbers[m]])
                if (column, count) not in inputs:
                    inputs[column, count] = self._load(self.x, pixel_at, column, count)
                if (kx, count) not in weights:
                    weights[kx, count] = self._weights_of(row_at, kx, count)
                tile[n] = self._add_product(tile[n], inputs[column, count], weights[kx, count])
        return tile

    def _load(self, memory: SSAValue, at: Index, column: int, count: int = 1) -> SSAValue:
        """Load the channels of some columns, in the type of the sums."""
        value = self.b.load(memory, at, column * self.lanes, count * self.lanes)
        return convert(self.b, "extsi", value, self.sums) if self.is_int8 else value

    def _weights_of(self, row_at: Index, kx: int, count: int) -> SSAValue:
        """Load the weights of a tap, repeated for so many pixels."""
        value = self._load(self.weights, row_at, kx)
        order = [*range(self.lanes)] * count
        return self.b.shuffle(value, value, order) if count > 1 else value

    def _add_product(self, sums: SSAValue, pixel: SSAValue, weights: SSAValue) -> SSAValue:
        b = self.b
        if not self.is_int8:
            return b.fma(pixel, weights, sums)
        product = integer_op(b, arith.MuliOp, pixel, weights)
        return integer_op(b, arith.AddiOp, sums, product)

    def _columns(self, run: RunOfTiles) -> dict[int, list[tuple[int, int]]]:
        """
        Return the (pixel, kernel column) pairs that read each input column, relative to the tile's
        first.
        """
        axis = self.window.columns
        columns: dict[int, list[tuple[int, int]]] = {}
        for m, ox in enumerate(run.outputs):
            for kx in range(axis.kernel):
                if axis.sees(ox, kx):
                    column = m * axis.stride + kx * axis.dilation
                    columns.setdefault(column, []).append((m, kx))
        return columns


class DepthwiseInFloats(DepthwiseConvolution):
    """
    The loops of a depthwise convolution of int8 that multiplies floats.

    Before an output row is computed, the input rows that it is the first to read are converted into
    the workspace.
    """

    def __init__(self, b: LoopBuilder, op: DepthwiseOp, target: Target):
        super().__init__(b, op, target)
        assert op.workspace is not None
        self.source, self.x, self.kept_rows = self.x, op.workspace, op.kept_rows

    def rows(self, block: Index, first: Index, last: Index) -> None:
        """Compute output rows [first, last) of a block of channels."""
        b, axis = self.b, self.window.rows
        self.first_block = block

        def row(line: Index) -> None:
            seen = axis.new_cells(b, first, line, b.add(line, 1))
            b.loop(*seen, 1, lambda number: self._convert(block, number))
            self._row(block, line)

        b.loop(first, last, 1, row)

    def _convert(self, block: Index, row: Index) -> None:
        """Convert a row of the input, several vectors at a time."""
        b, size = self.b, self.window.columns.size * self.lanes
        source = b.mul(b.add(b.mul(block, self.window.rows.size), row), size)
        kept = b.mul(self._row_of(block, row), size)

        def pixels(first: Index, count: int) -> None:
            at = b.mul(first, self.lanes)
            for n in range(count):
                offset = n * self.lanes
                value = widened(b, b.load(self.source, b.add(source, at), offset, self.lanes))
                b.store(value, self.x, b.add(kept, at), offset)

        for_together(b, self.window.columns.size, b.target.loops.vectors, pixels)

"""Winograd convolution F(m, 3): transforms of input and output tiles around many small products."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp, WinogradWorkspace
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ...common.winograd_matrices import MATRICES
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import (
    Channels,
    Destination,
    Epilogue,
    Panel,
    Pixels,
    accumulate_channels,
    by_pixel,
    flatten,
    for_vector_groups,
    share_vector_groups,
    store_tile,
    zero_tile,
)
from ..emit.window import Window
from ..emit.winograd_transforms import apply_map


def winograd_loops(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    """Blocks of tiles in parallel."""
    WinogradConvolution(b, op, target).build()


@dataclass(frozen=True)
class Slice:
    """A slice of the output, and the taps [first, end) through which it sees the input."""

    index: Index
    first: Index
    end: Index


@dataclass(frozen=True)
class Plane:
    """A block of input channels in one slice, and where it lies among all that are transformed."""

    block: Index
    slice: Index
    place: Index


class WinogradConvolution:
    """
    The loops of one Winograd convolution, all three stages for a block of tiles at a time.

    The tiles of a block are of one slice of a volume; an image has one slice.

    Each transform is two passes through a scratch tile: the first along rows for the input, along
    columns for the output, so that what lies outside of the image is whole rows (the bounds of a
    loop) or columns (known now, for each tile of a row).
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        self.b = b
        self.x, self.weights, self.y = op.inputs[0], op.inputs[1], op.outputs[0]
        assert op.workspace is not None
        self.workspace = op.workspace
        self.shares_outputs = len(op.outputs) > 1
        self.data = op.outputs[1] if self.shares_outputs else op.workspace
        self.epilogue = Epilogue(op.epilogue, list(op.inputs[op.epilogue_start :]))
        self.m = op.algorithm.data.winograd_tile
        self.side = self.m + 2
        layout = self.layout = WinogradWorkspace.of(op)
        self.channels = op.channels.value.data
        self.summed = Channels(
            self.channels,
            layout.in_lanes,
            layout.tiles * layout.in_lanes,
            overwrites=target.isa.overwrites_operand,
        )
        self.source, self.out, self.window = op.extents(self.x), op.extents(self.y), Window.of(op)
        self.in_blocks = self.source.blocks
        if not self.source.is_packed:
            self.in_blocks = -(-self.in_blocks // layout.in_lanes)
        self.lanes = self.out.lanes
        self.top, self.left = self.window.rows.before, self.window.columns.before
        self.pixels, self.vectors = int_list(op.register)
        self.tile_rows = -(-self.out.height // self.m)
        self.tile_columns = -(-self.out.width // self.m)
        self.per_block = min(op.block.value.data, self.tile_rows * self.tile_columns)

    def build(self) -> None:
        """Emit the loops."""
        b, total = self.b, self.tile_rows * self.tile_columns
        if self.shares_outputs:
            image = Slice(0, 0, 1)
            b.parallel(self.in_blocks, lambda i: self._input_block(Plane(i, 0, i), 0, total))
            share_vector_groups(
                b,
                self.out.blocks,
                self.vectors,
                lambda f, n: self._outputs(image, f, n, 0, total),
            )
            return
        blocks = -(-total // self.per_block)

        def block(i: Index) -> None:
            oz: Index = 0
            if self.out.depth > 1:
                oz, i = b.div(i, blocks), b.rem(i, blocks)
            first = b.mul(i, self.per_block)
            count: Index = self.per_block
            if total % count:
                count = b.min(b.sub(total, first), count)
            self._block(Slice(oz, *self.window.slices.taps(b, oz)), first, count)

        b.parallel(self.out.depth * blocks, block)

    def _block(self, out: Slice, first: Index, count: Index) -> None:
        """A block of tiles of a slice from the first one on."""
        b, slices = self.b, self.window.slices
        front = slices.first_cell(b, out.index)

        def seen(kz: Index) -> None:
            iz = b.add(front, b.mul(kz, slices.dilation))
            places = b.mul(kz, self.in_blocks)
            b.loop(
                0,
                self.in_blocks,
                1,
                lambda i: self._input_block(Plane(i, iz, b.add(places, i)), first, count),
            )

        b.loop(out.first, out.end, 1, seen)
        for_vector_groups(
            b, self.out.blocks, self.vectors, lambda f, n: self._outputs(out, f, n, first, count)
        )

    def _input_block(self, plane: Plane, first: Index, count: Index) -> None:
        """Transform one channel block of the tiles."""
        b = self.b
        b.loop(0, count, 1, lambda t: self._input_tile(plane, b.add(first, t), t))

    def _outputs(
        self, out: Slice, first_vector: Index, vectors: int, first: Index, count: Index
    ) -> None:
        """Compute some output vectors of the tiles."""
        b, positions = self.b, self.side**2
        b.loop(0, positions, 1, lambda xi: self._products(out, xi, first_vector, vectors, count))

        def vector(n: Index) -> None:
            block = b.add(first_vector, n)
            b.loop(0, count, 1, lambda t: self._output_tile(out, block, n, b.add(first, t), t))

        b.loop(0, vectors, 1, vector)

    # Products ------------------------------------------------------------------------------------

    def _products(
        self, out: Slice, xi: Index, first_vector: Index, vectors: int, count: Index
    ) -> None:
        """At one of the a*a positions: all tiles of the block, times a group of output vectors."""
        b = self.b
        if isinstance(count, int):
            full, rest = divmod(count, self.pixels)
        else:
            full, rest = b.div(b.add(count, self.pixels - 1), self.pixels), 0

        def tiles(t: Index) -> None:
            self._product(out, xi, first_vector, vectors, b.mul(t, self.pixels), self.pixels)

        b.loop(0, full, 1, tiles)
        if rest:
            first = b.mul(full, self.pixels)
            self._product(out, xi, first_vector, vectors, first, rest)

    def _product(
        self, out: Slice, xi: Index, first_vector: Index, vectors: int, first: Index, pixels: int
    ) -> None:
        b, layout = self.b, self.layout
        tap_size = self.channels * self.lanes
        panel = self.window.slices.kernel * tap_size
        weights_at = b.linear((first_vector, self.side**2 * panel), (xi, vectors * panel))
        data_at = b.linear((xi, layout.data_stride), (first, layout.in_lanes))

        def kernel_slice(kz: Index, *flat: SSAValue) -> Sequence[SSAValue]:
            data = b.add(data_at, b.mul(kz, self.in_blocks * layout.tiles * layout.in_lanes))
            taps = b.add(weights_at, b.mul(kz, vectors * tap_size))
            offsets = [p * layout.in_lanes for p in range(pixels)]
            return flatten(
                accumulate_channels(
                    b,
                    by_pixel(flat, vectors),
                    Pixels(self.data, data, offsets, self.summed),
                    Panel(self.weights, taps, self.lanes),
                )
            )

        zero = zero_tile(b, pixels, vectors, b.vector(self.workspace, self.lanes))
        flat = b.loop(out.first, out.end, 1, kernel_slice, flatten(zero))
        tile = by_pixel(flat, vectors)
        at = b.linear((xi, layout.product_stride), (first, self.lanes))
        for p, row in enumerate(tile):
            for n, value in enumerate(row):
                offset = layout.products + (n * layout.tiles + p) * self.lanes
                b.store(value, self.workspace, at, offset)

    # Input ---------------------------------------------------------------------------------------

    def _input_tile(self, plane: Plane, tile: Index, t: Index) -> None:
        """Transform tile number `tile` of the image, number t of the block."""
        b, side, lanes = self.b, self.side, self.layout.in_lanes
        row, column = self._tile_place(tile)
        low, high = self._image_rows(row)
        self._clear_rows(0, low)
        self._clear_rows(high, side)
        self._by_column(
            column,
            self._image_columns(),
            lambda columns: self._row_pass(plane, row, column, (low, high), columns),
        )
        transform = MATRICES[self.m].data

        def column_pass(j: Index) -> None:
            at = b.mul(j, lanes)
            values = [self._load_scratch(at, r * side, lanes) for r in range(side)]
            to = b.linear(
                (j, self.layout.data_stride), (plane.place, self.layout.tiles * lanes), (t, lanes)
            )
            for i, value in apply_map(b, transform, values):
                b.store(value, self.data, to, i * side * self.layout.data_stride)

        b.loop(0, side, 1, column_pass)

    def _tile_place(self, tile: Index) -> tuple[Index, Index]:
        row = self.b.div(tile, self.tile_columns)
        return row, self.b.sub(tile, self.b.mul(row, self.tile_columns))

    def _image_rows(self, row: Index) -> tuple[Index, Index]:
        """The rows [low, high) of a tile that lie in the image."""
        b, side = self.b, self.side
        first = b.sub(b.mul(row, self.m), self.top)
        low: Index = 0
        high: Index = side
        if self.top > 0:
            low = b.min(b.max(b.sub(0, first), 0), side)
        if (self.tile_rows - 1) * self.m - self.top + side > self.source.height:
            high = b.max(b.min(b.sub(self.source.height, first), side), 0)
        return low, high

    def _image_columns(self) -> list[tuple[int, tuple[int, int]]]:
        """For runs of tile columns: the end of the run, and which columns of a tile exist."""
        runs: list[tuple[int, tuple[int, int]]] = []
        for column in range(self.tile_columns):
            first = column * self.m - self.left
            low = min(max(-first, 0), self.side)
            high = max(min(self.source.width - first, self.side), low)
            if runs and runs[-1][1] == (low, high):
                runs.pop()
            runs.append((column + 1, (low, high)))
        return runs

    def _by_column(
        self,
        column: Index,
        runs: list[tuple[int, tuple[int, int]]],
        body: Callable[[tuple[int, int]], None],
    ) -> None:
        """`body` for the run that this tile column is in."""
        (end, columns), *others = runs
        if not others:
            body(columns)
            return
        self.b.when(
            self.b.compare("slt", column, end),
            lambda: body(columns),
            lambda: self._by_column(column, others, body),
        )

    def _clear_rows(self, low: Index, high: Index) -> None:
        b, lanes = self.b, self.layout.in_lanes

        def clear(r: Index) -> None:
            at = b.mul(r, self.side * lanes)
            zero = self._zero(lanes)
            for j in range(self.side):
                b.store(zero, self.workspace, at, self.layout.scratch + j * lanes)

        b.loop(low, high, 1, clear)

    def _row_pass(
        self,
        plane: Plane,
        row: Index,
        column: Index,
        rows: tuple[Index, Index],
        columns: tuple[int, int],
    ) -> None:
        """Transform the rows of a tile, from the image to the scratch tile."""
        b, side, lanes = self.b, self.side, self.layout.in_lanes
        low, high = columns
        top = b.sub(b.mul(row, self.m), self.top)
        left = b.sub(b.mul(column, self.m), self.left)
        source, start, pitch = self.workspace, self.layout.patch, side * lanes
        if self.source.is_packed:
            slices_before = b.add(b.mul(plane.block, self.source.depth), plane.slice)
            rows_before = b.add(b.mul(slices_before, self.source.height), top)
            start = b.mul(b.add(b.mul(rows_before, self.source.width), left), lanes)
            source, pitch = self.x, self.source.width * lanes
        else:
            self._gather(plane, top, left, rows, columns)

        def transform_row(r: Index) -> None:
            at = b.add(start, b.mul(r, pitch))
            values: list[SSAValue | None] = [None] * side
            for j in range(low, high):
                values[j] = b.load(source, at, j * lanes, lanes)
            to = b.mul(r, side * lanes)
            results: Iterable[tuple[int, SSAValue]] = enumerate([self._zero(lanes)] * side)
            if low < high:
                results = apply_map(b, MATRICES[self.m].data, values)
            for j, value in results:
                b.store(value, self.workspace, to, self.layout.scratch + j * lanes)

        b.loop(rows[0], rows[1], 1, transform_row)

    def _gather(
        self,
        plane: Plane,
        top: Index,
        left: Index,
        rows: tuple[Index, Index],
        columns: tuple[int, int],
    ) -> None:
        """Copy a tile from `c,[d,]h,w` into the patch `[a][a][p]`, element by element."""
        b, side, lanes = self.b, self.side, self.layout.in_lanes
        first = b.mul(plane.block, lanes)

        def channel(k: Index) -> None:
            slices_before = b.add(b.mul(b.add(first, k), self.source.depth), plane.slice)
            rows_before = b.mul(slices_before, self.source.height)

            def row(r: Index) -> None:
                line = b.add(rows_before, b.add(top, r))
                at = b.add(b.mul(line, self.source.width), left)
                to = b.add(b.mul(r, side * lanes), k)
                for j in range(*columns):
                    value = b.load(self.x, at, j, 1)
                    b.store(value, self.workspace, to, self.layout.patch + j * lanes)

            b.loop(rows[0], rows[1], 1, row)

        b.loop(0, b.min(b.sub(self.channels, first), lanes), 1, channel)

    def _zero(self, lanes: int) -> SSAValue:
        return self.b.constant(0, self.b.vector(self.workspace, lanes))

    def _load_scratch(self, at: Index, position: int, lanes: int) -> SSAValue:
        return self.b.load(self.workspace, at, self.layout.scratch + position * lanes, lanes)

    # Output --------------------------------------------------------------------------------------

    def _output_tile(self, out: Slice, block: Index, n: Index, tile: Index, t: Index) -> None:
        """Transform the products of output vector `block`, the n-th of its group, and store."""
        b, m, side, lanes = self.b, self.m, self.side, self.lanes
        layout, transform = self.layout, MATRICES[self.m].output
        start = b.linear((n, layout.tiles * lanes), (t, lanes))
        row_stride = side * layout.product_stride

        def column_pass(j: Index) -> None:
            at = b.add(start, b.mul(j, layout.product_stride))
            values = [
                b.load(self.workspace, at, layout.products + i * row_stride, lanes)
                for i in range(side)
            ]
            for i, value in apply_map(b, transform, values):
                to = b.mul(j, lanes)
                b.store(value, self.workspace, to, layout.scratch + i * side * lanes)

        b.loop(0, side, 1, column_pass)
        row, column = self._tile_place(tile)
        rows: Index = m
        if self.out.height % m:
            rows = b.min(b.sub(self.out.height, b.mul(row, m)), m)

        def row_pass(columns: tuple[int, int]) -> None:
            def transform_row(r: Index) -> None:
                at = b.mul(r, side * lanes)
                values = [self._load_scratch(at, j, lanes) for j in range(side)]
                results = dict(apply_map(b, transform, values))
                line = b.add(b.add(b.mul(row, m), r), b.mul(out.index, self.out.height))
                pixel = b.add(b.mul(line, self.out.width), b.mul(column, m))
                stride = self.out.pixels * lanes
                row_of_tile = [[results[j]] for j in range(columns[1])]
                to = Destination(self.y, block, b.mul(pixel, lanes), stride, lanes)
                store_tile(b, row_of_tile, self.epilogue, to)

            b.loop(0, rows, 1, transform_row)

        self._by_column(column, self._output_columns(), row_pass)

    def _output_columns(self) -> list[tuple[int, tuple[int, int]]]:
        """As `_image_columns`, for the columns that a tile has in the output."""
        full, rest = divmod(self.out.width, self.m)
        runs = [(full, (0, self.m))] if full else []
        if rest:
            runs.append((full + 1, (0, rest)))
        return runs

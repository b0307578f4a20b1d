"""The tiles of a Winograd convolution, and what its three stages have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.kernel.convolution import ConvolutionKernelOp
from ....common.geometry.winograd_matrices import INTEGER_MATRICES, MATRICES
from ..building.builder import Index, LoopBuilder
from ..building.shared_work import by_outer_unit
from ..conv.window import Window

TileRun = tuple[int, tuple[int, int]]
"""The end of a run of tiles, and which cells [low, high) of each of its tiles exist."""


@dataclass(frozen=True)
class Slice:
    """A slice of the output, and the taps [first, end) through which it sees the input."""

    index: Index
    first: Index
    end: Index


@dataclass(frozen=True)
class TileBlock:
    """
    `count` tiles from number `first` on, which are worked on together; their data and products lie
    where the kernel keeps those of tile `place` and the following.
    """

    first: Index
    count: Index
    place: Index = 0


@dataclass(frozen=True)
class TilePlace:
    """
    The place of a tile: its image, counted from the current slice, and the place in it.

    Cell i of the tile along an axis is output `first + i * step` of the image; `column` numbers the
    tiles of a row by where they begin.
    """

    image: Index
    first_row: Index
    first_column: Index
    column: Index


FindPlace = Callable[[], TilePlace]


@dataclass(frozen=True)
class TileAxis:
    """
    Tiles along an axis of `size` outputs, each of m outputs that are `step` apart.

    Those that begin at neighbouring outputs have neighbouring numbers: at the border they miss the
    same cells, so that a few runs of them are all that there is.
    """

    m: int
    step: int
    size: int

    @property
    def sub_images(self) -> int:
        """Sub-images along the axis: one for each output from which steps may begin."""
        return min(self.step, self.size)

    @property
    def total(self) -> int:
        """Tiles of all sub-images, all of which have as many as the first."""
        return self.sub_images * -(-self.size // (self.step * self.m))

    def first(self, b: LoopBuilder, tile: Index) -> Index:
        place = b.mul(b.div(tile, self.sub_images), self.m * self.step)
        return b.add(place, b.rem(tile, self.sub_images))

    def cells(
        self, b: LoopBuilder, first: Index, before: int, count: int, size: int
    ) -> tuple[Index, Index]:
        """Return the range [low, high) of cells from `first - before` that lie in [0, size)."""

        def cells_up_to(end: int) -> Index:
            distance = b.max(b.sub(end + before, first), 0)
            return b.min(b.div(b.add(distance, self.step - 1), self.step), count)

        low: Index = cells_up_to(0) if before > 0 else 0
        last = b.add(self.first(b, self.total - 1), (count - 1) * self.step - before)
        assert isinstance(last, int)  # of integers
        return low, cells_up_to(size) if last >= size else count

    def runs(self, b: LoopBuilder, before: int, count: int, size: int) -> list[TileRun]:
        """Return the existing cells of all tiles, as runs of neighbours with the same cells."""
        runs: list[TileRun] = []
        for tile in range(self.total):
            low, high = self.cells(b, self.first(b, tile), before, count, size)
            assert isinstance(low, int)  # of integers
            assert isinstance(high, int)  # of integers
            if runs and runs[-1][1] == (low, high):
                runs.pop()
            runs.append((tile + 1, (low, high)))
        return runs


@dataclass(frozen=True)
class TileGrid:
    """
    Tiles of `m` x `m` outputs, numbered through the rows and columns of all images; of dilated
    convolutions through those of the sub-images of all images.

    An image of dynamic size has at most the rows and columns of tiles of the largest.
    """

    m: int
    images: int
    rows: TileAxis
    columns: TileAxis
    tile_rows: Index
    tile_columns: Index

    @classmethod
    def of(cls, b: LoopBuilder, op: ConvolutionKernelOp) -> TileGrid:
        """The tiles of a kernel's output; of a volume with a deep kernel, those of one slice."""
        m, out = op.inner_algorithm.winograd_tile, op.extents(op.outputs[0])
        steps = op.sub_image_steps
        rows, columns = TileAxis(m, steps[0], out.height), TileAxis(m, steps[1], out.width)
        if op.bounds is None:
            return cls(m, op.images, rows, columns, rows.total, columns.total)
        height, width = (b.extent(op, d, axis.size) for d, axis in ((1, rows), (2, columns)))
        return cls(m, op.images, rows, columns, b.div_up(height, m), b.div_up(width, m))

    @property
    def side(self) -> int:
        """Rows and columns of the input that a tile sees."""
        return self.m + 2

    def total(self, b: LoopBuilder) -> Index:
        """Tiles of all images."""
        return b.mul(b.mul(self.tile_rows, self.images), self.tile_columns)

    def visit(
        self, b: LoopBuilder, tiles: TileBlock, body: Callable[[FindPlace, Index], None]
    ) -> None:
        """`body(how to find its place, number of its data)` for each tile of a block."""
        if isinstance(self.tile_columns, int):

            def tile(t: Index) -> None:
                number, data = b.add(tiles.first, t), b.add(tiles.place, t)
                body(lambda: self.place(b, number), data)

            b.loop(0, tiles.count, 1, tile)
            return
        columns = self.tile_columns
        shift = b.sub(tiles.place, tiles.first)

        def of_row(row: Index, low: Index, high: Index) -> None:
            # Divided by a number known at run time, each tile's number would take its time.
            first_row, before = b.mul(row, self.m), b.add(b.mul(row, columns), shift)

            def tile(column: Index) -> None:
                place = TilePlace(0, first_row, b.mul(column, self.m), column)
                body(lambda: place, b.add(before, column))

            b.loop(low, high, 1, tile)

        end = b.add(tiles.first, tiles.count)
        by_outer_unit(b, (tiles.first, end), columns, of_row)

    def place(self, b: LoopBuilder, tile: Index) -> TilePlace:
        image: Index = 0
        rows, columns = self.rows, self.columns
        if self.images > 1:
            per_image = rows.total * columns.total
            image = b.div(tile, per_image)
            tile = b.sub(tile, b.mul(image, per_image))
        row = b.div(tile, self.tile_columns)
        column = b.sub(tile, b.mul(row, self.tile_columns))
        return TilePlace(image, rows.first(b, row), columns.first(b, column), column)


def by_column(
    b: LoopBuilder,
    column: Index,
    runs: Sequence[TileRun],
    body: Callable[[tuple[int, int]], None],
) -> None:
    """`body` for the run that this tile column is in."""
    (end, columns), *others = runs
    if not others:
        body(columns)
        return
    b.when(
        b.compare("slt", column, end),
        lambda: body(columns),
        lambda: by_column(b, column, others, body),
    )


class WinogradStage:
    """Shared state of the stages of one Winograd convolution."""

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp):
        assert op.workspace is not None
        self.b = b
        self.workspace = op.workspace
        self.data = op.outputs[1] if len(op.outputs) > 1 else op.workspace
        self.products = op.outputs[2] if len(op.outputs) > 2 else op.workspace
        self.layout = op.winograd_workspace
        self.grid = TileGrid.of(b, op)
        self.source, self.out = op.extents(op.inputs[0]), op.extents(op.outputs[0])
        self.window = Window.of(op)
        self.is_int8 = op.is_int8
        self.matrices = (INTEGER_MATRICES if op.is_int8 else MATRICES)[self.grid.m]
        self.in_blocks = self.source.blocks
        if not self.source.is_packed:
            self.in_blocks = -(-self.in_blocks // self.layout.in_lanes)
        layout = self.layout
        self.tiles: Index = layout.tiles
        self.data_stride: Index = layout.data_stride
        self.product_stride: Index = layout.product_stride
        if op.bounds is not None:
            self._set_strides(op)

    def _set_strides(self, op: ConvolutionKernelOp) -> None:
        """
        Keep the data of as many tiles as a run has side by side: as far apart as those of the
        largest image they would share few sets of the caches.
        """
        b, layout, (pixels, vectors) = self.b, self.layout, int_list(op.register)
        whole = b.mul(b.div_up(self.grid.total(b), pixels), pixels)
        self.tiles = b.min(whole, layout.tiles)
        kept = self.out.blocks if op.by_place is not None else min(vectors, self.out.blocks)
        one = b.index(1)
        of_data, of_products = (
            b.either(b.index(b.mul(self.tiles, blocks)), one) for blocks in (self.in_blocks, kept)
        )
        self.data_stride = b.mul(of_data, layout.data_lanes)
        self.product_stride = b.mul(of_products, self.out.lanes)

    def shifted(self, at: Index, places: int, stride: Index) -> tuple[Index, int]:
        """The index of the element `places` strides after `at`, and a constant to be added."""
        if isinstance(stride, int):
            return at, places * stride
        return self.b.add(at, self.b.mul(stride, places)), 0

    def load_scratch(self, at: Index, position: int, lanes: int) -> SSAValue:
        """A vector of the tile that is halfway through a transform."""
        return self.b.load(self.workspace, at, self.layout.scratch + position * lanes, lanes)

"""Describe the tiles of a Winograd convolution, and what its three stages share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.kernel.winograd_workspace import TileKind
from ....common.geometry.winograd_matrices import (
    INTEGER_MATRICES,
    WinogradMatrices,
    cropped_matrices,
)
from ..building.builder import Index, LoopBuilder
from ..building.shared_work import by_outer_unit
from ..conv.window import Window

TileRun = tuple[int, tuple[int, int]]
"""Describe the end of a run of tiles, and which cells [low, high) of each of its tiles exist."""


@dataclass(frozen=True)
class Slice:
    """Describe a slice of the output, and the taps [first, end) through which it sees the input."""

    index: Index
    first: Index
    end: Index


@dataclass(frozen=True)
class TileBlock:
    """
    Describe `count` tiles from number `first` on that are processed together; their data and
    products lie where the kernel keeps those of tile `place` and the following ones.
    """

    first: Index
    count: Index
    place: Index = 0


@dataclass(frozen=True)
class TilePlace:
    """
    Describe the place of a tile: its image, relative to the current slice, and the place in it.

    Cell i of the tile along an axis is output `first + i * step` of the image; `column` numbers the
    tiles of a row by where they begin.
    """

    image: Index
    first_row: Index
    first_column: Index
    column: Index


FindPlace = Callable[[], TilePlace]
VisitBody = Callable[[TileKind, FindPlace, Index], None]


@dataclass(frozen=True)
class TileAxis:
    """
    Describe tiles along an axis of `size` outputs, each of m outputs that are `step` apart.

    Tiles that begin at neighbouring outputs have neighbouring numbers: at the border they miss the
    same cells, so that there are only a few runs of them.
    """

    m: int
    step: int
    size: int

    @property
    def sub_images(self) -> int:
        """
        Return the number of sub-images along the axis: one for each output at which steps may
        begin.
        """
        return min(self.step, self.size)

    @property
    def total(self) -> int:
        """Return the number of tiles of all sub-images, which all have as many as the first."""
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

    def runs(
        self, b: LoopBuilder, tiles: range, before: int, count: int, size: int
    ) -> list[TileRun]:
        """Return the existing cells of some tiles, as runs of neighbours with the same cells."""
        runs: list[TileRun] = []
        for tile in tiles:
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
    Describe tiles of `m` x `m` outputs, numbered through the rows and columns of all images; in
    dilated convolutions through those of the sub-images.

    An image of dynamic size has at most the rows and columns of tiles of the largest image. All are
    of one kind, unless those at the border are cropped; then they are numbered kind by kind.
    """

    m: int
    images: int
    rows: TileAxis
    columns: TileAxis
    tile_rows: Index
    tile_columns: Index
    kinds: tuple[TileKind, ...]

    @classmethod
    def of(cls, b: LoopBuilder, op: ConvolutionKernelOp) -> TileGrid:
        """
        Return the tiles of a kernel's output; of a volume with a deep kernel, those of one slice.
        """
        m, out = op.inner_algorithm.winograd_tile, op.extents(op.outputs[0])
        steps = op.sub_image_steps
        rows, columns = TileAxis(m, steps[0], out.height), TileAxis(m, steps[1], out.width)
        alike = TileKind(m, m, 0, 0, 0, rows.total, columns.total)
        kinds = op.tile_kinds or (alike,)
        if op.bounds is None:
            return cls(m, op.images, rows, columns, rows.total, columns.total, kinds)
        height, width = (b.extent(op, d, axis.size) for d, axis in ((1, rows), (2, columns)))
        return cls(m, op.images, rows, columns, b.div_up(height, m), b.div_up(width, m), kinds)

    @property
    def is_cropped(self) -> bool:
        """Return whether tiles at the border are smaller."""
        return any((kind.rows, kind.columns) != (self.m, self.m) for kind in self.kinds)

    @property
    def side(self) -> int:
        """Return the rows and columns of the input that a tile sees."""
        return self.m + 2

    def total(self, b: LoopBuilder) -> Index:
        """Return the number of tiles of all images."""
        return b.mul(b.mul(self.tile_rows, self.images), self.tile_columns)

    def visit(self, b: LoopBuilder, tiles: TileBlock, body: VisitBody) -> None:
        """Call `body(kind, how to find its place, number of its data)` for each tile of a block."""
        if self.is_cropped:
            for kind in self.kinds:
                self._visit_kind(b, kind, tiles, body)
            return
        (alike,) = self.kinds
        if isinstance(self.tile_columns, int):

            def tile(t: Index) -> None:
                number, data = b.add(tiles.first, t), b.add(tiles.place, t)
                body(alike, lambda: self.place(b, number), data)

            b.loop(0, tiles.count, 1, tile)
            return
        columns = self.tile_columns
        shift = b.sub(tiles.place, tiles.first)

        def of_row(row: Index, low: Index, high: Index) -> None:
            # Divided by a number known at run time, each tile's number would take its time.
            first_row, before = b.mul(row, self.m), b.add(b.mul(row, columns), shift)

            def tile(column: Index) -> None:
                place = TilePlace(0, first_row, b.mul(column, self.m), column)
                body(alike, lambda: place, b.add(before, column))

            b.loop(low, high, 1, tile)

        end = b.add(tiles.first, tiles.count)
        by_outer_unit(b, (tiles.first, end), columns, of_row)

    def _visit_kind(
        self, b: LoopBuilder, kind: TileKind, tiles: TileBlock, body: VisitBody
    ) -> None:
        """Visit the tiles of a kind that are in a block."""
        low, high = kind_range(b, kind, tiles)
        shift = b.add(b.sub(tiles.place, tiles.first), kind.first)

        def tile(t: Index) -> None:
            row = b.add(b.div(t, kind.across) if kind.down > 1 else 0, kind.first_row)
            column = b.add(b.rem(t, kind.across) if kind.across > 1 else 0, kind.first_column)
            place = TilePlace(0, b.mul(row, self.m), b.mul(column, self.m), column)
            body(kind, lambda: place, b.add(t, shift))

        b.loop(low, high, 1, tile)

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


def kind_range(b: LoopBuilder, kind: TileKind, tiles: TileBlock) -> tuple[Index, Index]:
    """Return the tiles [low, high) of a kind that are in a block, counted from its first."""
    low = b.max(b.sub(tiles.first, kind.first), 0)
    return low, b.min(b.sub(b.add(tiles.first, tiles.count), kind.first), kind.count)


def by_column(
    b: LoopBuilder,
    column: Index,
    runs: Sequence[TileRun],
    body: Callable[[tuple[int, int]], None],
) -> None:
    """Call `body` for the run that contains this tile column."""
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
    """Hold the shared state of the stages of one Winograd convolution."""

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
        self.in_blocks = self.source.blocks
        if not self.source.is_packed:
            self.in_blocks = -(-self.in_blocks // self.layout.in_lanes)
        layout = self.layout
        self.tiles: Index = layout.tiles
        self.data_stride: Index = layout.data_stride
        self.product_stride: Index = layout.product_stride
        if op.bounds is not None:
            self._set_strides(op)

    def matrices_of(self, outputs: int) -> WinogradMatrices:
        """Return the linear maps of tiles with a number of rows or columns of outputs."""
        m = self.grid.m
        return INTEGER_MATRICES[m] if self.is_int8 else cropped_matrices(m, outputs)

    def _set_strides(self, op: ConvolutionKernelOp) -> None:
        """
        Set strides so that the data of the tiles of a run are adjacent: with the strides of the
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
        """
        Return the index of the element `places` strides after `at`, and a constant to be added.
        """
        if isinstance(stride, int):
            return at, places * stride
        return self.b.add(at, self.b.mul(stride, places)), 0

    def load_scratch(self, at: Index, position: int, lanes: int) -> SSAValue:
        """Load a vector of the tile that is halfway through a transform."""
        return self.b.load(self.workspace, at, self.layout.scratch + position * lanes, lanes)

"""Emit the third stage of a Winograd convolution: products become tiles of the output."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.kernel.winograd_workspace import TileKind
from ....common.geometry.winograd_matrices import odd_and_shift
from ..building.builder import Index, LoopBuilder
from ..building.conversions import integer_op
from ..conv.tile_store import Epilogue, TileDestination, prefetch_tile, store_tile
from .tiles import FindPlace, Slice, TileBlock, TilePlace, WinogradStage, by_column
from .transforms import apply_map


class OutputTransform(WinogradStage):
    """
    Transform products back and store them with the epilogue.

    There are two passes through a scratch tile, the second along rows: a tile at the border is cut
    to rows (the bounds of a loop) and columns (static for each tile of a row).
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp):
        super().__init__(b, op)
        self.y = op.outputs[0]
        self.epilogue = Epilogue.of(op)
        is_dense = self.grid.columns.step == 1
        self.writes_ahead = is_dense and op.writes_ahead is not None

    def transform(self, out: Slice, block: Index, kept: Index, tiles: TileBlock) -> None:
        """Transform products of output vector `block`, kept as the `kept`-th, of all tiles."""

        def tile(kind: TileKind, find_place: FindPlace, t: Index) -> None:
            self._tile(out, block, kept, kind, find_place, t)

        self.grid.visit(self.b, tiles, tile)

    def prefetch(
        self, out: Slice, first_vector: Index, vectors: int, tiles: TileBlock, part: Index
    ) -> None:
        """Prefetch the outputs of a block of tiles, and what is added, spread over the products."""
        b, places = self.b, self.grid.side**2
        low, high = (b.div(b.mul(tiles.count, j), places) for j in (part, b.add(part, 1)))

        def tile(kind: TileKind, find_place: FindPlace, _: Index) -> None:
            place = find_place()
            slice = b.add(out.index, place.image)
            line = b.add(b.mul(slice, self.out.height), place.first_row)
            pixel = b.add(b.mul(line, self.out.width), place.first_column)

            def row(r: Index) -> None:
                at = b.mul(b.add(pixel, b.mul(r, self.out.width)), self.out.lanes)
                stride = self.out.pixels * self.out.lanes
                to = TileDestination(self.y, first_vector, at, stride, self.out.lanes)
                prefetch_tile(b, kind.columns, vectors, self.epilogue, to)

            b.loop(0, kind.rows, 1, row)

        some = TileBlock(b.add(tiles.first, low), b.sub(high, low))
        self.grid.visit(b, some, tile)

    def _tile(
        self,
        out: Slice,
        block: Index,
        n: Index,
        kind: TileKind,
        find_place: FindPlace,
        t: Index,
    ) -> None:
        """Transform the products of output vector `block`, the n-th that is kept, and store."""
        self._column_pass(kind, n, t)
        b, place = self.b, find_place()
        _, rows = self.grid.rows.cells(b, place.first_row, 0, kind.rows, self.out.height)
        slice = b.add(out.index, place.image)
        tile_columns = range(kind.first_column, kind.first_column + kind.across)
        by_column(
            b,
            place.column,
            self.grid.columns.runs(b, tile_columns, 0, kind.columns, self.out.width),
            lambda columns: self._row_pass(slice, block, kind, place, rows, columns[1]),
        )

    def _column_pass(self, kind: TileKind, n: Index, t: Index) -> None:
        """Transform the columns of a tile, from the products to the scratch tile."""
        b, side, lanes = self.b, self.grid.side, self.out.lanes
        layout = self.layout
        start = b.linear((n, b.mul(self.tiles, lanes)), (t, lanes))

        def column(j: Index) -> None:
            at = b.add(start, b.mul(j, self.product_stride))
            places = [self.shifted(at, i * side, self.product_stride) for i in range(kind.rows + 2)]
            values = [
                b.load(self.products, place, layout.products + offset, lanes)
                for place, offset in places
            ]
            for i, value in apply_map(b, self.matrices_of(kind.rows).output, values):
                to = b.mul(j, lanes)
                b.store(value, self.workspace, to, layout.scratch + i * side * lanes)

        b.loop(0, kind.columns + 2, 1, column)

    def _row_pass(
        self,
        slice: Index,
        block: Index,
        kind: TileKind,
        place: TilePlace,
        rows: Index,
        columns: int,
    ) -> None:
        """Transform the rows of a tile, from the scratch tile to a slice of the output."""
        b, side, lanes = self.b, self.grid.side, self.out.lanes
        if not columns:
            return

        def transform_row(r: Index) -> None:
            at = b.mul(r, side * lanes)
            values = [self.load_scratch(at, j, lanes) for j in range(kind.columns + 2)]
            results = dict(apply_map(b, self.matrices_of(kind.columns).output, values))
            row = b.add(place.first_row, b.mul(r, self.grid.rows.step))
            line = b.add(row, b.mul(slice, self.out.height))
            pixel = b.add(b.mul(line, self.out.width), place.first_column)
            stride, step = self.out.pixels * lanes, self.grid.columns.step
            to = TileDestination(self.y, block, b.mul(pixel, lanes), stride, lanes, step)
            tile = [[self._sum(results[j])] for j in range(columns)]
            store_tile(b, tile, self.epilogue, to)

        b.loop(0, rows, 1, transform_row)

    def _sum(self, value: SSAValue) -> SSAValue:
        """Return the sum that a transformed number represents, or a multiple of it in int8."""
        if not self.is_int8:
            return value
        b, type = self.b, value.type
        odd, shift = odd_and_shift(self.grid.m)
        if odd > 1:
            inverse = pow(odd, -1, 2**32)
            value = integer_op(b, arith.MuliOp, value, b.constant(inverse, type))
        return integer_op(b, arith.ShRSIOp, value, b.constant(shift, type))

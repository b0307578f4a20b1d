"""Lower matrix products: register tiles, with the weights in panels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVarTuple

from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matmul import MatmulOp, MatrixProductOp, panel_elements
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.inline_body import inline_body
from ..emit.building.prefetching import NextWeights, Turn, shares_of
from ..emit.building.register_tiles import (
    BalancedTiles,
    RegisterTiles,
    for_count,
    for_register_tiles,
)
from ..emit.building.shared_work import TilesBody, share_tiles
from ..emit.conv.channels import Channels
from ..emit.conv.conv_tile import (
    GroupLoop,
    Panel,
    Pixels,
    accumulate_channels,
    for_groups_of_columns,
    for_vector_groups,
    zero_tile,
)
from ..emit.conv.tile_store import TileAccumulators, for_together
from . import loops

FEWEST_VECTORS = 4
"""Vectors that keep memory busy if there are few rows, if need be of several panels."""
_More = TypeVarTuple("_More")


@loops.register(MatmulOp)
def matmul(b: LoopBuilder, op: MatmulOp, target: Target) -> None:
    """
    Divide matrices among threads; of a single matrix, panels of large weights, or tiles of rows.
    """
    kernel = Matmul(b, op, target)
    if kernel.most_matrices > 1:
        b.parallel(kernel.batch, kernel.matrix)
    elif op.shares_vectors is not None:
        kernel.share_panels()
    else:
        kernel.share_tiles()


class MatrixProduct:
    """The loops of one product."""

    def __init__(self, b: LoopBuilder, op: MatrixProductOp, target: Target):
        self.b, self.op = b, op
        self.overwrites = target.isa.overwrites_operand
        self.x, self.panels, *self.operands = op.inputs
        self.y = op.outputs[0]
        self.most_matrices, self.most_rows, self.columns, self.depth = int_list(op.extents)
        self.batch = b.extent(op, 0, self.most_matrices)
        self.summed = b.extent(op, 3, self.depth)
        self.columns_end = b.extent(op, 2, self.columns)
        self.lanes = op.lanes.value.data
        self.tile_rows, self.vectors = int_list(op.register)
        self.weights_ahead = shares_of(op.weights_ahead)
        self.blocks = -(-self.columns // self.lanes)
        self.rows = rows = b.extent(op, 1, self.most_rows)
        self.whole_tiles = b.div(rows, self.tile_rows)
        self.rest_rows = b.sub(rows, b.mul(self.whole_tiles, self.tile_rows))
        self.tiles_of_rows = b.div_up(rows, self.tile_rows)
        self.y_strides = int_list(op.y_strides)
        one = panel_elements(self.columns, self.depth, self.lanes)
        self.batch_panels = one if buffer_shape(self.panels) != (one,) else 0
        self.few_rows: Sequence[int] = ()
        """Numbers of rows that are multiplied by several panels at a time, in order."""
        self.panels_at_once = 1
        """Number of panels that few rows are multiplied by at a time."""
        self.balanced: BalancedTiles | None = None
        """The tiles of rows if they have about equal sizes, instead of whole tiles and a rest."""

    # Loops around a tile -------------------------------------------------------------------------

    def matrix(self, i: Index) -> None:
        """Compute all tiles of matrix i, panel by panel."""
        self.over_groups(
            for_vector_groups,
            lambda f, n, last: self.panels_of(i, f, n, last, 0, self.tiles_of_rows),
            self.panels_at_once,
        )

    def share_panels(self) -> None:
        """Divide panels, or rows of panels, among threads; compute all rows with each panel."""

        def share(b: LoopBuilder, blocks: int, vectors: int, body: TilesBody) -> None:
            share_tiles(b, self.tiles_of_rows, blocks, vectors, body, begin=self.begin)

        self.over_groups(share, functools.partial(self.panels_of, 0), self.panels_at_once)

    def begin(self) -> None:
        """Prepare for a thread's share of the panels."""

    def share_tiles(self) -> None:
        """Divide tiles of rows among threads; compute all panels for each tile."""

        def tile(t: Index, rows: int) -> None:
            self.over_groups(
                for_vector_groups,
                lambda f, n, last: self.wide_tile(0, f, n, last, t, rows),
                self.panels_at_once if rows in self.few_rows else 1,
            )

        def tiles(first: Index, last: Index) -> None:
            self.for_tiles(self.tiles_between(first, last), tile)

        self.b.share(self.tiles_of_rows, tiles)

    def register_tiles(self, first: Index, last: Index) -> RegisterTiles:
        """Return register tiles [first, last) of the rows, whole except for the last one."""
        return RegisterTiles(first, last, self.tile_rows, self.whole_tiles, self.rest_rows)

    def tiles_between(self, first: Index, last: Index) -> RegisterTiles | BalancedTiles:
        """Return register tiles [first, last) of the rows."""
        if self.balanced is not None:
            return replace(self.balanced, first=first, last=last)
        return self.register_tiles(first, last)

    def for_tiles(
        self,
        tiles: RegisterTiles | BalancedTiles,
        body: Callable[[Index, int], None],
        least: int = 1,
    ) -> None:
        """
        Call `body(number, rows)` for tiles, which have at least `least` rows if of about equal
        size.
        """
        if isinstance(tiles, BalancedTiles):
            tiles.each(self.b, least, body)
        else:
            for_register_tiles(self.b, tiles, body)

    def over_groups(
        self,
        loop: GroupLoop[*_More],
        body: Callable[[Index, int, int | None, *_More], None],
        panels: int = 1,
    ) -> None:
        """
        Loop over groups of `panels` panels that begin before the end; see `for_groups_of_columns`.
        """
        vectors = self.vectors * panels
        if not isinstance(self.columns_end, int):
            body = functools.partial(self.unless_past, body)
        for_groups_of_columns(self.b, loop, self.columns, self.lanes, vectors, body)

    def unless_past(
        self,
        body: Callable[[Index, int, int | None, *_More], None],
        first: Index,
        vectors: int,
        partial: int | None,
        *more: *_More,
    ) -> None:
        """Call `body` for a group if it begins before the last column."""
        begins = self.b.compare("slt", self.b.mul(first, self.lanes), self.columns_end)
        self.b.when(begins, lambda: body(first, vectors, partial, *more))

    def panels_of(
        self, i: Index, group: Index, vectors: int, partial: int | None, first: Index, last: Index
    ) -> None:
        """
        Compute register tiles [first, last) of the rows of matrix i, with one panel after the
        other.
        """
        b = self.b
        last_panel = vectors % self.vectors or (0 if partial is None else self.vectors)
        alike = vectors - last_panel
        # More than few rows are one tile, or two and more tiles of about equal size.
        least = min(len(self.few_rows) + 1, (self.tile_rows + 1) // 2)

        def in_turn() -> None:
            def panel(n: Index) -> None:
                self.tiles(i, b.add(group, n), self.vectors, None, first, last, least)

            b.loop(0, alike, self.vectors, panel)
            if last_panel:
                self.tiles(i, b.add(group, alike), last_panel, partial, first, last, least)

        def at_once() -> None:
            for_count(
                b,
                self.rows,
                self.few_rows,
                lambda rows: self.wide_tile(i, group, vectors, partial, 0, rows),
            )

        if vectors <= self.vectors or not self.few_rows:
            self.tiles(i, group, vectors, partial, first, last)
            return
        is_few = b.compare("sle", self.rows, self.few_rows[-1])
        b.when(is_few, lambda: b.when(b.compare("slt", first, last), at_once), in_turn)

    def tiles(
        self,
        i: Index,
        group: Index,
        vectors: int,
        partial: int | None,
        first: Index,
        last: Index,
        least: int = 1,
    ) -> None:
        """
        Compute register tiles [first, last) of matrix i, of at least `least` rows, with one panel.
        """

        tiles = self.tiles_between(first, last)

        def tile(t: Index, rows: int) -> None:
            self.tile(i, group, vectors, partial, t, rows, tiles.turn(self.b, t))

        self.for_tiles(tiles, tile, least)

    # One tile ------------------------------------------------------------------------------------

    def wide_tile(
        self, i: Index, first: Index, vectors: int, partial: int | None, t: Index, rows: int
    ) -> None:
        """Compute tile t with vectors of several panels; a smaller last panel is separate."""
        left = vectors % self.vectors
        if left < vectors:
            whole = vectors - left
            self.tile(i, first, whole, None if left else partial, t, rows)
            first = self.b.add(first, whole)
        if left:
            self.tile(i, first, left, partial, t, rows)

    def tile(
        self,
        i: Index,
        first: Index,
        vectors: int,
        partial: int | None,
        t: Index,
        rows: int,
        turn: Turn | None = None,
    ) -> None:
        """
        Compute tile t of matrix i, `rows` rows and the vectors from `first` on: sum and store.
        """
        b = self.b
        batch, row, step = self.x_strides(rows)
        # Rows of panels are stored together: before a tile, all have the length of the depth.
        row_at = row if self.op.x_strides is not None else self.depth
        at = self.panel_at(i, first)
        following = None
        if turn is not None:
            width, end = vectors * self.lanes, (at, self.depth * vectors * self.lanes)
            following = self.weights_ahead.share(b, end, self.depth, width, turn)
            if following is not None and not isinstance(self.rows, int):
                following = following.unless_alone(b, self.panels, at, width, turn)
        place, first_row = (t, self.tile_rows * row_at), b.mul(t, self.tile_rows)
        if self.balanced is not None:
            first_row = self.balanced.start(b, t)
            place = first_row, row_at
        tile = accumulate_channels(
            b,
            zero_tile(b, rows, vectors, b.vector(self.y, self.lanes)),
            Pixels(
                self.x,
                b.linear((i, batch), place),
                [m * row for m in range(rows)],
                self.channels(step),
            ),
            self.panel(at, vectors, following),
        )
        self.store(tile, i, first, partial, first_row)

    def panel(self, at: Index, vectors: int, following: NextWeights | None) -> Panel:
        """Return the weights of a tile; weights of several panels are not prefetched."""
        if vectors <= self.vectors:
            is_pages_ahead = self.weights_ahead.is_pages_ahead
            return Panel(self.panels, at, self.lanes, following, is_pages_ahead)
        apart = self.depth * self.vectors * self.lanes
        return Panel(self.panels, at, self.lanes, vectors=self.vectors, apart=apart)

    def channels(self, step: int) -> Channels:
        """Return the columns to sum over, `step` elements apart, for `simd.fma`."""
        b, ends_early = self.b, self.summed != self.depth
        bounds = (b.index(0), b.index(self.summed)) if ends_early else None
        return Channels(self.depth, 1, step, overwrites=self.overwrites, bounds=bounds)

    def panel_at(self, i: Index, first: Index) -> Index:
        """Return the first element of the panel of matrix i that begins with a vector."""
        return self.b.linear((i, self.batch_panels), (first, self.depth * self.lanes))

    def x_strides(self, rows: int) -> list[int]:
        """Return the distances of matrices, rows and columns of x, for a tile of `rows` rows."""
        if self.op.x_strides is not None:
            return int_list(self.op.x_strides)
        one = self.most_rows * self.depth
        return [one if buffer_shape(self.x) != (one,) else 0, 1, rows]

    def store(
        self, tile: TileAccumulators, i: Index, first: Index, partial: int | None, first_row: Index
    ) -> None:
        """
        Store the tile after the epilogue; if that is late, store before it and again in a loop.
        """
        b, (batch, row) = self.b, self.y_strides
        at = b.linear((i, batch), (first_row, row), (first, self.lanes))
        is_late = len(tile) > 2 and len(tile) * len(tile[0]) <= self.op.most_late
        start = at
        for m, sums in enumerate(tile):
            # Offsets that are no constants let kernels with rows of other lengths share a function.
            start = b.add(start, row) if m else at
            for n, width in self.widths(len(sums), partial):
                place, value = n * self.lanes, sums[n]
                if not is_late:
                    value = self.finished(
                        value, b.add(first_row, m), b.add(first, n), start, place, width
                    )
                b.store(value, self.y, start, place, width)
        if is_late:
            widths = self.widths(len(tile[0]), partial)
            self.finish_in_place(len(tile), widths, first_row, first, at)

    def finish_in_place(
        self,
        rows: int,
        widths: Sequence[tuple[int, int | None]],
        first_row: Index,
        first: Index,
        at: Index,
    ) -> None:
        """Apply the epilogue to a stored tile of `rows` rows, from element `at` on."""
        b, (_, row) = self.b, self.y_strides

        def again(m: Index, count: int) -> None:
            start = b.add(at, b.mul(m, row))

            def value(k: int, n: int, width: int | None) -> SSAValue:
                place = k * row + n * self.lanes
                sums = b.load(self.y, start, place, self.lanes, width)
                here = b.add(first_row, b.add(m, k))
                return self.finished(sums, here, b.add(first, n), start, place, width)

            vectors = [(k, n, width) for k in range(count) for n, width in widths]
            values = b.interleaved([functools.partial(value, *vector) for vector in vectors])
            for (k, n, width), result in zip(vectors, values, strict=True):
                b.store(result, self.y, start, k * row + n * self.lanes, width)

        for_together(b, rows, max(self.op.vectors_in_turn // len(widths), 1), again)

    def widths(self, vectors: int, partial: int | None) -> list[tuple[int, int | None]]:
        """Return the vectors of a row, with their lanes; None for whole vectors."""
        return [(n, partial if n == vectors - 1 else None) for n in range(vectors)]

    def finished(
        self, value: SSAValue, row: Index, block: Index, at: Index, place: int, width: int | None
    ) -> SSAValue:
        """
        Return the sums of the output vector at `at + place`, after the epilogue if there is one.
        """
        if self.op.epilogue is None:
            return value
        extra = [self.operand(v, row, block, at, place, width) for v in self.operands]
        return inline_body(self.b, self.op.epilogue.block, [value, *extra])[0]

    def operand(
        self, v: SSAValue, row: Index, block: Index, at: Index, offset: int, partial: int | None
    ) -> SSAValue:
        """Return an epilogue operand for the output vector at `at + offset`."""
        b, extents = self.b, buffer_shape(v)
        if extents == buffer_shape(self.y):
            return b.load(v, at, offset, self.lanes, partial)
        first = b.mul(row, extents[1]) if extents[0] > 1 else 0
        if extents[1] == 1:
            return b.broadcast(v, first, 0, self.lanes)
        return b.load(v, b.linear((first, 1), (block, self.lanes)), 0, self.lanes, partial)


class Matmul(MatrixProduct):
    """The loops of a product with panels that need no conversion."""

    op: MatmulOp

    def __init__(self, b: LoopBuilder, op: MatmulOp, target: Target):
        super().__init__(b, op, target)
        if isinstance(self.rows, int):
            return
        panels = -(-FEWEST_VECTORS // self.vectors)
        # Sums and weights take no more registers than those of a whole tile.
        self.few_rows = [
            rows
            for rows in range(1, self.tile_rows)
            if rows * self.vectors <= target.loops.sums
            and (rows + 1) * panels <= self.tile_rows + 1
        ]
        if self.few_rows:
            self.panels_at_once = panels
        self.balanced = BalancedTiles.of(b, self.rows, self.tile_rows)

    def channels(self, step: int) -> Channels:
        channels = super().channels(step)
        return replace(channels, product=self.op.product, together=self.op.k)

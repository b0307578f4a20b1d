"""Lower products of integers in blocks: from words in registers, or from a panel."""

from __future__ import annotations

import functools
from dataclasses import replace

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.block_matmul import BlockMatmulOp
from ....dialects.kernel.matmul import panel_elements
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import NextWeights, Turn, line_elements
from ..emit.building.register_tiles import for_register_tiles
from ..emit.building.shared_work import unless_empty
from ..emit.rows.block_integers import Integers, PanelOfIntegers, StoredIntegers
from ..emit.rows.block_products import BlockProducts
from . import loops
from .matmul import MatrixProduct


@loops.register(BlockMatmulOp)
def block_matmul(b: LoopBuilder, op: BlockMatmulOp, target: Target) -> None:
    """
    Divide matrices among threads; of a single one panels, or rows of panels. Compute all rows with
    each panel.
    """
    kernel = BlockMatmul(b, op, target)
    if kernel.most_matrices > 1:
        b.parallel(kernel.batch, kernel.matrix)
    else:
        kernel.share_panels()


class BlockMatmul(MatrixProduct):
    """The loops of one product."""

    op: BlockMatmulOp

    def __init__(self, b: LoopBuilder, op: BlockMatmulOp, target: Target):
        super().__init__(b, op, target)
        self.operands = op.inputs[op.epilogue_start :]
        (words,), (factors,) = map(buffer_shape, op.inputs[3:5])
        one = panel_elements(self.columns, op.words.count(self.depth), self.lanes)
        matrices = words // one
        self.words_apart, self.factors_apart = (
            n // matrices if matrices > 1 else 0 for n in (words, factors)
        )

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
        Compute register tiles [first, last) with one panel, whose words may be unpacked first. All
        tiles except the last are whole.
        """
        b, op, panel = self.b, self.op, self.op.workspace
        tiles = self.register_tiles(first, last)
        begin, factors = (b.mul(i, n) for n in (self.words_apart, self.factors_apart))
        stored = StoredIntegers(b, op, begin, pages_ahead=False)
        # The same integers, for a tile that waits for memory.
        waiting = StoredIntegers(b, op, begin, pages_ahead=True)

        def tile(weights: Integers, t: Index, rows: int) -> None:
            following = self.following(stored, group, vectors, tiles.turn(b, t))
            first_row = b.mul(t, self.tile_rows)
            self.prefetch_operands(group, vectors, first_row, rows)
            products = BlockProducts(b, op, weights, following, factors)
            x_row = b.linear((i, self.most_rows), (first_row, 1))
            sums = products.tile(group, vectors, x_row, rows)
            self.store(sums, i, group, partial, first_row)

        def other_tile(t: Index, rows: int) -> None:
            tile(stored if rows == self.tile_rows else waiting, t, rows)

        def from_words() -> None:
            # The first of a few tiles waits for memory, as does a single tile of few rows.
            begin = functools.partial(tile, waiting, first, self.tile_rows)
            unless_empty(b, first, tiles.end_of_whole(b), begin)
            for_register_tiles(b, replace(tiles, first=b.add(first, 1)), other_tile)

        def from_panel() -> None:
            assert panel is not None
            stored.take_apart(group, vectors, panel)
            for_register_tiles(b, tiles, functools.partial(tile, PanelOfIntegers(b, op, panel)))

        def some() -> None:
            if panel is None:
                from_words()
            elif isinstance(self.tiles_of_rows, int):
                from_panel()
            else:
                b.when(b.compare("sle", self.tiles_of_rows, 1), from_words, from_panel)

        unless_empty(b, first, last, some)

    def prefetch_operands(self, group: Index, vectors: int, first_row: Index, rows: int) -> None:
        """Prefetch the epilogue operands of a tile during its products."""
        b, (_, row) = self.b, self.y_strides
        at, columns = b.linear((first_row, row), (group, self.lanes)), vectors * self.lanes
        for operand in self.operands:
            if buffer_shape(operand) == buffer_shape(self.y):
                for m in range(rows):
                    for column in range(0, columns, line_elements(operand)):
                        b.prefetch(operand, at, m * row + column)

    def following(
        self, stored: StoredIntegers, group: Index, vectors: int, turn: Turn
    ) -> NextWeights | None:
        """Return a tile's share of the words after those of a group, by block."""
        place = stored.place(group, vectors, self.op.words.steps(self.depth))
        words = self.op.words
        row = self.op.size.value.data // words.columns * words.words * vectors * self.lanes
        return self.weights_ahead.share(self.b, (place, 0), self.op.block_count, row, turn)

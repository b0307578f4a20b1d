"""Products with a stored matrix: widened in registers for few rows, in the cache for many."""

from __future__ import annotations

import functools
from collections.abc import Callable

from xdsl.ir import SSAValue

from ....dialects.kernel.widening_matmul import (
    WideningMatmulOp,
    most_few_rows,
    rows_in_registers,
)
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import for_count, for_register_tiles
from ..emit.rows.block_bytes import ByteFloats
from ..emit.rows.stored_panels import StoredPanels
from ..emit.rows.streamed_rows import StreamedRows
from . import loops
from .matmul import MatrixProduct


@loops.register(WideningMatmulOp)
def widening_matmul(b: LoopBuilder, op: WideningMatmulOp, target: Target) -> None:
    """Panels are shared among threads, or rows of them; each with all its rows."""
    WideningMatmul(b, op, target).share_panels()


class WideningMatmul(MatrixProduct):
    """The loops of one product."""

    op: WideningMatmulOp

    def __init__(self, b: LoopBuilder, op: WideningMatmulOp, target: Target):
        super().__init__(b, op, target)
        self.operands = op.inputs[op.epilogue_start :]
        self.stored = StoredPanels(b, op)
        self.row_count = b.extent(op, 1, self.most_rows)
        self.is_widened = op.block is not None
        self.is_few: SSAValue | bool = not self.is_widened
        if not isinstance(self.row_count, int):
            # A thread has all rows: how they are put in tiles must not depend on its share.
            tiles: Index = 1
            if self.is_widened:
                most = most_few_rows(self.tile_rows, is_codebook=op.is_codebook)
                self.is_few = b.compare("sle", self.row_count, most)
                tiles = b.select_index(self.is_few, 1, self.tiles_of_rows)
            self.tiles_of_rows = tiles
        _, row, column = self.x_strides(1)
        self.streamed = StreamedRows(b, self.stored, self.x, (row, column), op.workspace)
        if op.workspace is not None:
            self.panels = op.workspace

    def begin(self) -> None:
        """Make x of rows whose integers are widened in registers: a thread has its own."""

        def prepare() -> None:
            self.b.loop(0, self.row_count, 1, self.streamed.prepare)

        if isinstance(self.stored.form, ByteFloats):
            self.choose(prepare, lambda: None)

    def choose(self, few: Callable[[], None], many: Callable[[], None]) -> None:
        """Do what suits the number of rows, which a run may tell."""
        if not isinstance(self.is_few, bool):
            self.b.when(self.is_few, few, many)
        elif self.is_few:
            few()
        else:
            many()

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
        """Register tiles [first, last) with one panel. All but the last are whole."""
        b, place = self.b, (i, group, vectors, partial)

        def few() -> None:
            self.few(functools.partial(self.tile_of_few, *place), first, last)

        def many() -> None:
            self.stored.widen(group, vectors, self.panels)
            tiles = self.register_tiles(first, last)
            for_register_tiles(b, tiles, functools.partial(self.tile, *place))

        if isinstance(first, int) and isinstance(last, int):
            self.choose(few, many)
        else:
            some = b.compare("slt", b.index(first), last)
            b.when(some, lambda: self.choose(few, many))

    def few(self, tile: Callable[[Index, int, bool], None], first: Index, last: Index) -> None:
        """Tiles of rows for which numbers are widened in registers; one row is not centred."""
        b, count = self.b, self.row_count
        if isinstance(count, int):
            tiles = self.register_tiles(first, last)
            for_register_tiles(
                b, tiles, lambda t, rows: tile(b.mul(t, self.tile_rows), rows, count > 1)
            )
            return
        size = rows_in_registers(self.tile_rows) if self.is_widened else self.tile_rows
        whole = b.div(count, size)
        end = b.mul(whole, size)

        def several() -> None:
            b.loop(0, whole, 1, lambda t: tile(b.mul(t, size), size, True))
            for_count(b, b.sub(count, end), range(1, size), lambda rows: tile(end, rows, True))

        if isinstance(self.stored.form, ByteFloats):
            b.when(b.compare("eq", count, 1), lambda: tile(0, 1, False), several)
        else:
            several()

    def tile_of_few(
        self,
        i: Index,
        group: Index,
        vectors: int,
        partial: int | None,
        first_row: Index,
        rows: int,
        is_centred: bool,
    ) -> None:
        """A register tile, for which the numbers are widened in registers."""
        tile = self.streamed.products(group, vectors, first_row, rows, is_centred)
        self.store(tile, i, group, partial, first_row)

    def panel_at(self, i: Index, first: Index) -> Index:
        """The widened panel is that of the group at hand."""
        return 0

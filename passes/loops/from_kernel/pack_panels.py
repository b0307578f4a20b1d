"""Lower the packing of matrices into panels at run time."""

from __future__ import annotations

import functools
from dataclasses import replace

from ....dialects.constraints import int_list
from ....dialects.kernel.matmul import PackPanelsOp, panel_elements
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import BalancedTiles
from ..emit.building.shared_work import share_ranges
from ..emit.building.transpose import MOST_ROWS, transpose
from . import loops

ROW_STEPS = 8
"""Elements of a single row that are packed together."""


@loops.register(PackPanelsOp)
def pack_panels(b: LoopBuilder, op: PackPanelsOp, target: Target) -> None:
    """Pack panels in parallel: contiguous rows are copied, others transposed in blocks."""
    widest = min(lanes_for(target, op.inputs[0].type), MOST_ROWS)
    panels = Panels(b, op, widest)
    if op.bounds is not None:
        panels.share_between_bounds()
        return
    whole, rest = panels.whole, panels.rest
    if whole:
        b.parallel(
            panels.batch * whole,
            lambda i: panels.panel(b.div(i, whole), b.rem(i, whole), op.width),
        )
    if rest:
        b.parallel(panels.batch, lambda i: panels.panel(i, whole, rest))


class Panels:
    """The loops of one packing."""

    def __init__(self, b: LoopBuilder, op: PackPanelsOp, widest: int):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.batch, self.rows, self.columns = int_list(op.extents)
        self.whole, self.rest = divmod(self.rows, op.width)
        self.strides = int_list(op.strides)
        self.lanes = op.lanes.value.data
        self.together = self.lanes if self.lanes > 1 else widest
        self.columns_end = b.extent(op, 2, self.columns)
        begin = (0, 0) if op.begin is None else map(b.affine, op.begin.data.results)
        self.first_row, self.first_column = begin
        self.keeps_rows = op.appends(1)

    # Panels between bounds -----------------------------------------------------------------------

    def share_between_bounds(self) -> None:
        """Divide the panels that have rows at run time among threads."""
        b, width = self.b, self.op.width
        end = b.add(self.first_row, b.extent(self.op, 1, self.rows))
        if self.lanes == 1 and self.op.begin is None and self.op.is_bounded(1):
            self.share_tiles(end)
            return
        first = b.div(self.first_row, width)
        count = b.max(b.sub(b.div_up(end, width), first), 1)

        def panels(i: Index, low: Index, high: Index) -> None:
            last = b.add(first, high)
            if self.whole:
                whole_end = b.min(last, self.whole) if self.rest else last
                b.loop(
                    b.add(first, low), whole_end, 1, lambda p: self.panel_until(i, p, width, end)
                )
            if self.rest:
                b.when(
                    b.compare("sgt", last, self.whole),
                    lambda: self.panel_until(i, self.whole, self.rest, end),
                )

        share_ranges(b, self.batch, count, panels)

    def share_tiles(self, end: Index) -> None:
        """Divide panels with as many rows as the register tiles of a product among threads."""
        b = self.b
        tiles = BalancedTiles.of(b, end, self.op.width)

        def panels(i: Index, low: Index, high: Index) -> None:
            some = replace(tiles, first=low, last=high)
            some.each(b, 1, lambda t, rows: self.rows_from(i, some.start(b, t), rows))

        share_ranges(b, self.batch, tiles.last, panels)

    def panel_until(self, batch: Index, i: Index, rows: int, end: Index) -> None:
        """Pack the rows of panel i up to an end: all vectors with such rows, or single rows."""
        b = self.b
        at = b.mul(i, self.op.width)
        if not self.keeps_rows:
            self.rows_from(batch, at, rows, b.sub(end, at) if self.op.is_bounded(1) else None)
            return
        low, high = b.max(b.sub(self.first_row, at), 0), b.min(b.sub(end, at), rows)
        b.when(
            b.compare("eq", b.sub(high, low), rows),
            lambda: self.panel(batch, i, rows),
            lambda: b.loop(low, high, 1, lambda m: self.single_row(batch, i, m, rows)),
        )

    def single_row(self, batch: Index, i: Index, m: Index, rows: int) -> None:
        """Pack row m of panel i, which has `rows` rows, and keep the others."""
        b = self.b
        at, to, width = self.places(batch, b.mul(i, self.op.width), rows)
        _, row, column = self.strides

        def some(k: Index, count: int) -> None:
            place = b.add(b.add(at, b.mul(m, row)), b.mul(k, column))
            out = b.add(b.add(to, m), b.mul(k, width))
            for j in range(count):
                b.store(b.load(self.x, place, j * column, 1), self.y, out, j * width)

        b.for_vectors(self.columns, ROW_STEPS, some, self.columns_end)

    # One panel -----------------------------------------------------------------------------------

    def places(self, batch: Index, first: Index, rows: int) -> tuple[Index, Index, int]:
        """
        Return the place of the panel's rows from `first` on in the matrix and in panels, and its
        width.
        """
        b = self.b
        width = -(-rows // self.lanes) * self.lanes
        row = b.sub(first, self.first_row)
        at = b.linear((batch, self.strides[0]), (row, self.strides[1]))
        size = panel_elements(self.rows, self.columns, self.lanes)
        to = b.linear((batch, size), (first, self.columns), (self.first_column, width))
        return at, to, width

    def panel(self, batch: Index, i: Index, rows: int) -> None:
        """Pack panel i of a matrix, which has `rows` rows."""
        self.rows_from(batch, self.b.mul(i, self.op.width), rows)

    def rows_from(self, batch: Index, first: Index, rows: int, needed: Index | None = None) -> None:
        """Pack the panel of `rows` rows from `first` on, as the vectors that hold `needed` rows."""
        b, (at, to, width) = self.b, self.places(batch, first, rows)
        for row in range(0, width, self.together):
            stored = min(self.together, width - row)
            valid = min(rows - row, self.together)
            places = b.add(at, row * self.strides[1]), b.add(to, row)
            some = functools.partial(self.some_rows, *places, valid, stored, width)
            if row and needed is not None:
                b.when(b.compare("sgt", needed, row), some)
            else:
                some()

    def some_rows(self, at: Index, to: Index, valid: int, stored: int, width: int) -> None:
        """Pack `valid` rows from `at` on as vectors with `stored` lanes."""
        b, lanes, (_, row, column) = self.b, self.together, self.strides
        if row == 1:

            def copy(k: Index) -> None:
                value = b.load(self.x, b.add(at, b.mul(k, column)), 0, lanes, valid)
                b.store(value, self.y, b.add(to, b.mul(k, width)), 0, stored)

            b.loop(0, self.columns_end, 1, copy)
            return

        def turn(k: Index, count: int) -> None:
            place, out = b.add(at, k), b.add(to, b.mul(k, width))
            loaded = [b.load(self.x, place, n * row, lanes, count) for n in range(valid)]
            loaded += [b.constant(0, b.vector(self.x, lanes))] * (lanes - valid)
            for j, value in enumerate(transpose(b, loaded)[:count]):
                b.store(value, self.y, out, j * width, stored)

        b.for_vectors(self.columns, lanes, turn, self.columns_end)

"""Lower attention: scores of blocks of rows, their softmax, and products with the values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import gcd, inf

from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.attention import AttentionKernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matmul import panel_elements
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import shares_of
from ..emit.building.register_tiles import BalancedTiles, for_count
from ..emit.building.vector_math import exp_of_negative
from ..emit.conv.channels import Channels
from ..emit.conv.conv_tile import (
    Panel,
    Pixels,
    accumulate_channels,
    zero_tile,
)
from ..emit.conv.tile_store import TileAccumulators
from . import loops
from .softmax import LOWEST

AHEAD_OF_FEW = 1 << 11
"""Prefetch distance of values if several panels are read at a time. Units: bytes."""

MOST_ALIKE = 4
"""Rows of queries with shared keys whose powers are computed together, to hide latencies."""


@loops.register(AttentionKernelOp)
def attention(b: LoopBuilder, op: AttentionKernelOp, target: Target) -> None:
    """Divide blocks of rows of all matrices among threads; then compute the remaining rows."""
    kernel = AttentionLoops(b, op, target)
    if not isinstance(kernel.rows, int):
        kernel.share_blocks(kernel.rows)
        return
    blocks, rest = divmod(kernel.rows, kernel.block)
    if blocks:

        def whole(t: Index) -> None:
            kernel.rows_of(b.div(t, blocks), b.mul(b.rem(t, blocks), kernel.block), kernel.block)

        b.parallel(kernel.batch * blocks, whole)
    if rest:
        b.parallel(kernel.batch, lambda i: kernel.rows_of(i, blocks * kernel.block, rest))


@dataclass(frozen=True)
class ColumnGroup:
    """Adjacent vectors of columns."""

    first: Index
    vectors: int
    partial: int | None
    """Lanes of the last vector; None if it is whole."""
    in_panel: int | None = None
    """Number of vectors of the panel that these vectors begin; None if they are a whole panel."""

    def width(self, n: int) -> int | None:
        """Return the number of lanes of vector n; None if it is whole."""
        return self.partial if n == self.vectors - 1 else None


class AttentionLoops:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: AttentionKernelOp, target: Target):
        self.b, self.op = b, op
        self.overwrites = target.isa.overwrites_operand
        self.q, self.keys_panels, self.values_panels = op.inputs[:3]
        self.mask, (self.key_scales, self.value_scales) = op.mask, op.scales
        self.y = op.outputs[0]
        assert op.workspace is not None
        self.scores = op.workspace
        self.batch, most_rows, self.keys, self.size, self.values = int_list(op.extents)
        self.rows, self.keys_end = b.extent(op, 1, most_rows), b.extent(op, 2, self.keys)
        self.sharing = op.sharing
        self.lanes, self.block = op.lanes.value.data, op.block.value.data // self.sharing
        self.mask_batch = (
            0 if self.mask is None or len(buffer_shape(self.mask)) == 2 else most_rows * self.keys
        )
        self.pitch, self.factors = op.pitch, op.block.value.data * op.pitch

    # Blocks of rows ------------------------------------------------------------------------------

    def share_blocks(self, rows: SSAValue) -> None:
        """Divide blocks of all matrices, of about equal numbers of rows."""
        b, blocks = self.b, BalancedTiles.of(self.b, rows, self.block)

        def block(t: Index) -> None:
            number = b.rem(t, blocks.last)
            self.rows_of(b.div(t, blocks.last), *blocks.place(b, number))

        b.parallel(b.mul(blocks.last, self.batch), block)

    def rows_of(self, i: Index, first: Index, rows: Index) -> None:
        """Attend with rows from `first` on, of all matrices that share keys i."""
        b, count = self.b, self.b.mul(rows, self.sharing)
        if self.sharing > 1:
            b.loop(0, count, 1, lambda m: self.copy_query(i, first, m))
        end = self.end_of_keys(first, b.sub(count, 1))
        self.over_tiles(
            (self.keys, end, count),
            int_list(self.op.score_tile),
            lambda group, m, rows: self.score_tile(i, first, group, m, rows),
        )
        if self.op.ends_early:
            b.loop(0, count, 1, lambda m: self.end_scores(m, self.end_of_keys(first, m)))
        alike = gcd(self.sharing, MOST_ALIKE)
        powers = functools.partial(self.softmax, i, alike, end)
        b.loop(0, count, alike, lambda m: powers(m, self.end_of_keys(first, m)))
        self.over_tiles(
            (self.values, self.values, count),
            int_list(self.op.value_tile),
            lambda group, m, rows: self.value_tile(i, first, group, m, rows),
        )

    def end_of_keys(self, first: Index, m: Index) -> Index:
        """Return the number of keys that row m of the block beginning at row `first` attends to."""
        if self.op.causal is None:
            return self.keys_end
        b = self.b
        before = b.sub(self.keys_end, self.rows)
        return b.add(b.add(b.add(before, first), b.div(m, self.sharing)), 1)

    def over_tiles(
        self,
        extents: tuple[int, Index, Index],
        register: list[int],
        tile: Callable[[ColumnGroup, Index, int], None],
    ) -> None:
        """
        Call `tile(vectors, first row, rows)` for groups of vectors up to an end, with all rows in
        each. For few rows, vectors of several panels are summed at a time, to hide the latency of
        multiply-adds.
        """
        b, (columns, end, count), (rows, vectors) = self.b, extents, register

        def many() -> None:
            all_rows = functools.partial(self.row_tiles, count, rows, most_few, tile)
            self.over_groups(columns, end, vectors, 1, all_rows)

        def few(n: int) -> None:
            self.over_groups(columns, end, vectors, panels[n], lambda group: tile(group, 0, n))

        sums = b.target.loops.sums
        # Sums and weights take no more registers than those of a whole tile.
        panels = {
            n: min(-(-sums // (n * vectors)), (rows + 1) // (n + 1))
            for n in range(self.sharing, rows, self.sharing)
        }
        counts = [n for n, together in panels.items() if together > 1]
        most_few = max(counts, default=0)
        if isinstance(count, int):
            several = functools.partial(few, count) if count in counts else many
            several()
        elif counts:
            is_few = b.compare("sle", count, most_few)
            b.when(is_few, lambda: for_count(b, count, counts, few), many)
        else:
            many()

    def row_tiles(
        self,
        count: Index,
        rows: int,
        most_few: int,
        tile: Callable[[ColumnGroup, Index, int], None],
        group: ColumnGroup,
    ) -> None:
        """
        Call `tile(vectors, first row, rows)` for the register tiles of a group: of about equal size
        for a larger dynamic number of rows; otherwise whole except for the last one.
        """
        b = self.b
        if self.sharing == 1 and not isinstance(count, int):
            tiles = BalancedTiles.of(b, count, rows)
            least = min(most_few + 1, (rows + 1) // 2)
            tiles.each(b, least, lambda t, n: tile(group, tiles.start(b, t), n))
            return
        whole = b.div(count, rows)
        left = b.mul(whole, rows)
        step = gcd(rows, self.sharing)
        b.loop(0, whole, 1, lambda t: tile(group, b.mul(t, rows), rows))
        for_count(b, b.sub(count, left), range(step, rows, step), lambda n: tile(group, left, n))

    def over_groups(
        self,
        columns: int,
        end: Index,
        vectors: int,
        panels: int,
        body: Callable[[ColumnGroup], None],
    ) -> None:
        """
        Call `body` for groups of vectors up to an end: of `panels` panels each while possible, then
        of one panel, the last of which may need fewer vectors at run time. The last panel of all
        may be smaller.
        """
        b, width = self.b, vectors * self.lanes
        alike = columns // width
        several = b.div(end, panels * width) if panels > 1 else 0

        def group(first: Index, count: int) -> None:
            body(ColumnGroup(first, count, None))

        def last() -> None:
            left, partial = -(-columns // self.lanes) - alike * vectors, columns % self.lanes
            body(ColumnGroup(alike * vectors, left, partial or None))

        b.loop(0, several, 1, lambda g: group(b.mul(g, panels * vectors), panels * vectors))
        needed = b.div_up(end, self.lanes)
        begin, whole = b.mul(several, panels), b.min(b.div(needed, vectors), alike)
        b.loop(begin, whole, 1, lambda g: group(b.mul(g, vectors), vectors))
        if not isinstance(whole, int):
            first = b.mul(whole, vectors)
            left = b.select_index(b.compare("slt", whole, alike), b.sub(needed, first), 0)
            some = functools.partial(ColumnGroup, first, partial=None, in_panel=vectors)
            for_count(b, left, range(1, vectors), lambda n: body(some(n)))
        if columns % width:
            b.when_reached(alike * width, end, last)

    # Queries -------------------------------------------------------------------------------------

    def places(
        self, i: Index, first: Index, row: Index, rows: int, strides: Sequence[int]
    ) -> list[tuple[Index, int]]:
        """
        Return the places of a block's rows from `row` on, by the strides of matrices and rows of
        queries. If keys are shared, one row of each matrix precedes the next row of all.
        """
        b, (batch, stride, *_) = self.b, strides
        if self.sharing == 1:
            at = b.linear((i, batch), (b.add(first, row), stride))
            return [(at, m * stride) for m in range(rows)]
        numbers = [b.add(row, m) for m in range(rows)]
        return [
            (
                b.linear(
                    (b.add(b.mul(i, self.sharing), b.rem(m, self.sharing)), batch),
                    (b.add(first, b.div(m, self.sharing)), stride),
                ),
                0,
            )
            for m in numbers
        ]

    def copy_query(self, i: Index, first: Index, m: Index) -> None:
        """Copy row m of a block to the workspace."""
        b, strides = self.b, int_list(self.op.q_strides)
        [(at, _)] = self.places(i, first, m, 1, strides)
        to, step = b.mul(m, self.size), strides[2]

        def some(k: Index, count: int) -> None:
            value = b.load(self.q, b.add(at, b.mul(k, step)), 0, count)
            b.store(value, self.scores, b.add(to, k), self.op.queries_at)

        b.for_vectors(self.size, self.lanes if step == 1 else 1, some)

    def queries(self, i: Index, first: Index, row: Index, rows: int) -> Pixels:
        """Return rows of queries, in place or copied."""
        b, (batch, stride, step) = self.b, int_list(self.op.q_strides)
        channels = Channels(self.size, 1, step, overwrites=self.overwrites)
        if self.sharing == 1:
            at = b.linear((i, batch), (b.add(first, row), stride))
            return Pixels(self.q, at, [m * stride for m in range(rows)], channels)
        at = b.add(b.mul(row, self.size), self.op.queries_at)
        offsets = [m * self.size for m in range(rows)]
        return Pixels(self.scores, at, offsets, replace(channels, block_stride=1))

    # Products ------------------------------------------------------------------------------------

    def score_tile(self, i: Index, first: Index, group: ColumnGroup, row: Index, rows: int) -> None:
        """Store scaled, masked scores of rows with vectors of keys; -infinity past the end."""
        b, x = self.b, self.queries(i, first, row, rows)
        panels = self.panel((self.keys, self.size), i, group)
        tile = self.product(x, panels, rows, group)
        type = b.vector(self.scores, self.lanes)
        scale, none = b.constant(self.op.scale.value.data, type), b.constant(-inf, type)
        to = b.linear((row, self.pitch), (group.first, self.lanes))
        strides = self.mask_batch, self.keys
        masks = [] if self.mask is None else self.places(i, first, row, rows, strides)
        column = b.mul(group.first, self.lanes)
        for m, sums in enumerate(tile):
            for n, value in enumerate(sums):
                if self.key_scales is not None:
                    at = b.linear((i, self.keys), (group.first, self.lanes))
                    factor = b.load(self.key_scales, at, n * self.lanes, self.lanes)
                    value = b.mulf(value, factor)
                if self.mask is None:
                    score = b.mulf(value, scale)
                else:
                    at, offset = b.add(masks[m][0], column), masks[m][1] + n * self.lanes
                    term = b.load(self.mask, at, offset, self.lanes, group.width(n))
                    score = b.fma(value, scale, term)
                place, width = m * self.pitch + n * self.lanes, group.width(n)
                b.store(score, self.scores, to, place)
                if width is not None:
                    b.store(none, self.scores, to, place + width, self.lanes - width)

    def value_tile(self, i: Index, first: Index, group: ColumnGroup, row: Index, rows: int) -> None:
        """Store means of values for `rows` rows."""
        b, end = self.b, self.end_of_keys(first, self.b.add(row, rows - 1))
        bounds = None if end == self.keys else (b.index(0), b.index(end))
        channels = Channels(self.keys, 1, 1, overwrites=self.overwrites, bounds=bounds)
        offsets = [m * self.pitch for m in range(rows)]
        x = Pixels(self.scores, b.mul(row, self.pitch), offsets, channels)
        panels = self.panel((self.values, self.keys), i, group, of_values=True)
        tile = self.product(x, panels, rows, group)
        places = self.places(i, first, row, rows, int_list(self.op.y_strides))
        column = b.mul(group.first, self.lanes)
        for m, sums in enumerate(tile):
            to, offset = b.add(places[m][0], column), places[m][1]
            factor = b.broadcast(self.scores, row, self.factors + m, self.lanes)
            for n, value in enumerate(sums):
                mean = b.mulf(value, factor)
                b.store(mean, self.y, to, offset + n * self.lanes, group.width(n))

    def panel(
        self, extents: tuple[int, int], i: Index, group: ColumnGroup, *, of_values: bool = False
    ) -> Panel:
        """Return the weights of a group of vectors of matrix i, from one panel or from several."""
        op, length = self.op, extents[1] * self.lanes
        parts = (self.keys_panels, op.keys_ahead, op.score_tile)
        if of_values:
            parts = (self.values_panels, op.values_ahead, op.value_tile)
        panels, pages_ahead, (_, vectors) = parts[0], parts[1], int_list(parts[2])
        one = panel_elements(*extents, self.lanes)
        batch = one if buffer_shape(panels) != (one,) else 0
        at = self.b.linear((i, batch), (group.first, length))
        if group.vectors <= vectors:
            is_pages_ahead = shares_of(pages_ahead).is_pages_ahead
            return Panel(panels, at, self.lanes, pages_ahead=is_pages_ahead, vectors=group.in_panel)
        # Prefetch the contiguous panels of keys of the next group; rows of values end soon.
        near = AHEAD_OF_FEW // element_bytes(element_of(panels.type))
        distance = near if of_values else group.vectors * length
        return Panel(
            panels, at, self.lanes, vectors=vectors, apart=length * vectors, ahead=distance
        )

    def product(self, x: Pixels, weights: Panel, rows: int, group: ColumnGroup) -> TileAccumulators:
        """Return the sums of a register tile."""
        zeros = zero_tile(self.b, rows, group.vectors, self.b.vector(self.y, self.lanes))
        return accumulate_channels(self.b, zeros, x, weights)

    # Softmax -------------------------------------------------------------------------------------

    def end_scores(self, m: Index, end: Index) -> None:
        """
        Store a vector of -infinity after the last score of a row. A load that spans two stores
        waits for both, so these precede the first load.
        """
        b = self.b
        none = b.constant(-inf, b.vector(self.scores, self.lanes))
        b.store(none, self.scores, b.linear((m, self.pitch), (end, 1)), 0)

    def softmax(self, i: Index, rows: int, last: Index, m: Index, end: Index) -> None:
        """
        Replace the scores of `rows` rows from row m on, up to key `end`, by powers, and store the
        reciprocals of their sums; store zeros up to key `last`.
        """
        b, lanes, padded = self.b, self.lanes, self.op.padded_keys
        at, type = b.mul(m, self.pitch), b.vector(self.scores, lanes)
        places = [row * self.pitch for row in range(rows)]
        if end != self.keys:
            padded = b.mul(b.div_up(end, lanes), lanes)

        def largest(n: Index, *best: SSAValue) -> list[SSAValue]:
            loads = (b.load(self.scores, b.add(at, n), place, lanes) for place in places)
            return [b.maxf(value, load) for value, load in zip(best, loads, strict=True)]

        best = b.loop(0, padded, lanes, largest, [b.constant(LOWEST, type)] * rows)
        highest = [b.splat(b.reduce("max", value), lanes) for value in best]

        def power(n: Index, *totals: SSAValue) -> list[SSAValue]:
            scales = None
            if self.value_scales is not None:
                scales = b.load(self.value_scales, b.add(b.mul(i, self.keys), n), 0, lanes)

            def of_row(place: int, most: SSAValue, total: SSAValue) -> SSAValue:
                score = b.load(self.scores, b.add(at, n), place, lanes)
                value = exp_of_negative(b, b.subf(score, most))
                weight = value if scales is None else b.mulf(value, scales)
                b.store(weight, self.scores, b.add(at, n), place)
                return b.addf(total, value)

            return list(map(of_row, places, highest, totals))

        totals = b.loop(0, padded, lanes, power, [b.constant(0.0, type)] * rows)
        for row, vector in enumerate(totals):
            total = b.reduce("add", vector)
            factor = b.divf(b.constant(1.0, total.type), total)
            b.store(factor, self.scores, m, self.factors + row)
        if end != last:
            none = b.constant(0.0, type)

            def clear(n: Index) -> None:
                for place in places:
                    b.store(none, self.scores, b.add(at, n), place)

            b.loop(padded, last, lanes, clear)

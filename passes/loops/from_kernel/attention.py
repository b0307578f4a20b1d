"""Attention: the scores of a block of rows, their softmax, the products with the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from xdsl.ir import Attribute, SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.attention import AttentionKernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matmul import panel_elements
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import shares_of
from ..emit.building.vector_math import exp_of_negative
from ..emit.conv.conv_tile import (
    Channels,
    Panel,
    Pixels,
    accumulate_channels,
    for_groups_of_columns,
    for_vector_groups,
    zero_tile,
)
from ..emit.conv.tile_store import TileAccumulators
from . import loops
from .softmax import LOWEST


@loops.register(AttentionKernelOp)
def attention(b: LoopBuilder, op: AttentionKernelOp, target: Target) -> None:
    """Blocks of rows of all matrices are shared among threads; then the rows that are left."""
    kernel = AttentionLoops(b, op, target)
    blocks, rest = divmod(kernel.rows, kernel.block)
    if blocks:

        def whole(t: Index) -> None:
            kernel.rows_of(b.div(t, blocks), b.mul(b.rem(t, blocks), kernel.block), kernel.block)

        b.parallel(kernel.batch * blocks, whole)
    if rest:
        b.parallel(kernel.batch, lambda i: kernel.rows_of(i, blocks * kernel.block, rest))


@dataclass(frozen=True)
class ColumnGroup:
    """Neighbouring vectors of columns."""

    first: Index
    vectors: int
    partial: int | None
    """Lanes that the last one has, if not all."""

    def width(self, n: int) -> int | None:
        """Lanes of vector n, if not all."""
        return self.partial if n == self.vectors - 1 else None


class AttentionLoops:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: AttentionKernelOp, target: Target):
        self.b, self.op = b, op
        self.overwrites = target.isa.overwrites_operand
        self.q, self.keys_panels, self.values_panels, *masks = op.inputs
        self.mask = masks[0] if masks else None
        self.y = op.outputs[0]
        assert op.workspace is not None
        self.scores = op.workspace
        self.batch, self.rows, self.keys, self.size, self.values = int_list(op.extents)
        self.lanes, self.block = op.lanes.value.data, op.block.value.data
        self.mask_batch = (
            0 if not masks or len(buffer_shape(masks[0])) == 2 else self.rows * self.keys
        )
        self.pitch, self.factors = op.pitch, op.block.value.data * op.pitch

    def rows_of(self, i: Index, first: Index, count: int) -> None:
        """`count` rows of matrix i from `first` on."""
        b = self.b
        self.over_tiles(
            (self.keys, count),
            int_list(self.op.score_tile),
            lambda group, m, rows: self.score_tile(i, first, group, m, rows),
        )
        b.loop(0, count, 1, self.softmax)
        self.over_tiles(
            (self.values, count),
            int_list(self.op.value_tile),
            lambda group, m, rows: self.value_tile(i, first, group, m, rows),
        )

    def over_tiles(
        self,
        extents: tuple[int, int],
        register: list[int],
        tile: Callable[[ColumnGroup, Index, int], None],
    ) -> None:
        """`tile(vectors, first row, rows)`: groups of vectors, in each all rows."""
        b, (columns, count), (rows, vectors) = self.b, extents, register
        whole, rest = divmod(count, rows)

        def all_rows(first: Index, number: int, partial: int | None) -> None:
            group = ColumnGroup(first, number, partial)
            b.loop(0, whole, 1, lambda t: tile(group, b.mul(t, rows), rows))
            if rest:
                tile(group, whole * rows, rest)

        for_groups_of_columns(b, for_vector_groups, columns, self.lanes, vectors, all_rows)

    # Products ------------------------------------------------------------------------------------

    def score_tile(self, i: Index, first: Index, group: ColumnGroup, row: Index, rows: int) -> None:
        """Return scaled, masked scores of rows with vectors of keys; -infinity past the end."""
        b, (batch, stride, step) = self.b, int_list(self.op.q_strides)
        at = b.linear((i, batch), (b.add(first, row), stride))
        channels = Channels(self.size, 1, step, overwrites=self.overwrites)
        x = Pixels(self.q, at, [m * stride for m in range(rows)], channels)
        panels = self.panel(self.keys_panels, (self.keys, self.size), i, group, self.op.keys_ahead)
        tile = self.product(x, panels, rows, group)
        type = b.vector(self.scores, self.lanes)
        scale, none = b.constant(self.op.scale.value.data, type), b.constant(-inf, type)
        to = b.linear((row, self.pitch), (group.first, self.lanes))
        mask_at = b.linear(
            (i, self.mask_batch), (b.add(first, row), self.keys), (group.first, self.lanes)
        )
        for m, sums in enumerate(tile):
            for n, value in enumerate(sums):
                if self.mask is None:
                    score = b.mulf(value, scale)
                else:
                    offset = m * self.keys + n * self.lanes
                    term = b.load(self.mask, mask_at, offset, self.lanes, group.width(n))
                    score = b.fma(value, scale, term)
                place, width = m * self.pitch + n * self.lanes, group.width(n)
                b.store(score, self.scores, to, place)
                if width is not None:
                    b.store(none, self.scores, to, place + width, self.lanes - width)

    def value_tile(self, i: Index, first: Index, group: ColumnGroup, row: Index, rows: int) -> None:
        """Means of values for `rows` rows."""
        b, (batch, stride) = self.b, int_list(self.op.y_strides)
        channels = Channels(self.keys, 1, 1, overwrites=self.overwrites)
        offsets = [m * self.pitch for m in range(rows)]
        x = Pixels(self.scores, b.mul(row, self.pitch), offsets, channels)
        panels = self.panel(
            self.values_panels, (self.values, self.keys), i, group, self.op.values_ahead
        )
        tile = self.product(x, panels, rows, group)
        to = b.linear((i, batch), (b.add(first, row), stride), (group.first, self.lanes))
        for m, sums in enumerate(tile):
            factor = b.broadcast(self.scores, row, self.factors + m, self.lanes)
            for n, value in enumerate(sums):
                mean, place = b.mulf(value, factor), m * stride + n * self.lanes
                b.store(mean, self.y, to, place, group.width(n))

    def panel(
        self,
        panels: SSAValue,
        extents: tuple[int, int],
        i: Index,
        group: ColumnGroup,
        ahead: Attribute | None,
    ) -> Panel:
        """The weights of a group of vectors of matrix i."""
        one = panel_elements(*extents, self.lanes)
        batch = one if buffer_shape(panels) != (one,) else 0
        at = self.b.linear((i, batch), (group.first, extents[1] * self.lanes))
        return Panel(panels, at, self.lanes, page_ahead=shares_of(ahead).is_page_ahead)

    def product(self, x: Pixels, weights: Panel, rows: int, group: ColumnGroup) -> TileAccumulators:
        """The sums of a register tile."""
        zeros = zero_tile(self.b, rows, group.vectors, self.b.vector(self.y, self.lanes))
        return accumulate_channels(self.b, zeros, x, weights)

    # Softmax -------------------------------------------------------------------------------------

    def softmax(self, m: Index) -> None:
        """Powers of row m of the block, and what their sum divides by."""
        b, lanes, padded = self.b, self.lanes, self.op.padded_keys
        at, type = b.mul(m, self.pitch), b.vector(self.scores, lanes)

        def largest(n: Index, best: SSAValue) -> list[SSAValue]:
            return [b.maxf(best, b.load(self.scores, b.add(at, n), 0, lanes))]

        (best,) = b.loop(0, padded, lanes, largest, [b.constant(LOWEST, type)])
        highest = b.splat(b.reduce("max", best), lanes)

        def power(n: Index, total: SSAValue) -> list[SSAValue]:
            place = b.add(at, n)
            value = exp_of_negative(b, b.subf(b.load(self.scores, place, 0, lanes), highest))
            b.store(value, self.scores, place, 0)
            return [b.addf(total, value)]

        (total,) = b.loop(0, padded, lanes, power, [b.constant(0.0, type)])
        total = b.reduce("add", total)
        b.store(b.divf(b.constant(1.0, total.type), total), self.scores, m, self.factors)

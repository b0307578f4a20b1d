"""Lower attention to a few places: places in scalars, the values of a head in vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from itertools import product

from xdsl.dialects import math
from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.deformable_attention import DeformableAttentionKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert
from . import loops

MOST_VECTORS = 4
"""Vectors of a head that share the scalars of a place."""


@loops.register(DeformableAttentionKernelOp)
def deformable_attention(b: LoopBuilder, op: DeformableAttentionKernelOp, target: Target) -> None:
    """Compute queries in parallel, the heads of each, and their values in groups of vectors."""
    attention = DeformableAttentionLoops(b, op, target.lanes)

    def query(q: Index) -> None:
        levels = attention.levels()
        for first in range(0, attention.depth, MOST_VECTORS * target.lanes):
            body = partial(attention.head, q, levels, first)
            b.loop(0, attention.heads, 1, body)

    b.parallel(attention.queries, query)


@dataclass(frozen=True)
class ImageLevel:
    """One of the images, in floats: its size, and the number of its first cell."""

    height: SSAValue
    width: SSAValue
    first: SSAValue


class DeformableAttentionLoops:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: DeformableAttentionKernelOp, lanes: int):
        self.b, self.lanes = b, lanes
        self.sizes, self.values, self.weights, self.x, self.y = op.inputs
        self.out = op.outputs[0]
        self.queries, self.heads, self.level_count, self.points = buffer_shape(self.x)
        self.cells, _, self.depth = buffer_shape(self.values)
        self.number = element_of(b.vector(self.values, 1))

    def constant(self, value: float) -> SSAValue:
        return self.b.constant(value, self.number)

    def levels(self) -> list[ImageLevel]:
        """Read the sizes of images, bounded by the number of cells."""
        b, found = self.b, list[ImageLevel]()
        first = self.constant(0.0)
        for level in range(self.level_count):
            height, width = (self.size(2 * level + axis) for axis in (0, 1))
            found.append(ImageLevel(height, width, first))
            first = b.addf(first, b.mulf(height, width))
        return found

    def size(self, place: int) -> SSAValue:
        """Return a size as an integer number of cells."""
        b = self.b
        size = b.float_op(math.TruncOp, b.load(self.sizes, place, 0, 1))
        return b.minf(b.maxf(size, self.constant(0.0)), self.constant(float(self.cells)))

    def head(self, q: Index, levels: list[ImageLevel], first: int, head: Index) -> None:
        """Compute the values of one head from `first` on, for one query."""
        b, lanes = self.b, self.lanes
        counts = [
            min(lanes, self.depth - i)
            for i in range(first, min(first + MOST_VECTORS * lanes, self.depth), lanes)
        ]
        at = b.linear((q, self.heads), (head, 1))
        sums = [b.constant(0.0, b.vector(self.values, lanes)) for _ in counts]
        for number, level in enumerate(levels):
            places = b.mul(b.add(b.mul(at, self.level_count), number), self.points)
            body = partial(self.point, level, b.mul(head, self.depth), first, counts, places)
            sums = list(b.loop(0, self.points, 1, body, sums))
        for i, (total, count) in enumerate(zip(sums, counts, strict=True)):
            b.store(total, self.out, b.mul(at, self.depth), first + i * lanes, count)

    def point(
        self,
        level: ImageLevel,
        head_at: Index,
        first: int,
        counts: list[int],
        places: Index,
        point: Index,
        *sums: SSAValue,
    ) -> list[SSAValue]:
        """Return the sums plus the four cells around one place."""
        b, place = self.b, self.b.add(places, point)
        weight = b.load(self.weights, place, 0, 1)
        rows, columns = (
            self.taps(b.load(coordinates, place, 0, 1), size)
            for coordinates, size in ((self.y, level.height), (self.x, level.width))
        )
        totals = list(sums)
        for (row, above), (column, before) in product(rows, columns):
            cell = b.addf(level.first, b.addf(b.mulf(row, level.width), column))
            share = b.mulf(weight, b.mulf(above, before))
            masks = [
                b.compare_lanes(kind, *pair)
                for kind, pair in (
                    ("oge", (row, self.constant(0.0))),
                    ("olt", (row, level.height)),
                    ("oge", (column, self.constant(0.0))),
                    ("olt", (column, level.width)),
                    ("olt", (cell, self.constant(float(self.cells)))),
                )
            ]
            add = partial(self.added, cell, share, head_at, first, counts, totals)
            totals = list(b.when(reduce(b.both, masks), add, lambda kept=totals: kept))
        return totals

    def taps(self, place: SSAValue, size: SSAValue) -> list[tuple[SSAValue, SSAValue]]:
        """Return the cells before and after a place along an axis, with their weights."""
        b, one = self.b, self.constant(1.0)
        position = b.subf(b.mulf(place, size), self.constant(0.5))
        cell = b.float_op(math.FloorOp, position)
        after = b.subf(position, cell)
        return [(cell, b.subf(one, after)), (b.addf(cell, one), after)]

    def added(
        self,
        cell: SSAValue,
        share: SSAValue,
        head_at: Index,
        first: int,
        counts: list[int],
        sums: list[SSAValue],
    ) -> list[SSAValue]:
        """Return the sums plus a share of one cell's values."""
        b, lanes = self.b, self.lanes
        number = as_index(b, convert(b, "fptosi", cell, i32))
        at = b.add(b.mul(number, self.heads * self.depth), head_at)
        factor = b.splat(share, lanes)
        return [
            b.fma(b.load(self.values, at, first + i * lanes, lanes, count), factor, total)
            for i, (total, count) in enumerate(zip(sums, counts, strict=True))
        ]

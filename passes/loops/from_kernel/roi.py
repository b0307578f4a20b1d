"""Lower pooling of a region of interest: bins in parallel, their extents in scalars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.roi import RoiAlignKernelOp, RoiKernelOp, RoiMaxOp, RoiMeanOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert, index_as
from ..emit.conv.conv_tile import for_vector_groups
from ..emit.images.sampling import MOST_BLOCKS, PackedImage, sample
from . import loops

MOST_SAMPLES = float(1 << 24)
"""Largest number of samples of a bin along an axis, which any integer type holds."""


@dataclass(frozen=True)
class CellSpan:
    """Cells `low` to `high - 1` of an axis, as indices."""

    low: SSAValue
    high: SSAValue


class Region:
    """Scalars of one kernel: the corners, and the edges of bins."""

    def __init__(self, b: LoopBuilder, op: RoiKernelOp, sizes: Sequence[int], bins: Sequence[int]):
        self.b, self.corners = b, op.inputs[1]
        self.sizes, self.bins = sizes, bins
        self.type = element_of(self.corners.type)
        self.scale = self.number(op.scale.value.data)

    def number(self, value: float) -> SSAValue:
        return self.b.constant(value, self.type)

    def corner(self, axis: int, side: int) -> SSAValue:
        """Return side 0 or 1 along the height (axis 0) or the width, as given."""
        return self.b.load(self.corners, 0, 2 * side + 1 - axis, 1)

    def to_float(self, index: Index) -> SSAValue:
        number = index_as(self.b, index, i32)
        return convert(self.b, "sitofp", number, self.type)

    def to_index(self, value: SSAValue) -> SSAValue:
        """Truncate a float towards zero, as an index."""
        return as_index(self.b, convert(self.b, "fptosi", value, i32))

    def within(self, value: SSAValue, high: float) -> SSAValue:
        """Clamp a value to 0 and `high`."""
        return self.b.minf(self.b.maxf(value, self.number(0.0)), self.number(high))

    def rounded(self, value: SSAValue) -> SSAValue:
        """Round to the nearest integer, halves away from zero."""
        b = self.b
        whole = b.float_op(math.TruncOp, value)
        part = b.float_op(math.AbsFOp, b.subf(value, whole))
        away = b.addf(whole, b.float_op(math.CopySignOp, self.number(1.0), value))
        return b.select(b.compare_lanes("oge", part, self.number(0.5)), away, whole)

    def span(self, axis: int, low: SSAValue, high: SSAValue) -> CellSpan:
        """Return the existing cells from `low` to `high`."""
        size = float(self.sizes[axis])
        return CellSpan(*(self.to_index(self.within(v, size)) for v in (low, high)))

    def edges(self, axis: int, bin: Index, size: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Return the begin and end of a bin relative to the region, for bins of that size."""
        b = self.b
        return b.mulf(self.to_float(bin), size), b.mulf(self.to_float(b.add(bin, 1)), size)


def is_empty(b: LoopBuilder, spans: Sequence[CellSpan]) -> SSAValue:
    """Return whether some axis has no cells."""
    empty = [b.compare("sle", span.high, span.low) for span in spans]
    return b.insert(arith.OrIOp.create(operands=empty, result_types=[empty[0].type]))


# Means of samples --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lattice:
    """Samples of a bin along an axis: number i is at `start + (i + 0.5) * size / count`."""

    start: SSAValue
    size: SSAValue
    count: SSAValue
    is_empty: SSAValue | None
    """Condition that the bin is empty; None if it always counts."""


@loops.register(RoiAlignKernelOp)
def roi_align(b: LoopBuilder, op: RoiAlignKernelOp, target: Target) -> None:
    """Process blocks of channels together, sharing the scalars of samples."""
    _, rows, columns, _ = buffer_shape(op.outputs[0])

    def bin(i: SSAValue) -> None:
        aligner = Aligner(b, op)
        places = b.div(i, columns), b.rem(i, columns)
        aligner.bin(i, [aligner.lattice(axis, place) for axis, place in enumerate(places)])

    b.parallel(rows * columns, bin)


class Aligner:
    """The loops of one bin."""

    def __init__(self, b: LoopBuilder, op: RoiAlignKernelOp):
        self.b, self.op = b, op
        blocks, height, width, lanes = buffer_shape(op.inputs[0])
        self.image = PackedImage(op.inputs[0], blocks, height * width, lanes, lanes)
        self.strides = width * lanes, lanes
        self.sizes, self.bins = (height, width), buffer_shape(op.outputs[0])[1:3]
        self.region = Region(b, op, self.sizes, self.bins)

    def lattice(self, axis: int, bin: Index) -> Lattice:
        b, region = self.b, self.region
        low, high = (b.mulf(region.corner(axis, side), region.scale) for side in (0, 1))
        if self.op.aligned is not None:
            low, high = (b.subf(v, region.number(0.5)) for v in (low, high))
        extent = b.subf(high, low)
        if self.op.aligned is None:
            extent = b.maxf(extent, region.number(1.0))
        size = b.divf(extent, region.number(float(self.bins[axis])))
        start, end = (b.addf(low, edge) for edge in region.edges(axis, bin, size))
        covered, none = size, None
        if self.op.detectron is None:
            start, end = (region.within(v, float(self.sizes[axis])) for v in (start, end))
            covered = b.subf(end, start)
            none = b.compare_lanes("ole", end, start)
        given = self.op.samples.value.data
        adaptive = region.within(b.float_op(math.CeilOp, covered), MOST_SAMPLES)
        count = b.index(given) if given > 0 else region.to_index(adaptive)
        return Lattice(start, size, count, none)

    def bin(self, place: Index, lattices: Sequence[Lattice]) -> None:
        """Compute the cell of one bin, in all channels."""
        b, image, out = self.b, self.image, self.op.outputs[0]
        cells = self.bins[0] * self.bins[1]
        rows, columns = lattices
        total = self.region.to_float(b.mul(rows.count, columns.count))
        if self.op.detectron is not None:
            total = b.maxf(total, self.region.number(1.0))
        count = b.splat(total, image.lanes)

        def group(first: Index, blocks: int) -> None:
            sums = self.sums(b.mul(first, image.cells * image.lanes), blocks, lattices)
            to = b.linear((first, cells * image.lanes), (place, image.lanes))
            for i, value in enumerate(sums):
                mean = b.divf(value, count)
                zero = b.constant(0.0, mean.type)
                for lattice in lattices:
                    if lattice.is_empty is not None:
                        mean = b.insert(arith.SelectOp(lattice.is_empty, zero, mean))
                b.store(mean, out, to, i * cells * image.lanes)

        for_vector_groups(b, image.blocks, MOST_BLOCKS, group)

    def sums(self, at: Index, blocks: int, lattices: Sequence[Lattice]) -> Sequence[SSAValue]:
        """Return the sums of all samples, for some blocks of channels."""
        b, image = self.b, self.image
        zeros = [b.constant(0.0, b.vector(image.value, image.lanes))] * blocks

        def row(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            rows = self.taps(0, lattices[0], i)

            def column(j: Index, *sums: SSAValue) -> Sequence[SSAValue]:
                taps = [rows, self.taps(1, lattices[1], j)]
                step = image.cells * image.lanes
                return [
                    b.addf(total, sample(b, image, at, n * step, taps, image.lanes))
                    for n, total in enumerate(sums)
                ]

            return b.loop(b.index(0), lattices[1].count, 1, column, sums)

        return b.loop(b.index(0), lattices[0].count, 1, row, zeros)

    def taps(self, axis: int, lattice: Lattice, i: Index) -> list[tuple[SSAValue, SSAValue]]:
        """Return the two cells around a sample, and their weights."""
        b, region, size = self.b, self.region, self.sizes[axis]
        middle = b.addf(region.to_float(i), region.number(0.5))
        step = b.divf(b.mulf(middle, lattice.size), region.to_float(lattice.count))
        place = b.addf(lattice.start, step)
        inside = region.within(place, size - 1.0)
        low = b.float_op(math.FloorOp, inside)
        after = b.subf(inside, low)
        weights = [b.subf(region.number(1.0), after), after]
        if self.op.detectron is not None:
            # A sample more than one cell outside counts as zero.
            near = region.within(b.addf(place, region.number(1.0)), size + 1.0)
            is_near = b.compare_lanes("oeq", near, b.addf(place, region.number(1.0)))
            weights = [b.select(is_near, w, region.number(0.0)) for w in weights]
        first = region.to_index(low)
        cells = first, b.min(b.add(first, 1), size - 1)
        return [
            (b.index(b.mul(cell, self.strides[axis])), b.splat(weight, self.image.lanes))
            for cell, weight in zip(cells, weights, strict=True)
        ]


# Maxima ------------------------------------------------------------------------------------------


@loops.register(RoiMaxOp)
def roi_max(b: LoopBuilder, op: RoiMaxOp, target: Target) -> None:
    """Process blocks of channels together."""
    x, out = op.inputs[0], op.outputs[0]
    blocks, height, width, lanes = buffer_shape(x)
    _, rows, columns, _ = buffer_shape(out)

    def bin(place: SSAValue) -> None:
        region = Region(b, op, (height, width), (rows, columns))
        bins = b.div(place, columns), b.rem(place, columns)
        spans = [max_span(region, axis, bin) for axis, bin in enumerate(bins)]
        empty = is_empty(b, spans)

        def group(first: Index, count: int) -> None:
            at = b.mul(first, height * width * lanes)

            def larger(offset: Index, values: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [
                    b.maxf(b.load(x, b.add(at, offset), n * height * width * lanes, lanes), value)
                    for n, value in enumerate(values)
                ]

            least = [b.constant(float("-inf"), b.vector(x, lanes))] * count
            found = over_cells(b, spans, (width * lanes, lanes), larger, least)
            to = b.linear((first, rows * columns * lanes), (place, lanes))
            for n, value in enumerate(found):
                value = b.insert(arith.SelectOp(empty, b.constant(0.0, value.type), value))
                b.store(value, out, to, n * rows * columns * lanes)

        for_vector_groups(b, blocks, MOST_BLOCKS, group)

    b.parallel(rows * columns, bin)


def max_span(region: Region, axis: int, bin: Index) -> CellSpan:
    """Return the cells that overlap a bin of the rounded region."""
    b = region.b
    low, high = (region.rounded(b.mulf(region.corner(axis, side), region.scale)) for side in (0, 1))
    one = region.number(1.0)
    extent = b.maxf(b.addf(b.subf(high, low), one), one)
    size = b.divf(extent, region.number(float(region.bins[axis])))
    start, end = region.edges(axis, bin, size)
    first, last = b.float_op(math.FloorOp, start), b.float_op(math.CeilOp, end)
    return region.span(axis, b.addf(low, first), b.addf(low, last))


def over_cells(
    b: LoopBuilder,
    spans: Sequence[CellSpan],
    strides: tuple[int, int],
    step: Callable[[Index, Sequence[SSAValue]], Sequence[SSAValue]],
    inits: Sequence[SSAValue],
) -> Sequence[SSAValue]:
    """Carry values over all cells of a bin: `step(offset, values)` returns the next ones."""
    rows, columns = spans

    def row(i: Index, *values: SSAValue) -> Sequence[SSAValue]:
        def cell(j: Index, *values: SSAValue) -> Sequence[SSAValue]:
            return step(b.linear((i, strides[0]), (j, strides[1])), values)

        return b.loop(columns.low, columns.high, 1, cell, values)

    return b.loop(rows.low, rows.high, 1, row, inits)


# Means of channels of their own ------------------------------------------------------------------


@loops.register(RoiMeanOp)
def roi_mean(b: LoopBuilder, op: RoiMeanOp, target: Target) -> None:
    """Compute bin by bin: a bin has few cells, and each channel its own bin."""
    x, out = op.inputs[0], op.outputs[0]
    _, height, width = buffer_shape(x)
    channels, rows, columns = buffer_shape(out)

    def bin(place: SSAValue) -> None:
        region = Region(b, op, (height, width), (rows, columns))
        bins = b.div(place, columns), b.rem(place, columns)
        spans = [mean_span(region, axis, bin) for axis, bin in enumerate(bins)]
        empty = is_empty(b, spans)
        counts = [region.to_float(b.sub(span.high, span.low)) for span in spans]
        count, zero = b.mulf(*counts), region.number(0.0)

        def channel(c: Index) -> None:
            to = b.linear((c, rows * columns), (place, 1))
            at = b.mul(to, height * width)

            def add(offset: Index, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
                return [b.addf(sums[0], b.load(x, b.add(at, offset), 0, 1))]

            (total,) = over_cells(b, spans, (width, 1), add, [zero])
            mean = b.insert(arith.SelectOp(empty, zero, b.divf(total, count)))
            b.store(mean, out, to, 0)

        b.loop(0, channels, 1, channel)

    b.parallel(rows * columns, bin)


def mean_span(region: Region, axis: int, bin: Index) -> CellSpan:
    """Return the cells that overlap a bin of the region, which ends with a whole cell."""
    b = region.b
    low = b.mulf(region.rounded(region.corner(axis, 0)), region.scale)
    last = b.addf(region.corner(axis, 1), region.number(1.0))
    high = b.mulf(region.rounded(last), region.scale)
    extent = b.maxf(b.subf(high, low), region.number(0.1))
    size = b.divf(extent, region.number(float(region.bins[axis])))
    start, end = (b.addf(low, edge) for edge in region.edges(axis, bin, size))
    return region.span(axis, b.float_op(math.FloorOp, start), b.float_op(math.CeilOp, end))

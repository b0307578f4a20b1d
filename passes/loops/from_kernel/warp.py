"""Images read where a flow says: places in vectors, then vectors of channels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.sampling import PIXELS
from ....dialects.kernel.warp import FILTER_TAPS, FilterInterpolationKernelOp, WarpKernelOp
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as, integer_op
from ..emit.images.sampling import (
    Axis,
    AxisTaps,
    PackedImage,
    PixelSamples,
    Tap,
    cells,
    clamped,
    linear_taps,
    offset_of,
    put_samples,
    sample_pixels,
)
from . import loops

FILTER_SIDE = 4


@loops.register(WarpKernelOp)
def warp(b: LoopBuilder, op: WarpKernelOp, target: Target) -> None:
    """Rows in parallel, groups of pixels in each."""
    Warper(b, op, target.lanes).all_rows()


@loops.register(FilterInterpolationKernelOp)
def filter_interpolation(b: LoopBuilder, op: FilterInterpolationKernelOp, target: Target) -> None:
    """Rows in parallel, groups of pixels in each."""
    FilterInterpolator(b, op, target.lanes).all_rows()


class FlowSampler(ABC):
    """The loops of a kernel that reads an image where a flow says."""

    def __init__(self, b: LoopBuilder, op: WarpKernelOp | FilterInterpolationKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        self.x, self.flow = op.inputs[:2]
        blocks, self.height, self.width, pack = buffer_shape(self.x)
        self.image = PackedImage(self.x, blocks, self.height * self.width, pack, pack)
        _, self.rows, self.columns, _ = b.extents(op, buffer_shape(self.x))
        self.axes = Axis(self.rows, self.width * pack), Axis(self.columns, pack)
        self.number = element_of(b.vector(self.flow, 1))

    def all_rows(self) -> None:
        """The rows of the image in parallel."""
        b = self.b

        def row(y: Index) -> None:
            b.for_vectors(
                self.width, PIXELS, lambda x, count: self.pixels(y, x, count), self.columns
            )

        b.parallel(self.rows, row)

    def pixels(self, y: Index, x: Index, count: int) -> None:
        """Sample `count` pixels of row y from column x on."""
        b, op, out = self.b, self.op, self.op.outputs[0]
        assert op.workspace is not None
        first = b.linear((y, self.width), (x, 1))
        samples = PixelSamples([], None)
        for i in range(0, count, self.lanes):
            samples = self.samples(y, b.add(x, i), b.add(first, i), min(self.lanes, count - i))
            put_samples(b, op.workspace, samples, i)
        block, pack = self.image.cells * self.image.lanes, self.image.lanes

        def store(value: SSAValue, group: Index, i: int, pixel: Index) -> None:
            to = b.linear((group, block), (b.add(first, pixel), pack))
            b.store(value, out, to, i * block)

        sample_pixels(b, self.image, op.workspace, samples, count, store)

    @abstractmethod
    def samples(self, y: Index, x: Index, first: Index, count: int) -> PixelSamples:
        """Return the samples of a vector of pixels: row y from column x on, `first` in memory."""

    def own_places(self, y: Index, x: Index) -> tuple[SSAValue, SSAValue]:
        """Rows and columns of a vector of pixels."""
        b = self.b
        steps = b.insert(FromElementsOp.of([b.constant(i, self.number) for i in range(self.lanes)]))
        return self.floats(y), b.addf(self.floats(x), steps)

    def channels(self, buffer: SSAValue, channel: int, first: Index, count: int) -> SSAValue:
        """A vector of pixels of one channel of a plain blob."""
        return self.b.load(buffer, first, channel * self.image.cells, self.lanes, count)

    def floats(self, index: Index) -> SSAValue:
        """An index as a float in all lanes."""
        b = self.b
        return b.splat(convert(b, "sitofp", index_as(b, index, i32), self.number), self.lanes)

    def is_between(self, position: SSAValue, axis: Axis) -> SSAValue:
        """A mask: where a position has a cell before it, or is at one, and another after it."""
        b = self.b
        ends = b.constant(0.0, position.type), cells(b, axis.size, position.type, -1.0)
        kinds = ("oge", "olt")
        masks = [b.compare_lanes(k, position, e) for k, e in zip(kinds, ends, strict=True)]
        return reduce(b.both, masks)


class Warper(FlowSampler):
    """The loops of a warp."""

    def samples(self, y: Index, x: Index, first: Index, count: int) -> PixelSamples:
        """The cells around the places of a vector of pixels."""
        flows = (self.channels(self.flow, part, first, count) for part in (1, 0))
        places = map(self.b.addf, flows, self.own_places(y, x))
        return PixelSamples.of(self.b, list(map(self.axis_taps, places, self.axes)))

    def axis_taps(self, position: SSAValue, axis: Axis) -> AxisTaps:
        """The cells before and after a position, which is first moved into the image."""
        found = linear_taps(self.b, clamped(self.b, position, axis.size), axis, False)
        if self.op.properties.get("zeros_outside") is None:
            return found
        return AxisTaps(found.taps, self.is_between(position, axis))


class FilterInterpolator(FlowSampler):
    """The loops of an interpolation by filters."""

    def samples(self, y: Index, x: Index, first: Index, count: int) -> PixelSamples:
        """
        The 16 cells around the places of a vector of pixels.

        Where these are not between cells, the pixel itself in halves, the smallest first: a part of
        `1 / 2^15` twice, then each time as much as the sum so far. No sum is rounded.
        """
        b, own = self.b, self.own_places(y, x)
        flows = [self.channels(self.flow, part, first, count) for part in (1, 0)]
        places = list(map(b.addf, flows, own))
        masks = [*map(self.is_between, places, self.axes), *map(self.is_near, flows, self.axes)]
        is_inside = reduce(b.both, masks)
        (rows, row_weights), (columns, column_weights) = map(self.axis_taps, places, self.axes)
        own_row, own_column = (offset_of(b, *pair) for pair in zip(own, self.axes, strict=True))
        own_offset = integer_op(b, arith.AddiOp, own_row, own_column)
        taps: list[Tap] = []
        for n in range(FILTER_TAPS):
            i, j = divmod(n, FILTER_SIDE)
            offset = integer_op(b, arith.AddiOp, rows[i], columns[j])
            factor = self.channels(self.op.inputs[2], n, first, count)
            weight = b.mulf(factor, b.mulf(row_weights[i], column_weights[j]))
            share = b.constant(2.0 ** -min(FILTER_TAPS - n, FILTER_TAPS - 1), weight.type)
            kept = b.select(is_inside, offset, own_offset), b.select(is_inside, weight, share)
            taps.append(Tap(*kept))
        return PixelSamples([taps], None)

    def is_near(self, flow: SSAValue, axis: Axis) -> SSAValue:
        """A mask: where a flow leads at most half of the axis away."""
        b = self.b
        half = b.mulf(cells(b, axis.size, flow.type), b.constant(0.5, flow.type))
        return b.compare_lanes("ole", b.float_op(math.AbsFOp, flow), half)

    def axis_taps(self, position: SSAValue, axis: Axis) -> tuple[list[SSAValue], list[SSAValue]]:
        """Offsets and weights of the four cells around a position along an axis."""
        b = self.b
        inside = clamped(b, position, axis.size)
        cell = b.float_op(math.FloorOp, inside)
        after = b.subf(inside, cell)
        before = b.subf(b.constant(1.0, after.type), after)
        around = [b.addf(cell, b.constant(float(step), cell.type)) for step in (-1, 0, 1, 2)]
        offsets = [offset_of(b, clamped(b, c, axis.size), axis) for c in around]
        return offsets, [before, before, after, after]

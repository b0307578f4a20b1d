"""Lower sampling of images and volumes by a grid: places in vectors, then vectors of channels."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.attributes import SampleMode, SamplePadding
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gridsample import GridSampleKernelOp
from ....dialects.kernel.sampling import PIXELS
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.images.sampling import (
    Axis,
    AxisTaps,
    PackedImage,
    PixelSamples,
    bounded,
    cells,
    clamped,
    cubic_taps,
    linear_taps,
    nearest_tap,
    put_samples,
    sample_pixels,
    when_inside,
)
from . import loops


@loops.register(GridSampleKernelOp)
def grid_sample(b: LoopBuilder, op: GridSampleKernelOp, target: Target) -> None:
    """Sample groups of pixels in parallel, or rows of dynamic length."""
    sampler = GridSampler(b, op, target.lanes)
    if op.bounds is not None:
        sampler.all_rows()
        return
    whole, rest = divmod(sampler.count, PIXELS)
    if whole:
        b.parallel(whole, lambda i: sampler.pixels(b.mul(i, PIXELS), PIXELS))
    if rest:
        b.parallel(1, lambda _: sampler.pixels(whole * PIXELS, rest))


class GridSampler:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: GridSampleKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        self.x, self.grid = op.inputs
        blocks, *sizes, pack = buffer_shape(self.x)
        self.out = buffer_shape(op.outputs[0])[1:4]
        self.count = prod(self.out)
        space = b.extents(op, op.iteration_space())
        self.ends, cells_of_axes = space[1:4], space[5:]
        self.image = PackedImage(self.x, blocks, prod(sizes), pack, pack)
        strides = [prod(sizes[i + 1 :]) * pack for i in range(3)]
        axes = [Axis(size, stride) for size, stride in zip(cells_of_axes, strides, strict=True)]
        self.axes = axes[-op.axes :]
        self.is_aligned = op.align_corner is not None
        self.padding = op.padding.data
        # A position mirrored once may still be outside; without align_corner it is then clamped.
        mirrored = self.padding is SamplePadding.REFLECTION
        self.may_be_outside = self.padding is SamplePadding.ZEROS or (mirrored and self.is_aligned)

    def all_rows(self) -> None:
        """Sample the rows within the bounds in parallel."""
        b, (_, height, width), (depth, rows, columns) = self.b, self.out, self.ends

        def row(i: SSAValue) -> None:
            line = i if rows == height else b.linear((b.div(i, rows), height), (b.rem(i, rows), 1))
            first = b.mul(line, width)
            b.for_vectors(width, PIXELS, lambda x, n: self.pixels(b.add(first, x), n), columns)

        b.parallel(b.mul(depth, rows), row)

    def pixels(self, first: Index, count: int) -> None:
        """Compute `count` pixels from the first one on."""
        b, lanes = self.b, self.lanes
        positions = [
            self.positions(b.add(first, i), min(lanes, count - i)) for i in range(0, count, lanes)
        ]

        def sampled(may_be_outside: bool) -> None:
            self.sampled(first, count, positions, may_be_outside)

        if self.op.mode.data is SampleMode.BICUBIC and self.may_be_outside:
            pairs = [p for vector in positions for p in zip(vector, self.axes, strict=True)]
            when_inside(b, pairs, 2, sampled)
        else:
            sampled(self.may_be_outside)

    def sampled(
        self,
        first: Index,
        count: int,
        positions: Sequence[Sequence[SSAValue]],
        may_be_outside: bool,
    ) -> None:
        """Compute `count` pixels from the first one on, sampled at these positions."""
        b, op, out = self.b, self.op, self.op.outputs[0]
        assert op.workspace is not None
        samples = PixelSamples([], None)
        for i, vector in enumerate(positions):
            pairs = zip(vector, self.axes, strict=True)
            samples = PixelSamples.of(b, [self.axis_taps(*pair, may_be_outside) for pair in pairs])
            put_samples(b, op.workspace, samples, i * self.lanes)
        block, pack = self.count * self.image.lanes, self.image.lanes

        def store(value: SSAValue, group: Index, i: int, pixel: Index) -> None:
            to = b.linear((group, block), (b.add(first, pixel), pack))
            b.store(value, out, to, i * block)

        sample_pixels(b, self.image, op.workspace, samples, count, store)

    def positions(self, first: Index, count: int) -> list[SSAValue]:
        """Return the positions of a vector of `count` pixels along each axis, in cells."""
        pairs = zip(reversed(self.coordinates(first, count)), self.axes, strict=True)
        found = [(self.position(place, axis.size), axis.size) for place, axis in pairs]
        if self.op.mode.data is SampleMode.BICUBIC:
            return [bounded(self.b, *pair) for pair in found]
        return [self.moved(*pair) for pair in found]

    def coordinates(self, first: Index, count: int) -> list[SSAValue]:
        """Return x, y [and z] of a vector of pixels."""
        b, n, lanes = self.b, self.op.axes, self.lanes
        if self.op.planar is not None:
            return [b.load(self.grid, first, i * self.count, lanes, count) for i in range(n)]
        at, zeros = b.mul(first, n), b.constant(0.0, b.vector(self.grid, lanes))
        vectors = [
            b.load(self.grid, at, j * lanes, lanes, count * n - j * lanes)
            if count * n > j * lanes
            else zeros
            for j in range(n)
        ]
        return [self.every(n, i, vectors) for i in range(n)]

    def every(self, step: int, first: int, vectors: list[SSAValue]) -> SSAValue:
        """Return each `step`-th lane of the concatenated vectors, from `first` on."""
        lanes, result = self.lanes, vectors[0]
        for j in range(1, len(vectors)):
            places = [first + step * i - j * lanes for i in range(lanes)]
            # Lanes of earlier vectors are in place already, except for those of vector 0 at first.
            kept = [i if j > 1 else place + lanes for i, place in enumerate(places)]
            mask = [
                kept[i] if place < 0 else lanes + place if place < lanes else -1
                for i, place in enumerate(places)
            ]
            result = self.b.shuffle(result, vectors[j], mask)
        return result

    def axis_taps(self, position: SSAValue, axis: Axis, may_be_outside: bool) -> AxisTaps:
        b = self.b
        match self.op.mode.data:
            case SampleMode.NEAREST:
                return nearest_tap(b, position, axis, may_be_outside)
            case SampleMode.BILINEAR:
                return linear_taps(b, position, axis, may_be_outside)
            case SampleMode.BICUBIC:
                return cubic_taps(
                    b, position, axis, may_be_outside, lambda cell: self.moved(cell, axis.size)
                )

    def position(self, place: SSAValue, size: Index) -> SSAValue:
        """Return cells from the first one: `(x + 1) / 2 * (n - 1)` or `((x + 1) * n - 1) / 2`."""
        b = self.b
        one, half = (b.constant(value, place.type) for value in (1.0, 0.5))
        moved = b.addf(place, one)
        if self.is_aligned:
            return b.mulf(moved, b.mulf(cells(b, size, place.type, -1.0), half))
        scaled = b.mulf(moved, cells(b, size, place.type))
        return b.mulf(b.subf(scaled, one), half)

    def moved(self, position: SSAValue, size: Index) -> SSAValue:
        """Return a position after padding."""
        if self.padding is SamplePadding.ZEROS:
            return position
        if self.padding is SamplePadding.BORDER:
            return clamped(self.b, position, size)
        if self.is_aligned:
            return self.mirrored(position, self.b.sub(size, 1))
        b, half = self.b, self.b.constant(0.5, position.type)
        return clamped(b, b.subf(self.mirrored(b.addf(position, half), size), half), size)

    def mirrored(self, position: SSAValue, high: Index) -> SSAValue:
        """Return a position mirrored at 0 and at `high`: `high - ||x| - high|`."""
        b, last = self.b, cells(self.b, high, position.type)
        past = b.subf(b.float_op(math.AbsFOp, position), last)
        return b.subf(last, b.float_op(math.AbsFOp, past))

"""Lower im2col with computed offsets: for each tap the pixels of all windows."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.deformable_im2col import DeformableIm2colOp
from ....dialects.kernel.sampling import PIXELS
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as
from ..emit.images.sampling import (
    Axis,
    AxisTaps,
    PackedImage,
    PixelSamples,
    Tap,
    linear_taps,
    put_samples,
    sample_pixels,
)
from . import loops


@loops.register(DeformableIm2colOp)
def deformable_im2col(b: LoopBuilder, op: DeformableIm2colOp, target: Target) -> None:
    """Compute groups of pixels of all taps in parallel, or rows of dynamic length."""
    gather = DeformableGather(b, op, target.lanes)
    if op.bounds is not None:
        gather.all_rows()
        return
    whole, rest = divmod(gather.count, PIXELS)

    def group(i: Index) -> None:
        gather.pixels(b.div(i, whole), b.mul(b.rem(i, whole), PIXELS), PIXELS)

    if whole:
        b.parallel(gather.taps * whole, group)
    if rest:
        b.parallel(gather.taps, lambda tap: gather.pixels(tap, whole * PIXELS, rest))


class DeformableGather:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: DeformableIm2colOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        self.x, self.starts, self.offsets, *self.masks = op.inputs
        blocks, height, width, pack = buffer_shape(self.x)
        self.kernel, self.dilation = int_list(op.kernel), int_list(op.dilation)
        self.taps = prod(self.kernel)
        self.count = prod(buffer_shape(self.starts)[1:])
        last = op.channels.value.data - (blocks - 1) * pack
        self.image = PackedImage(self.x, blocks, height * width, pack, last)
        space = b.extents(op, op.iteration_space())
        self.ends, (rows, columns) = space[1:3], space[4:]
        self.axes = Axis(rows, width * pack), Axis(columns, pack)

    def all_rows(self) -> None:
        """Compute the rows within the bounds, of all taps, in parallel."""
        b, (rows, columns) = self.b, self.ends
        width = buffer_shape(self.starts)[2]

        def row(i: SSAValue) -> None:
            tap, first = b.div(i, rows), b.mul(b.rem(i, rows), width)
            b.for_vectors(width, PIXELS, lambda x, n: self.pixels(tap, b.add(first, x), n), columns)

        b.parallel(b.mul(rows, self.taps), row)

    def pixels(self, tap: Index, first: Index, count: int) -> None:
        """Compute one tap of `count` windows from the first one on."""
        b, op, out = self.b, self.op, self.op.outputs[0]
        assert op.workspace is not None
        samples = PixelSamples([], None)
        for i in range(0, count, self.lanes):
            samples = self.samples(tap, b.add(first, i), min(self.lanes, count - i))
            put_samples(b, op.workspace, samples, i)
        block, pack = self.count * self.image.lanes, self.image.lanes
        to = b.linear((tap, self.image.blocks * block), (first, pack))

        def store(value: SSAValue, group: Index, i: int, pixel: Index) -> None:
            b.store(value, out, b.add(to, b.linear((group, block), (pixel, pack))), i * block)

        sample_pixels(b, self.image, op.workspace, samples, count, store)

    def samples(self, tap: Index, first: Index, count: int) -> PixelSamples:
        """Return the cells around the places of one tap in a vector of windows."""
        b = self.b
        ky = b.div(tap, self.kernel[1])
        steps = ky, b.sub(tap, b.mul(ky, self.kernel[1]))
        rows, columns = (
            linear_taps(b, self.position(i, tap, steps[i], first, count), axis, True, is_open=True)
            for i, axis in enumerate(self.axes)
        )
        for masks in self.masks:
            mask = b.load(masks, b.linear((tap, self.count), (first, 1)), 0, self.lanes, count)
            taps = [Tap(row.offset, self.multiplied(row, mask)) for row in rows.taps]
            rows = AxisTaps(taps, rows.any_inside)
        return PixelSamples.of(b, [rows, columns])

    def multiplied(self, tap: Tap, mask: SSAValue) -> SSAValue:
        """Return the weight of a tap, times the mask."""
        return mask if tap.weight is None else self.b.mulf(tap.weight, mask)

    def position(self, axis: int, tap: Index, step: Index, first: Index, count: int) -> SSAValue:
        """Return the row (axis 0) or column of a tap in a vector of windows."""
        b, lanes = self.b, self.lanes
        start = b.load(self.starts, first, axis * self.count, lanes, count)
        moved = index_as(b, b.mul(step, self.dilation[axis]), i32)
        shift = b.splat(convert(b, "sitofp", moved, element_of(start.type)), lanes)
        place = b.linear((tap, 2 * self.count), (first, 1))
        offset = b.load(self.offsets, place, axis * self.count, lanes, count)
        return b.addf(b.addf(start, shift), offset)

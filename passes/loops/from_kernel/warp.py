"""Images read at their own places plus a flow: places in vectors, then vectors of channels."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.sampling import PIXELS
from ....dialects.kernel.warp import WarpKernelOp
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conversions import convert, index_as
from ..emit.sampling import (
    Axis,
    AxisTaps,
    Image,
    Samples,
    clamped,
    linear_taps,
    put_samples,
    sample_pixels,
)
from . import loops


@loops.register(WarpKernelOp)
def warp(b: LoopBuilder, op: WarpKernelOp, target: Target) -> None:
    """Rows in parallel, groups of pixels in each."""
    warper = Warper(b, op, target.lanes)

    def row(y: Index) -> None:
        b.for_vectors(warper.width, PIXELS, lambda x, count: warper.pixels(y, x, count))

    b.parallel(warper.height, row)


class Warper:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: WarpKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        self.x, self.flow = op.inputs
        blocks, self.height, self.width, pack = buffer_shape(self.x)
        self.image = Image(self.x, blocks, self.height * self.width, pack, pack)
        self.axes = Axis(self.height, self.width * pack), Axis(self.width, pack)
        self.number = element_of(b.vector(self.flow, 1))

    def pixels(self, y: Index, x: Index, count: int) -> None:
        """So many pixels of row y from column x on."""
        b, op, out = self.b, self.op, self.op.outputs[0]
        assert op.workspace is not None
        first = b.linear((y, self.width), (x, 1))
        samples = Samples([], None)
        for i in range(0, count, self.lanes):
            samples = self.samples(y, b.add(x, i), b.add(first, i), min(self.lanes, count - i))
            put_samples(b, op.workspace, samples, i)
        block, pack = self.image.cells * self.image.lanes, self.image.lanes

        def store(value: SSAValue, group: Index, i: int, pixel: Index) -> None:
            to = b.linear((group, block), (b.add(first, pixel), pack))
            b.store(value, out, to, i * block)

        sample_pixels(b, self.image, op.workspace, samples, count, store)

    def samples(self, y: Index, x: Index, first: Index, count: int) -> Samples:
        """The cells around the places of a vector of pixels of row y from column x on."""
        b, cells = self.b, self.image.cells
        rows, columns = (
            b.load(self.flow, first, part * cells, self.lanes, count) for part in (1, 0)
        )
        steps = b.insert(FromElementsOp.of([b.constant(i, self.number) for i in range(self.lanes)]))
        rows = b.addf(rows, self.floats(y))
        columns = b.addf(columns, b.addf(self.floats(x), steps))
        pairs = zip((rows, columns), self.axes, strict=True)
        return Samples.of(b, [self.axis_taps(*pair) for pair in pairs])

    def floats(self, index: Index) -> SSAValue:
        """An index as a float in all lanes."""
        b = self.b
        return b.splat(convert(b, "sitofp", index_as(b, index, i32), self.number), self.lanes)

    def axis_taps(self, position: SSAValue, axis: Axis) -> AxisTaps:
        """The cells before and after a position, which is first moved into the image."""
        b = self.b
        found = linear_taps(b, clamped(b, position, axis.size), axis, False)
        if self.op.zeros_outside is None:
            return found
        ends = (b.constant(float(end), position.type) for end in (0, axis.size - 1))
        kinds = ("oge", "olt")
        masks = [b.compare_lanes(k, position, e) for k, e in zip(kinds, ends, strict=True)]
        return AxisTaps(found.taps, reduce(b.both, masks))

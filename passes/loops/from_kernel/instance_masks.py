"""Lower masks of detected objects: bands of prototypes are summed, and enlarged while in cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import SSAValue

from ....dialects.detections import DETECTION_FIELDS, MASK_STRIDE
from ....dialects.element_types import vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.instance_masks import BAND, MOST_LANES, InstanceMasksKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import bitcast, clamped_index, convert, index_as, integer_op
from ..emit.building.lane_masks import lane_numbers
from . import loops

SHARES = (0.375, 0.125, 0.125, 0.375)
"""For each of the four pixels of an element along an axis the weight of the neighbour: the middles
are 3/8 and 1/8 before that of the element, then 1/8 and 3/8 behind it."""


@loops.register(InstanceMasksKernelOp)
def instance_masks(b: LoopBuilder, op: InstanceMasksKernelOp, target: Target) -> None:
    """Divide the bands among threads: there may be few objects."""
    bands = -(-buffer_shape(op.inputs[1])[1] // BAND)
    b.parallel(bands, lambda band: Masks(b, op, target.lanes, band).make())


class Masks:
    """
    One band of all masks. The workspace has its sums, from the row above to the row below, and for
    each column the bits of four pixels that are inside of a box.
    """

    def __init__(self, b: LoopBuilder, op: InstanceMasksKernelOp, lanes: int, band: Index):
        assert op.workspace is not None
        self.b, self.lanes, self.band = b, lanes, band
        (self.rows, self.prototypes), (self.out,) = op.inputs, op.outputs
        self.sums, self.stride = op.workspace, op.columns()
        self.count, self.height, self.width = buffer_shape(self.prototypes)
        self.most, self.fields = buffer_shape(self.rows)
        self.vector, self.words = b.vector(self.rows, lanes), vector_type(i32, lanes)
        self.first = b.mul(band, BAND)
        self.inside = MOST_LANES + (BAND + 2) * self.stride

    def make(self) -> None:
        """Make masks up to the first row that is not found."""
        b, zero = self.b, self.b.constant(0.0, f32)

        def is_found(i: SSAValue) -> SSAValue:
            place = b.mul(b.min(i, self.most - 1), self.fields)
            label = b.load(self.rows, place, 0, 1)
            return b.both(b.compare("slt", i, self.most), b.compare_lanes("oge", label, zero))

        def mask(i: SSAValue) -> Sequence[SSAValue]:
            self.mask(i)
            return [b.index(b.add(i, 1))]

        (found,) = b.repeat(is_found, mask, [b.index(0)])
        is_end = b.both(b.compare("slt", found, self.most), b.compare("eq", self.band, 0))
        size = self.height * self.width * MASK_STRIDE**2
        b.when(is_end, lambda: b.store(b.constant(-1, i8), self.out, b.mul(found, size), 0))

    def mask(self, i: Index) -> None:
        """Make the band of one mask."""
        b, at = self.b, self.b.mul(i, self.fields)
        left, top, right, bottom = (b.load(self.rows, at, 2 + side, 1) for side in range(4))
        columns = self.columns_between(left, right)
        above = self.number(b.mul(self.first, MASK_STRIDE))
        below = self.number(b.mul(b.add(self.first, BAND), MASK_STRIDE))
        is_there = b.both(b.compare_lanes("olt", above, bottom), b.compare_lanes("ogt", below, top))

        def prepare() -> None:
            self.for_columns(columns, partial(self.sum_columns, at))
            self.extend()
            self.for_columns(columns, partial(self.find_inside, left, right))

        def line(row: Index) -> None:
            q, phase = b.div(row, MASK_STRIDE), b.rem(row, MASK_STRIDE)
            y = b.add(b.mul(self.first, MASK_STRIDE), row)
            to = b.mul(b.add(b.mul(i, self.height * MASK_STRIDE), y), self.width)
            nothing = b.constant(0, self.words)
            b.for_vectors(self.width, self.lanes, lambda j, n: self.store(nothing, to, j, n))
            at_y = self.number(y)
            inside = b.both(b.compare_lanes("oge", at_y, top), b.compare_lanes("olt", at_y, bottom))
            shares = partial(self.enlarge, to, q, phase)
            b.when(b.both(is_there, inside), lambda: self.for_columns(columns, shares))

        b.when(is_there, prepare)
        count = b.min(b.sub(self.height, self.first), BAND)
        b.loop(0, b.mul(count, MASK_STRIDE), 1, line)

    def number(self, index: Index) -> SSAValue:
        """Return an index as float32."""
        return convert(self.b, "sitofp", index_as(self.b, index, i32), f32)

    # Columns -------------------------------------------------------------------------------------

    def columns_between(self, left: SSAValue, right: SSAValue) -> tuple[Index, Index]:
        """Return the columns that the pixels of a box need, from a whole vector on."""
        b, share = self.b, self.b.constant(1 / MASK_STRIDE, f32)
        first, last = (clamped_index(b, b.mulf(x, share), self.width) for x in (left, right))
        start = b.div(b.max(b.sub(first, 1), 0), self.lanes)
        return b.mul(start, self.lanes), b.min(b.add(last, 2), self.width)

    def for_columns(self, columns: tuple[Index, Index], body: Callable[[Index, int], None]) -> None:
        """Call `body(first, count)` for the vectors of a range."""
        b, (start, end) = self.b, columns
        whole = self.width // self.lanes * self.lanes
        b.loop(start, b.min(end, whole), self.lanes, lambda j: body(j, self.lanes))
        if whole < self.width:
            b.when(b.compare("sgt", end, whole), lambda: body(whole, self.width - whole))

    def sum_columns(self, at: Index, j: Index, count: int) -> None:
        """Sum the prototypes for the rows of the band, and one above and below."""
        b, size = self.b, self.height * self.width
        inside = [b.add(self.first, q) for q in range(-1, BAND + 1)]
        rows = [b.mul(b.max(b.min(row, self.height - 1), 0), self.width) for row in inside]

        def add(e: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            share = b.broadcast(self.rows, b.add(at, e), DETECTION_FIELDS, self.lanes)
            place = b.add(b.mul(e, size), j)
            values = [
                b.load(self.prototypes, b.add(place, row), 0, self.lanes, count) for row in rows
            ]
            return [b.fma(share, x, total) for x, total in zip(values, sums, strict=True)]

        zeros = [b.constant(0.0, self.vector)] * len(rows)
        for q, total in enumerate(b.loop(0, self.count, 1, add, zeros)):
            b.store(total, self.sums, j, MOST_LANES + q * self.stride, count)

    def extend(self) -> None:
        """Copy the sums of the first and the last column to a column beside each."""
        b = self.b
        for q in range(BAND + 2):
            first = MOST_LANES + q * self.stride
            for source, to in ((0, -1), (self.width - 1, self.width)):
                b.store(b.load(self.sums, 0, first + source, 1), self.sums, 0, first + to)

    # Pixels --------------------------------------------------------------------------------------

    def find_inside(self, left: SSAValue, right: SSAValue, j: Index, count: int) -> None:
        """Note which of the four pixels of columns are between the sides of a box."""
        b, (left, right) = self.b, (self.b.splat(side, self.lanes) for side in (left, right))
        steps = b.mulf(lane_numbers(b, self.vector), b.constant(float(MASK_STRIDE), self.vector))
        first = b.addf(b.splat(self.number(b.mul(j, MASK_STRIDE)), self.lanes), steps)
        masks: list[SSAValue] = []
        for pixel in range(MASK_STRIDE):
            x = b.addf(first, b.constant(float(pixel), self.vector))
            masks.append(b.both(b.compare_lanes("oge", x, left), b.compare_lanes("olt", x, right)))
        b.store(bitcast(b, self.bits(masks), self.vector), self.sums, j, self.inside, count)

    def enlarge(self, line: Index, q: Index, phase: Index, j: Index, count: int) -> None:
        """Interpolate the pixels of columns, of line `phase` of row `q`."""
        b = self.b
        is_upper = b.compare("slt", phase, MASK_STRIDE // 2)
        is_outer = b.either(b.compare("eq", phase, 0), b.compare("eq", phase, MASK_STRIDE - 1))
        outer, inner = (b.constant(share, f32) for share in SHARES[:2])
        share = b.splat(b.select(is_outer, outer, inner), self.lanes)
        near = b.add(b.mul(b.add(q, 1), self.stride), j)
        far = b.add(b.mul(b.select_index(is_upper, q, b.add(q, 2)), self.stride), j)

        def value(column: int) -> SSAValue:
            x, y = (
                b.load(self.sums, place, MOST_LANES + column, self.lanes) for place in (near, far)
            )
            return b.fma(share, b.subf(y, x), x)

        before, here, behind = map(value, (-1, 0, 1))
        masks: list[SSAValue] = []
        for other, weight in zip((before, before, behind, behind), SHARES, strict=True):
            x = b.fma(b.constant(weight, self.vector), b.subf(other, here), here)
            masks.append(b.compare_lanes("ogt", x, b.constant(0.0, self.vector)))
        inside = bitcast(b, b.load(self.sums, j, self.inside, self.lanes), self.words)
        self.store(integer_op(b, arith.AndIOp, self.bits(masks), inside), line, j, count)

    def bits(self, masks: Sequence[SSAValue]) -> SSAValue:
        """Return words of a byte of 0 or 1 for each mask."""
        b, nothing = self.b, self.b.constant(0, self.words)
        words = [
            b.select(mask, b.constant(1 << 8 * i, self.words), nothing)
            for i, mask in enumerate(masks)
        ]
        return reduce(partial(integer_op, b, arith.OrIOp), words)

    def store(self, words: SSAValue, line: Index, j: Index, count: int) -> None:
        """Store the four pixels of columns."""
        b = self.b
        pixels = bitcast(b, words, vector_type(i8, MASK_STRIDE * self.lanes))
        b.store(pixels, self.out, b.mul(b.add(line, j), MASK_STRIDE), 0, MASK_STRIDE * count)

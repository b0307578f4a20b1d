"""
Lower the resizing of images of any size, in ncnn's fixed-point numbers.

First, tables of the places and weights of each output column's pixels are computed from the image's
extents. Then vectors of output pixels are interpolated from the adjacent pixels in two rows, each
read as a word of all its channels.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.from_pixels import FromPixelsResizeKernelOp
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, index_as, integer_op
from ..emit.images.image_taps import letterbox_spans, stretched_spans, taps
from ..emit.images.pixel_words import PixelWords, Words, byte_of, without_lowest
from ..emit.images.pixels import PixelStore
from . import loops

WEIGHT_BITS = 0xFFF
"""Mask of a weight; products of so few bits with bytes are cheap."""
ACROSS_SHIFT, DOWN_SHIFT, LAST_SHIFT = 4, 16, 2
"""Shifts that drop low bits of the sum of a row, of the products of rows, and of their sum."""
ACROSS_BITS = 0x7FFF
"""Mask of a sum along a row."""
MOST_LANES = 8
"""Largest number of lanes; with more, filling vectors with words takes longer than it saves."""


@loops.register(FromPixelsResizeKernelOp)
def from_pixels_resize(b: LoopBuilder, op: FromPixelsResizeKernelOp, target: Target) -> None:
    """Divide output rows among threads; each thread has its own tables."""
    resizer = Resizer(b, op, min(target.lanes, MOST_LANES))

    def rows(first: SSAValue, last: SSAValue) -> None:
        resizer.make_tables()
        b.loop(first, last, 1, resizer.row)

    b.share(resizer.height, rows)


class Resizer:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: FromPixelsResizeKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        pixels, extents = op.inputs
        self.words = PixelWords(b, pixels, lanes)
        _, self.height, self.width = buffer_shape(op.outputs[0])
        assert op.workspace is not None
        self.workspace, self.columns = op.workspace, op.table_columns()
        self.writer = PixelStore(b, op, lanes)
        *size, self.stride = (as_index(b, b.load(extents, i, 0, 1)) for i in range(3))
        item = 0 if op.item is None else op.item.value.data
        self.rows_before = b.mul(size[0], item)
        height, width = (b.max(extent, 1) for extent in size)
        image, output = (height, width), (self.height, self.width)
        if op.letterbox is None:
            self.down, self.across = stretched_spans(image, output)
        else:
            self.down, self.across = letterbox_spans(b, image, output)
        self.one_column = b.compare("slt", width, 2)

    # Tables of columns ---------------------------------------------------------------------------

    def make_tables(self) -> None:
        """
        Store for each output column: the first byte of its pixels, two weights, and whether it is
        shown.
        """
        b, lanes = self.b, self.lanes
        integers = vector_type(i32, lanes)
        steps = b.insert(FromElementsOp.of([b.constant(lane, i32) for lane in range(lanes)]))

        def group(x: Index) -> None:
            column = integer_op(b, arith.AddiOp, b.splat(index_as(b, x, i32), lanes), steps)
            start = b.splat(index_as(b, self.across.first, i32), lanes)
            place = integer_op(b, arith.SubiOp, column, start)
            found = taps(b, place, self.across)
            channels = b.constant(self.words.channels, integers)
            offset = integer_op(b, arith.MuliOp, found.first, channels)
            shown = self.is_shown(place)
            for table, value in enumerate((offset, *found.weights, *shown)):
                b.store(value, self.workspace, x, table * self.columns)

        b.loop(0, self.columns, lanes, group)

    def is_shown(self, place: SSAValue) -> list[SSAValue]:
        """Return 1 where places are inside the letterboxed image, 0 elsewhere."""
        b = self.b
        if self.op.letterbox is None:
            return []
        one, zero = (b.constant(v, place.type) for v in (1, 0))
        count = b.splat(index_as(b, self.across.count, i32), self.lanes)
        inside = b.both(b.compare_lanes("sge", place, zero), b.compare_lanes("slt", place, count))
        return [b.select(inside, one, zero)]

    def table(self, number: int, x: Index) -> SSAValue:
        """Return a vector of a table's entries."""
        return self.b.load(self.workspace, x, number * self.columns, self.lanes)

    # Rows ----------------------------------------------------------------------------------------

    def row(self, y: Index) -> None:
        b = self.b
        if self.op.letterbox is None:
            self.image_row(y)
            return
        place = b.sub(y, self.down.first)
        inside = b.both(b.compare("sge", place, 0), b.compare("slt", place, self.down.count))
        b.when(inside, lambda: self.image_row(y), lambda: self.border_row(y))

    def border_row(self, y: Index) -> None:
        """Fill a row above or below a letterbox's image."""
        assert self.op.letterbox is not None
        value = self.op.letterbox.value.data

        def border(x: Index, count: int) -> None:
            self.writer.fill(value, self.place(y, x), count)

        self.b.for_vectors(self.width, self.lanes, border)

    def image_row(self, y: Index) -> None:
        """Compute a row with pixels of the image. An image of one column has no word to read."""
        b = self.b
        found = taps(b, index_as(b, b.sub(y, self.down.first), i32), self.down)
        first = as_index(b, found.first)
        second = b.min(b.add(first, 1), b.sub(self.down.size, 1))
        rows = [b.add(row, self.rows_before) for row in (first, second)]
        starts = [b.mul(row, self.stride) for row in rows]
        weights = [self.masked(b.splat(w, self.lanes)) for w in found.weights]

        def vector(words: Callable[[Index, Index], Words]) -> Callable[[Index, int], None]:
            return lambda x, n: self.vector(starts, weights, self.place(y, x), x, n, words)

        b.when(
            self.one_column,
            lambda: b.for_vectors(self.width, self.lanes, vector(self.only_pixel)),
            lambda: b.for_vectors(self.width, self.lanes, vector(self.two_pixels)),
        )

    def two_pixels(self, start: Index, x: Index) -> Words:
        """Return the two pixels around each column from x on, of a row that begins at `start`."""
        return self.words.of_columns(start, lambda lane: self.b.load(self.workspace, x, lane, 1))

    def only_pixel(self, start: Index, x: Index) -> Words:
        """Return the same for a row of one pixel, for any columns."""
        return self.words.of_only_pixel(start)

    def place(self, y: Index, x: Index) -> Index:
        """Return the place of a pixel in a plane of the output."""
        return self.b.linear((y, self.width), (x, 1))

    def vector(
        self,
        starts: list[Index],
        row_weights: list[SSAValue],
        at: Index,
        x: Index,
        count: int,
        words: Callable[[Index, Index], Words],
    ) -> None:
        """
        Compute a vector of pixels of a row, from two rows of the image that begin at `starts`.
        """
        b = self.b
        weights = [self.masked(self.table(number, x)) for number in (1, 2)]
        rows = [words(start, x) for start in starts]

        def byte(channel: int) -> SSAValue:
            sums = [self.row_sum(row, channel, weights) for row in rows]
            parts = [
                without_lowest(b, integer_op(b, arith.MuliOp, total, weight), DOWN_SHIFT)
                for total, weight in zip(sums, row_weights, strict=True)
            ]
            total = integer_op(b, arith.AddiOp, *parts)
            rounding = b.constant(1 << LAST_SHIFT - 1, total.type)
            return without_lowest(b, integer_op(b, arith.AddiOp, total, rounding), LAST_SHIFT)

        if self.op.letterbox is None:
            self.writer.store(byte, at, count)
            return
        shown = self.table(3, x)
        is_shown = b.compare_lanes("ne", shown, b.constant(0, shown.type))
        border = b.constant(self.op.letterbox.value.data, vector_type(f32, self.lanes))
        self.writer.store(byte, at, count, lambda value: b.select(is_shown, value, border))

    def row_sum(self, row: Words, channel: int, weights: list[SSAValue]) -> SSAValue:
        """Return the weighted sum of the two pixels of a row."""
        b = self.b
        near = byte_of(b, row.near, channel)
        far = byte_of(b, row.far, row.far_byte + channel)
        products = [
            integer_op(b, arith.MuliOp, byte, weight)
            for byte, weight in zip((near, far), weights, strict=True)
        ]
        total = without_lowest(b, integer_op(b, arith.AddiOp, *products), ACROSS_SHIFT)
        return integer_op(b, arith.AndIOp, total, b.constant(ACROSS_BITS, total.type))

    def masked(self, weights: SSAValue) -> SSAValue:
        """Return weights, masked so that their upper bits are known to be 0."""
        return integer_op(self.b, arith.AndIOp, weights, self.b.constant(WEIGHT_BITS, weights.type))

"""
Pixels of an image of any size, interpolated in ncnn's fixed-point numbers.

Where the pixels of each output column lie and what they weigh is computed first, into tables, from
the image's extents. Then a vector of output pixels is made of those around it in two rows, each
read as a word of all its channels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType, f32, f64, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import lanes_of, vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.from_pixels import FromPixelsResizeKernelOp
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conversions import bitcast, convert, integer_op
from ..emit.pixels import PixelStore
from . import loops

WEIGHT_ONE = 2048.0
"""The weight 1."""
WEIGHT_BITS = 0xFFF
"""Of a weight, all others being 0: products of such, and of bytes, are cheap."""
ACROSS_SHIFT, DOWN_SHIFT, LAST_SHIFT = 4, 16, 2
"""What is dropped of a sum along a row, of each row's part in the result, and of their sum."""
ACROSS_BITS = 0x7FFF
"""Of a sum along a row."""
BYTE_BITS = 0xFF
MOST_LANES = 8
"""Of more, more time goes into putting words into vectors than is saved on these."""


@loops.register(FromPixelsResizeKernelOp)
def from_pixels_resize(b: LoopBuilder, op: FromPixelsResizeKernelOp, target: Target) -> None:
    """Output rows are shared; every thread has tables of its own."""
    resizer = Resizer(b, op, min(target.lanes, MOST_LANES))

    def rows(first: SSAValue, last: SSAValue) -> None:
        resizer.make_tables()
        b.loop(first, last, 1, resizer.row)

    b.share(resizer.height, rows)


@dataclass(frozen=True)
class Span:
    """Along an axis: the pixels of the image, and where it is in the output."""

    size: Index
    first: Index
    count: Index


@dataclass(frozen=True)
class Taps:
    """The nearer of two neighbouring pixels along an axis, and the weights of both, in i32."""

    first: SSAValue
    weights: tuple[SSAValue, SSAValue]


@dataclass(frozen=True)
class Words:
    """The bytes of two neighbouring pixels of a row, of a vector of columns, in i32."""

    near: SSAValue
    far: SSAValue
    far_byte: int
    """Which byte of `far` is that of channel 0."""


class Resizer:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: FromPixelsResizeKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        self.pixels, extents = op.inputs
        self.channels = buffer_shape(self.pixels)[2]
        _, self.height, self.width = buffer_shape(op.outputs[0])
        assert op.workspace is not None
        self.workspace, self.columns = op.workspace, op.table_columns()
        self.writer = PixelStore(b, op, lanes)
        *size, self.stride = (self.index(b.load(extents, i, 0, 1)) for i in range(3))
        height, width = (b.max(extent, 1) for extent in size)
        self.across, self.down = self.spans(height, width)
        self.one_column = b.compare("slt", width, 2)

    def index(self, value: SSAValue) -> SSAValue:
        """An i32 as an index."""
        return self.b.insert(arith.IndexCastOp(value, IndexType()))

    def i32(self, value: Index) -> SSAValue:
        """An index as an i32."""
        return self.b.insert(arith.IndexCastOp(self.b.index(value), i32))

    # Where the image is in the output ------------------------------------------------------------

    def spans(self, height: Index, width: Index) -> tuple[Span, Span]:
        """Along the columns and the rows; a letterbox keeps the proportions."""
        b = self.b
        if self.op.letterbox is None:
            return Span(width, 0, self.width), Span(height, 0, self.height)
        is_wide = b.compare("sgt", b.mul(width, self.height), b.mul(height, self.width))
        rows = b.select_index(is_wide, self.scaled(height, self.width, width), self.height)
        columns = b.select_index(is_wide, self.width, self.scaled(width, self.height, height))
        return (
            Span(width, b.div(b.sub(self.width, columns), 2), columns),
            Span(height, b.div(b.sub(self.height, rows), 2), rows),
        )

    def scaled(self, size: Index, count: int, other: Index) -> Index:
        """The size of an axis once the other one has `count` pixels; in float32, at least 1."""
        b = self.b
        size_, other_ = (convert(b, "sitofp", self.i32(v), f32) for v in (size, other))
        value = b.mulf(size_, b.divf(b.constant(float(count), f32), other_))
        return b.max(self.index(convert(b, "fptosi", value, i32)), 1)

    def taps(self, place: SSAValue, span: Span) -> Taps:
        """Those of output pixels at places of the span, a scalar or a vector of i32."""
        b, lanes = self.b, lanes_of(place.type)
        wide, narrow = vector_type(f64, lanes), vector_type(f32, lanes)
        integers = vector_type(i32, lanes)

        def number(value: float) -> SSAValue:
            return b.constant(value, narrow)

        size, count = (convert(b, "sitofp", self.i32(v), f64) for v in (span.size, span.count))
        half = b.constant(0.5, wide)
        middle = b.addf(convert(b, "sitofp", place, wide), half)
        exact = b.subf(b.mulf(middle, b.splat(b.divf(size, count), lanes)), half)
        rounded = b.maxf(convert(b, "truncf", exact, narrow), number(0.0))
        first = convert(b, "fptosi", rounded, integers)
        after = b.subf(rounded, convert(b, "sitofp", first, narrow))
        last = b.splat(self.i32(b.max(b.sub(span.size, 2), 0)), lanes)
        at_end = b.compare_lanes("sge", first, b.splat(self.i32(b.sub(span.size, 1)), lanes))
        after = b.select(at_end, number(1.0), after)
        parts = (b.subf(number(1.0), after), after)

        def weight(part: SSAValue) -> SSAValue:
            scaled = b.addf(b.mulf(part, number(WEIGHT_ONE)), number(0.5))
            return convert(b, "fptosi", scaled, integers)

        return Taps(b.select(at_end, last, first), (weight(parts[0]), weight(parts[1])))

    # Tables of columns ---------------------------------------------------------------------------

    def make_tables(self) -> None:
        """For each output column: the byte at which its pixels begin, two weights, and whether."""
        b, lanes = self.b, self.lanes
        integers = vector_type(i32, lanes)
        steps = b.insert(FromElementsOp.of([b.constant(lane, i32) for lane in range(lanes)]))

        def group(x: Index) -> None:
            column = integer_op(b, arith.AddiOp, b.splat(self.i32(x), lanes), steps)
            start = b.splat(self.i32(self.across.first), lanes)
            place = integer_op(b, arith.SubiOp, column, start)
            taps = self.taps(place, self.across)
            channels = b.constant(self.channels, integers)
            offset = integer_op(b, arith.MuliOp, taps.first, channels)
            shown = self.is_shown(place)
            for table, value in enumerate((offset, *taps.weights, *shown)):
                b.store(value, self.workspace, x, table * self.columns)

        b.loop(0, self.columns, lanes, group)

    def is_shown(self, place: SSAValue) -> list[SSAValue]:
        """Of a letterbox, 1 where places are in the image, 0 elsewhere."""
        b = self.b
        if self.op.letterbox is None:
            return []
        one, zero = (b.constant(v, place.type) for v in (1, 0))
        count = b.splat(self.i32(self.across.count), self.lanes)
        inside = b.both(b.compare_lanes("sge", place, zero), b.compare_lanes("slt", place, count))
        return [b.select(inside, one, zero)]

    def table(self, number: int, x: Index) -> SSAValue:
        """A vector of a table's entries."""
        return self.b.load(self.workspace, x, number * self.columns, self.lanes)

    # Rows ----------------------------------------------------------------------------------------

    def row(self, y: SSAValue) -> None:
        """A row of the output."""
        b = self.b
        if self.op.letterbox is None:
            self.image_row(y)
            return
        place = b.sub(y, self.down.first)
        inside = b.both(b.compare("sge", place, 0), b.compare("slt", place, self.down.count))
        b.when(inside, lambda: self.image_row(y), lambda: self.border_row(y))

    def border_row(self, y: SSAValue) -> None:
        """A row above or below a letterbox's image."""
        assert self.op.letterbox is not None
        value = self.op.letterbox.value.data
        self.for_vectors(lambda x, n: self.writer.fill(value, self.place(y, x), n))

    def image_row(self, y: SSAValue) -> None:
        """A row with pixels of the image. Of an image of one column no word can be read."""
        b = self.b
        taps = self.taps(self.i32(b.sub(y, self.down.first)), self.down)
        first = self.index(taps.first)
        second = b.min(b.add(first, 1), b.sub(self.down.size, 1))
        starts = [b.mul(row, self.stride) for row in (first, second)]
        weights = [self.masked(b.splat(w, self.lanes)) for w in taps.weights]

        def vector(words: Callable[[Index, Index], Words]) -> Callable[[Index, int], None]:
            return lambda x, n: self.vector(starts, weights, self.place(y, x), x, n, words)

        b.when(
            self.one_column,
            lambda: self.for_vectors(vector(self.same_words)),
            lambda: self.for_vectors(vector(self.words)),
        )

    def place(self, y: Index, x: Index) -> Index:
        """Where a pixel is in a plane of the output."""
        return self.b.linear((y, self.width), (x, 1))

    def for_vectors(self, body: Callable[[Index, int], None]) -> None:
        """`body(x, count)` for the vectors of a row."""
        whole = self.width // self.lanes * self.lanes
        self.b.loop(0, whole, self.lanes, lambda x: body(x, self.lanes))
        if whole < self.width:
            body(whole, self.width - whole)

    def vector(
        self,
        starts: list[Index],
        row_weights: list[SSAValue],
        at: Index,
        x: Index,
        count: int,
        words: Callable[[Index, Index], Words],
    ) -> None:
        """A vector of pixels of a row, from those of two rows of the image that start there."""
        b = self.b
        weights = [self.masked(self.table(number, x)) for number in (1, 2)]
        rows = [words(start, x) for start in starts]

        def byte_of(channel: int) -> SSAValue:
            sums = [self.row_sum(row, channel, weights) for row in rows]
            parts = [
                self.shifted(integer_op(b, arith.MuliOp, total, weight), DOWN_SHIFT)
                for total, weight in zip(sums, row_weights, strict=True)
            ]
            total = integer_op(b, arith.AddiOp, *parts)
            rounding = b.constant(1 << LAST_SHIFT - 1, total.type)
            return self.shifted(integer_op(b, arith.AddiOp, total, rounding), LAST_SHIFT)

        if self.op.letterbox is None:
            self.writer.store(byte_of, at, count)
            return
        shown = self.table(3, x)
        is_shown = b.compare_lanes("ne", shown, b.constant(0, shown.type))
        border = b.constant(self.op.letterbox.value.data, vector_type(f32, self.lanes))
        self.writer.store(byte_of, at, count, lambda value: b.select(is_shown, value, border))

    def row_sum(self, row: Words, channel: int, weights: list[SSAValue]) -> SSAValue:
        """The two pixels of a row, weighted."""
        b = self.b
        near, far = self.byte(row.near, channel), self.byte(row.far, row.far_byte + channel)
        products = [
            integer_op(b, arith.MuliOp, byte, weight)
            for byte, weight in zip((near, far), weights, strict=True)
        ]
        total = self.shifted(integer_op(b, arith.AddiOp, *products), ACROSS_SHIFT)
        return integer_op(b, arith.AndIOp, total, b.constant(ACROSS_BITS, total.type))

    # Words of pixels -----------------------------------------------------------------------------

    def words(self, start: Index, x: Index) -> Words:
        """Both pixels of each column, at most four bytes each, none beyond the second."""
        b, channels = self.b, self.channels
        bytes_read = 2 if channels == 1 else 4
        far = 0 if channels == 1 else 2 * channels - bytes_read
        near_words: list[SSAValue] = []
        far_words: list[SSAValue] = []
        for lane in range(self.lanes):
            offset = self.index(b.load(self.workspace, x, lane, 1))
            at = b.add(start, offset)
            near_words.append(self.word(at, 0, bytes_read))
            if far:
                far_words.append(self.word(at, far, bytes_read))
        near = b.insert(FromElementsOp.of(near_words))
        return Words(near, b.insert(FromElementsOp.of(far_words)) if far else near, channels - far)

    def word(self, at: Index, offset: int, count: int) -> SSAValue:
        """Two or four bytes from there on, as an i32."""
        b = self.b
        read = b.load(self.pixels, at, offset, count)
        return self.extended(bitcast(b, read, IntegerType(8 * count)))

    def extended(self, value: SSAValue) -> SSAValue:
        """An unsigned integer as an i32."""
        return value if value.type == i32 else convert(self.b, "extui", value, i32)

    def same_words(self, start: Index, x: Index) -> Words:
        """The only pixel of a row, in all columns."""
        b = self.b
        word: SSAValue | None = None
        for channel in range(self.channels):
            byte = self.extended(b.load(self.pixels, start, channel, 1))
            byte = integer_op(b, arith.ShLIOp, byte, b.constant(8 * channel, i32))
            word = byte if word is None else integer_op(b, arith.OrIOp, word, byte)
        assert word is not None
        words = b.splat(word, self.lanes)
        return Words(words, words, 0)

    def byte(self, words: SSAValue, number: int) -> SSAValue:
        """One byte of each word."""
        shifted = self.shifted(words, 8 * number)
        return integer_op(self.b, arith.AndIOp, shifted, self.b.constant(BYTE_BITS, words.type))

    def masked(self, weights: SSAValue) -> SSAValue:
        """Weights whose upper bits are known to be 0."""
        return integer_op(self.b, arith.AndIOp, weights, self.b.constant(WEIGHT_BITS, weights.type))

    def shifted(self, value: SSAValue, bits: int) -> SSAValue:
        """Without the lowest bits."""
        if not bits:
            return value
        return integer_op(self.b, arith.ShRUIOp, value, self.b.constant(bits, value.type))

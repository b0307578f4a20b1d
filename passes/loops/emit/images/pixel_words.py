"""Two neighbouring pixels of a row, each read as a word of all its channels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, i32
from xdsl.ir import SSAValue

from .....dialects.kernel.base import buffer_shape
from .....dialects.simd.vectors import FromElementsOp
from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, bitcast, convert, integer_op

BYTE_BITS = 0xFF


@dataclass(frozen=True)
class Words:
    """The bytes of two neighbouring pixels of a row, of a vector of columns, in i32."""

    near: SSAValue
    far: SSAValue
    far_byte: int
    """Byte of `far` with channel 0."""


class PixelWords:
    """Reads pixels `h,w,channels` of bytes."""

    def __init__(self, b: LoopBuilder, pixels: SSAValue, lanes: int):
        self.b, self.pixels, self.lanes = b, pixels, lanes
        self.channels = buffer_shape(pixels)[2]

    def of_columns(self, start: Index, offset_of: Callable[[int], SSAValue]) -> Words:
        """Both pixels of columns; `offset_of(lane)` is a column's first byte of the row."""
        b, channels = self.b, self.channels
        bytes_read = 2 if channels == 1 else 4
        far = 0 if channels == 1 else 2 * channels - bytes_read
        near_words: list[SSAValue] = []
        far_words: list[SSAValue] = []
        for lane in range(self.lanes):
            at = b.add(start, as_index(b, offset_of(lane)))
            near_words.append(self.word(at, 0, bytes_read))
            if far:
                far_words.append(self.word(at, far, bytes_read))
        near = b.insert(FromElementsOp.of(near_words))
        return Words(near, b.insert(FromElementsOp.of(far_words)) if far else near, channels - far)

    def of_only_pixel(self, start: Index) -> Words:
        """Return the only pixel of a row, in all columns."""
        b = self.b
        word: SSAValue | None = None
        for channel in range(self.channels):
            byte = self.extended(b.load(self.pixels, start, channel, 1))
            byte = integer_op(b, arith.ShLIOp, byte, b.constant(8 * channel, i32))
            word = byte if word is None else integer_op(b, arith.OrIOp, word, byte)
        assert word is not None
        words = b.splat(word, self.lanes)
        return Words(words, words, 0)

    def word(self, at: Index, offset: int, count: int) -> SSAValue:
        """Two or four bytes from there on, as an i32."""
        b = self.b
        read = b.load(self.pixels, at, offset, count)
        return self.extended(bitcast(b, read, IntegerType(8 * count)))

    def extended(self, value: SSAValue) -> SSAValue:
        """Return an unsigned integer as an i32."""
        return value if value.type == i32 else convert(self.b, "extui", value, i32)


def byte_of(b: LoopBuilder, words: SSAValue, number: int) -> SSAValue:
    shifted = without_lowest(b, words, 8 * number)
    return integer_op(b, arith.AndIOp, shifted, b.constant(BYTE_BITS, words.type))


def without_lowest(b: LoopBuilder, value: SSAValue, bits: int) -> SSAValue:
    """Unsigned integers without their lowest bits."""
    if not bits:
        return value
    return integer_op(b, arith.ShRUIOp, value, b.constant(bits, value.type))

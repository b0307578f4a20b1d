"""Integers of few bits, as panels have them, as floats."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i8, i16, i32, i64
from xdsl.ir import SSAValue

from .....dialects.element_types import vector_type
from .....dialects.kernel.block_words import BYTES, BlockWords
from .....dialects.target.attributes import ProductAttr
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast, convert, integer_op
from .byte_words import ByteWords

PART = 16
"""Bytes of the parts of vectors that are interleaved on their own."""
UPPER = -1 << 16
"""The upper half of an i32."""
ULP = 2.0**-22
"""The last bit of a float32 from 2 on."""

StepColumn = tuple[int, list[SSAValue]]
"""A column of a step, and its floats in each vector."""


@dataclass(frozen=True)
class SignedBytes:
    """Integers of 8 bits: one column a step, converted."""

    b: LoopBuilder
    lanes: int
    scale: float = 1
    """Floats times this are the integers."""

    def load(self, memory: SSAValue, at: Index, offset: int) -> SSAValue:
        """Return a vector of words."""
        return self.b.load_stored(memory, at, offset, self.lanes)

    def exact(self, words: Sequence[Sequence[SSAValue]]) -> Iterator[StepColumn]:
        """Yield the integers over the scale, by column."""
        integers, floats = (vector_type(type, self.lanes) for type in (i32, f32))
        wide = [convert(self.b, "extsi", word, integers) for (word,) in words]
        yield 0, [convert(self.b, "sitofp", word, floats) for word in wide]


class ByteFloats:
    """
    Floats of integers of 4 or 6 bits, by shifts and masks only: conversions are few in a cycle.

    Words give bytes, those of four neighbouring columns in an i32, each an integer with its offset
    in front of zeros, below 128. Interleaved with constants two neighbouring bytes make an i32:

        0x40, odd column, 0x80, even column

    As a float32 that is `2 + odd / 64` and, in its lower half, a little of the even column, for
    which x of that column makes up: `of_row`. The float of the even column is made of the lower
    half: `2 - even / 256` by the product of -0x8000 and it; where no instruction multiplies i16,
    0x40 takes the place of 0x80, and the half is shifted to be `2 + even / 64`.
    """

    def __init__(self, b: LoopBuilder, words: BlockWords, lanes: int, product: ProductAttr | None):
        self.b, self.bits, self.lanes = b, words.bits, lanes
        self.scale = float(words.offset)
        self.integers, self.floats = vector_type(i32, lanes), vector_type(f32, lanes)
        self.product = product
        self.balanced, self.low = (-256, 0x80) if self.product else (64, 0x40)

    def load(self, memory: SSAValue, at: Index, offset: int) -> SSAValue:
        """Return a vector of words."""
        return self.b.load_stored(memory, at, offset, self.lanes)

    def terms(self, values: SSAValue) -> tuple[SSAValue, dict[bool, SSAValue]]:
        """
        Return what takes the place of neighbouring elements of x, and terms of the sum of a block.

        That sum is one of integers times x. Its terms differ for floats that are centred.
        """
        b, even, scale = self.b, self.balanced, self.scale
        low = self.low << 8
        factors = self.alternating(even / 64 * scale, scale)
        crosswise = self.alternating(-even * ULP * scale, 0)
        offsets = {
            False: (1 + even / 32, 3 + (low - 2 * even) * ULP),
            True: (0, (low + 64) * ULP),
        }
        swapped = b.shuffle(values, values, [lane ^ 1 for lane in range(self.lanes)])
        x = b.fma(values, factors, b.mulf(swapped, crosswise))
        return x, {
            is_centred: b.mulf(values, self.alternating(-first * scale, -second * scale))
            for is_centred, (first, second) in offsets.items()
        }

    def alternating(self, even: float, odd: float) -> SSAValue:
        """Return a vector of two floats again and again."""
        pair = int.from_bytes(struct.pack("<ff", even, odd), "little", signed=True)
        pairs = self.b.constant(pair, vector_type(i64, self.lanes // 2))
        return bitcast(self.b, pairs, self.floats)

    def columns(
        self, words: Sequence[Sequence[SSAValue]], is_centred: bool
    ) -> Iterator[StepColumn]:
        """
        Yield the floats of the columns of a step, from the words of each vector.

        Centred ones are `odd / 64 - 1` and `(even - 64) / -256`: one addition more each, and sums
        without what an offset rounds away.
        """
        for first, pairs in self.pairs(words):
            odds = [bitcast(self.b, pair, self.floats) for pair in pairs]
            yield first + 1, self.less(odds, 3 if is_centred else 0)
            evens = [self.even_float(pair) for pair in pairs]
            yield first, self.less(evens, 2 + 64 / self.balanced if is_centred else 0)

    def exact(self, words: Sequence[Sequence[SSAValue]]) -> Iterator[StepColumn]:
        """Yield the integers over the scale, by column."""
        upper = self.repeated(UPPER)
        factor, term = self.number(self.balanced / 64), self.number(-(1 + self.balanced / 32))
        for first, pairs in self.pairs(words):
            evens = [self.even_float(pair) for pair in pairs]
            yield first, [self.b.fma(even, factor, term) for even in evens]
            odds = [integer_op(self.b, arith.AndIOp, pair, upper) for pair in pairs]
            yield first + 1, self.less([bitcast(self.b, odd, self.floats) for odd in odds], 3)

    def less(self, values: list[SSAValue], offset: float) -> list[SSAValue]:
        """Return the values less an offset."""
        if not offset:
            return values
        return [self.b.addf(value, self.number(-offset)) for value in values]

    def number(self, value: float) -> SSAValue:
        """Return a number in all lanes."""
        return self.b.constant(float(value), self.floats)

    def pairs(self, words: Sequence[Sequence[SSAValue]]) -> Iterator[tuple[int, list[SSAValue]]]:
        """Yield the even column of each pair in a step, and the i32 of the pair in each vector."""
        bytes = ByteWords(self.b, self.bits, self.lanes, zeros=7 - self.bits)
        for place in range(len(words[0]) * 32 // self.bits // BYTES):
            fours = [bytes.four(vector, place) for vector in words]
            for half in (0, 1):
                yield BYTES * place + 2 * half, [self.interleaved(four, half) for four in fours]

    def repeated(self, pattern: int) -> SSAValue:
        """Return a pattern of bits in all lanes."""
        return self.b.constant(pattern, self.integers)

    def interleaved(self, four: SSAValue, half: int) -> SSAValue:
        """Bytes of the lower or upper half of each part, and constants in turn."""
        b, count = self.b, BYTES * self.lanes
        bytes = vector_type(i8, count)
        constants = bitcast(b, self.repeated(0x40004000 | self.low * 0x00010001), bytes)
        starts = [p + half * PART // 2 for p in range(0, count, PART)]
        mask = [at for s in starts for i in range(s, s + PART // 2) for at in (i, count + i)]
        return bitcast(b, b.shuffle(bitcast(b, four, bytes), constants, mask), self.integers)

    def even_float(self, pair: SSAValue) -> SSAValue:
        """Return the float of the lower half."""
        b = self.b
        if self.product is None:
            distance = b.constant(16, self.integers)
            return bitcast(b, integer_op(b, arith.ShLIOp, pair, distance), self.floats)
        halves = vector_type(i16, 2 * self.lanes)
        factors = bitcast(b, self.repeated(0x8000), halves)
        zero = b.constant(0, self.integers)
        product = b.dot(self.product, bitcast(b, pair, halves), factors, zero)
        return bitcast(b, product, self.floats)

"""Bytes of the integers of few bits that lie in words of i32, four columns in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from .....dialects.element_types import vector_type
from ..building.builder import LoopBuilder
from ..building.conversions import integer_op


@dataclass(frozen=True)
class ByteWords:
    """Vectors of words; an integer lies in its byte in front of so many zero bits (`zeros`)."""

    b: LoopBuilder
    bits: int
    lanes: int
    zeros: int = 0

    def fours(self, words: Sequence[SSAValue]) -> list[SSAValue]:
        """Return the bytes of each four columns of a step, in order."""
        return [self.four(words, place) for place in range(len(words) * 8 // self.bits)]

    def four(self, words: Sequence[SSAValue], place: int) -> SSAValue:
        """Return the bytes of the columns from `4 * place` on."""
        left, mask = self.zeros, (1 << self.bits) - 1 << self.zeros
        if self.bits == 8:
            return words[place]
        if self.bits == 4:
            return self.part(words[0], left - 4 * (place == 0), mask)
        if place < len(words):
            return self.part(words[place], left, mask)
        parts = [
            self.part(word, left + 2 * n - self.bits, 3 << left + 2 * n)
            for n, word in enumerate(words)
        ]
        return self.joined(self.joined(parts[0], parts[1]), parts[2])

    def joined(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """Return the bits of both."""
        return integer_op(self.b, arith.OrIOp, left, right)

    def part(self, word: SSAValue, left: int, mask: int) -> SSAValue:
        """Return some bits of each byte, after a shift to the left or to the right."""
        shift = arith.ShLIOp if left > 0 else arith.ShRUIOp
        moved = self.with_constant(shift, word, abs(left)) if left else word
        return self.with_constant(arith.AndIOp, moved, mask * 0x01010101)

    def with_constant(self, op: type[Operation], word: SSAValue, number: int) -> SSAValue:
        """Apply an integer op to a word and a number."""
        constant = self.b.constant(number, vector_type(i32, self.lanes))
        return integer_op(self.b, op, word, constant)

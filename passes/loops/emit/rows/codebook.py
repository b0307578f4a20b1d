"""Numbers that bytes are the places of, in a codebook of 256 floats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, bitcast, integer_op
from .block_bytes import StepColumn

BYTE = 8
"""Bits of a byte, and bytes of the widest word."""


@dataclass(frozen=True)
class CodebookFloats:
    """
    One column a step, looked up lane by lane.

    A load for each number, blended into a vector, takes less time than an instruction that gathers:
    of 8 lanes 9.2 ns against 14.6 (Zen 3).
    """

    b: LoopBuilder
    codebook: SSAValue
    lanes: int
    scale: float = 1

    def load(self, memory: SSAValue, at: Index, offset: int, count: int | None = None) -> SSAValue:
        """
        Return a vector of numbers, from the bytes of as many places; maybe the first ones alone.
        """
        size, count = min(self.lanes, BYTE), self.lanes if count is None else count
        parts = [
            self._part(self.b.load_stored(memory, at, offset + first, size, count - first))
            for first in range(0, self.lanes, size)
            if first < count
        ]
        if len(parts) == 1:
            return self.b.resized(parts[0], self.lanes)
        return self.b.shuffle(parts[0], parts[1], range(2 * size))

    def _part(self, places: SSAValue) -> SSAValue:
        """Return the numbers at places that are a word together."""
        b, size = self.b, min(self.lanes, BYTE)
        type = IntegerType(BYTE * size)
        word, numbers = bitcast(b, places, type), list[SSAValue]()
        for lane in range(size):
            moved = integer_op(b, arith.ShRUIOp, word, b.constant(BYTE * lane, type))
            place = integer_op(b, arith.AndIOp, moved, b.constant(0xFF, type))
            numbers.append(b.broadcast(self.codebook, as_index(b, place), 0, size))
        while len(numbers) > 1:
            width = size // len(numbers)
            numbers = [
                b.shuffle(left, right, [i + size * (i // width % 2) for i in range(size)])
                for left, right in zip(numbers[::2], numbers[1::2], strict=True)
            ]
        return numbers[0]

    def exact(self, words: Sequence[Sequence[SSAValue]]) -> Iterator[StepColumn]:
        """Yield the numbers, by column."""
        yield 0, [number for (number,) in words]

"""Words in which panels have a matrix of few bits: `#ncnn.block_integers`, places in a codebook."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType, i8, i32

from ..element_types import u8

CODEBOOK_ENTRIES = 256
BYTES = 4
"""Columns that come out of words together, as bytes of an i32."""


@dataclass(frozen=True)
class BlockWords:
    """The words of integers of so many bits, of a row."""

    bits: int
    columns: int
    """Neighbouring columns whose integers lie together."""
    words: int
    """Words that these take."""
    offset: int
    """Added to the integers, so that none is negative."""
    element: IntegerType = i32

    def steps(self, columns: int) -> int:
        """Return how often `self.columns` neighbours begin in a row of so many."""
        return -(-columns // self.columns)

    def count(self, columns: int) -> int:
        """Return the words of a row of so many columns."""
        return self.steps(columns) * self.words


WORDS = {
    words.bits: words
    for words in (BlockWords(4, 8, 1, 8), BlockWords(6, 16, 3, 32), BlockWords(8, 1, 1, 0, i8))
}
"""Bits of an integer -> its words."""

BYTE_WORDS = {**WORDS, 8: BlockWords(8, 4, 1, 128)}
"""The same for products of integers, for which bytes of four columns lie in an i32."""

INDICES = BlockWords(8, 1, 1, 0, u8)
"""Places of numbers in a codebook."""

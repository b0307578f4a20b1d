"""Formats of the words that panels hold: `#ncnn.block_integers`, indices into a codebook."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.dialects.builtin import IntegerType, i8, i32

from ..element_types import u8
from ..target.products import INT8, ProductTypes

CODEBOOK_ENTRIES = 256
BYTES = 4
"""Number of columns unpacked together, as bytes of an i32."""


@dataclass(frozen=True)
class BlockWords:
    """The format of a row of packed integers of `bits` bits."""

    bits: int
    columns: int
    """Number of neighbouring columns packed together."""
    words: int
    """Number of words that they take."""
    offset: int
    """Offset added to the integers, so that none is negative."""
    element: IntegerType = i32

    def steps(self, columns: int) -> int:
        """Return the number of groups of `self.columns` neighbours in a row of `columns`."""
        return -(-columns // self.columns)

    def count(self, columns: int) -> int:
        """Return the number of words in a row of `columns`."""
        return self.steps(columns) * self.words


WORDS = {
    words.bits: words
    for words in (BlockWords(4, 8, 1, 8), BlockWords(6, 16, 3, 32), BlockWords(8, 1, 1, 0, i8))
}
"""Bits of an integer -> format of its words."""

BYTE_WORDS = {**WORDS, 8: BlockWords(8, 4, 1, 128)}
"""The same for integer products: the 8-bit integers of four columns share an i32."""


def byte_words(bits: int, types: ProductTypes) -> BlockWords:
    """Return the format for a product of such types: signed bytes need no offset."""
    words = BYTE_WORDS[bits]
    is_whole = bits == INT8.weight.bits
    return replace(words, offset=0) if is_whole and types == INT8 else words


INDICES = BlockWords(8, 1, 1, 0, u8)
"""Format of indices into a codebook."""

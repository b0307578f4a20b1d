"""Convert integers of few bits to the words that kernels read."""

from __future__ import annotations

import numpy as np

from ....dialects.kernel.block_words import BYTES, BlockWords


def words_of_rows(stored: np.ndarray, kind: BlockWords, columns: int) -> np.ndarray:
    """Return the words of rows of packed integers, as i32."""
    size = kind.steps(columns) * kind.columns * kind.bits // 8
    rows = np.ascontiguousarray(stored, np.int8).view(np.uint8)
    if size > rows.shape[1]:
        rows = np.pad(rows, ((0, 0), (0, size - rows.shape[1])))
    words = WORDS_OF_ROWS[kind.bits](rows) if kind.offset else rows
    return words.reshape(len(stored), -1).view(np.int32)


def halves_apart(words: np.ndarray) -> np.ndarray:
    """Group words by four: return the low halves of each group, then its high halves."""
    words = words.view(np.uint32)
    # Move four halves as one number: numpy is slow at moving shorter ones.
    apart = np.empty((len(words) // BYTES, 2), np.uint64)
    for index, half in enumerate((words, words >> 16)):
        apart[:, index] = half.astype(np.uint16).view(np.uint64)
    return apart.reshape(-1).view(np.int32)


def words_of_nibbles(rows: np.ndarray) -> np.ndarray:
    """Return words of 4 bits: of eight columns, number i is above number i + 4."""
    # Adding half of their range to two's complement integers flips their highest bits.
    columns = rows.view(np.uint32) ^ np.uint32(0x88888888)
    words = columns >> 16
    columns <<= 16
    words |= columns
    # Columns 45670123: exchange the inner bytes, 45016723, then the inner integers of both halves.
    for distance, places in ((8, 0x0000FF00), (4, 0x00F000F0)):
        differences = np.right_shift(words, distance, out=columns)
        differences ^= words
        differences &= np.uint32(places)
        words ^= differences
        differences <<= distance
        words ^= differences
    return words


def words_of_six_bits(rows: np.ndarray) -> np.ndarray:
    """
    Return bytes of words of 6 bits: of sixteen columns, the last four fill the others' upper two
    bits.
    """
    triples = rows.reshape(-1, 4, 3).astype(np.uint32)
    together = triples[..., 0] | triples[..., 1] << 8 | triples[..., 2] << 16
    integers = (together[..., None] >> np.arange(0, 24, 6, dtype=np.uint32) & 63 ^ 32).astype(
        np.uint8
    )
    spread = [integers[:, 3] >> 2 * place & 3 for place in range(3)]
    return integers[:, :3] | np.stack(spread, 1) << 6


def words_of_bytes(rows: np.ndarray) -> np.ndarray:
    """Return bytes of words of 8 bits."""
    return rows ^ np.uint8(1 << 7)


WORDS_OF_ROWS = {4: words_of_nibbles, 6: words_of_six_bits, 8: words_of_bytes}
"""Bits of an integer -> function that converts rows to words."""

"""
The separate file of a library's weights.

    magic (8) | bytes of weights (8) | checksum (8) | zeros up to 64 | weights

Little-endian. The library contains the first 24 bytes, and verifies the checksum when it maps the
file (`runtime/weights_beside.c`): at the speed of memory, without SHA-256 in C.
"""

from __future__ import annotations

import struct

import numpy as np

MAGIC = b"NCNNCWT1"
HEAD = struct.Struct("<8sQQ")
HEAD_BYTES = 64
"""Offset of the weights."""
WORDS = 1 << 16
"""Number of words hashed at once."""
PLACE, MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
"""
Odd numbers with evenly spread bits. Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number
Generators, OOPSLA 2014.
"""


class Checksum:
    """The sum modulo 2^64 of all 64-bit words, each mixed with its position, counted from 1."""

    def __init__(self) -> None:
        self._sum = 0
        self._words = 0
        self._rest = bytearray()

    def update(self, data: memoryview) -> None:
        """Add bytes; their total number must be a multiple of 8 at the end."""
        self._rest += data
        whole = len(self._rest) // 8 * 8
        words = np.frombuffer(bytes(self._rest[:whole]), "<u8")
        del self._rest[:whole]
        for start in range(0, len(words), WORDS):
            self._take(words[start : start + WORDS])

    def _take(self, words: np.ndarray) -> None:
        places = np.arange(self._words + 1, self._words + len(words) + 1, dtype=np.uint64)
        mixed = words ^ places * PLACE
        mixed = (mixed ^ mixed >> np.uint64(32)) * MIX
        mixed ^= mixed >> np.uint64(29)
        self._sum = (self._sum + int(mixed.sum())) % (1 << 64)
        self._words += len(words)

    @property
    def value(self) -> int:
        """Return the checksum of the bytes seen so far."""
        return self._sum


def file_head(size: int, checksum: int) -> bytes:
    """Return the header of the file, before the zero padding."""
    return HEAD.pack(MAGIC, size, checksum)

"""Compute digests of the sections of a `.ncnnc` file incrementally."""

from __future__ import annotations

import hashlib
from typing import Protocol

import numpy as np

BLOCK_ROWS, BLOCK_COLUMNS = 256, 512
BLOCK_BYTES = BLOCK_ROWS * BLOCK_COLUMNS * 8


class Digest(Protocol):
    """The interface common to `hashlib` and this module."""

    def update(self, data: memoryview, /) -> None:
        """Add the next bytes."""
        ...

    def hexdigest(self) -> str:
        """Return the digest of all bytes added so far."""
        ...


class WeightsDigest:
    """
    A digest that runs at the speed of memory: 6 ms for 100 MB, where SHA-256 takes 55.

    The bytes are taken as 64-bit words in blocks of 256 rows and 512 columns (1 MiB), the last one
    filled up with zeros. The sums of each row and of each column, modulo 2^64, are hashed. Damage
    to up to three words of a block always changes one, and so does the exchange of two words.
    """

    def __init__(self, size: int):
        """Create the digest of `size` bytes."""
        self._digest = hashlib.sha256(size.to_bytes(8, "little"))
        self._rest = bytearray()
        """Bytes of an incomplete block."""

    def update(self, data: memoryview) -> None:
        """Add the next bytes."""
        start = 0
        if self._rest:
            start = min(BLOCK_BYTES - len(self._rest), len(data))
            self._rest += data[:start]
            if len(self._rest) < BLOCK_BYTES:
                return
            self._take_block(self._rest)
            self._rest = bytearray()
        end = start + (len(data) - start) // BLOCK_BYTES * BLOCK_BYTES
        for at in range(start, end, BLOCK_BYTES):
            self._take_block(data[at : at + BLOCK_BYTES])
        self._rest += data[end:]

    def _take_block(self, block: memoryview | bytearray) -> None:
        words = np.frombuffer(block, "<u8").reshape(BLOCK_ROWS, BLOCK_COLUMNS)
        self._digest.update(words.sum(axis=0))
        self._digest.update(words.sum(axis=1))

    def hexdigest(self) -> str:
        """Return the digest of all bytes; no more can be added."""
        if self._rest:
            self._take_block(self._rest.ljust(BLOCK_BYTES, b"\0"))
            self._rest = bytearray()
        return self._digest.hexdigest()


def section_digest(section: str, size: int) -> Digest:
    """Return the digest for a section of `size` bytes, without any bytes yet."""
    return WeightsDigest(size) if section == "weights" else hashlib.sha256()

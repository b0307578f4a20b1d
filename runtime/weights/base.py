"""Represent the weights of a program: bytes in memory or in a mapped file, or made on demand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

import numpy as np

from ..model.tensors import ALIGNMENT, aligned_empty
from ..system import here

LARGE = 1 << 20
"""Bytes of weights from which on the memory nodes of their pages matter."""


class MadeWeights(ABC):
    """Weights made on demand."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the size. Units: bytes."""

    def __bytes__(self) -> bytes:
        return b"".join(self.pieces())

    @abstractmethod
    def pieces(self) -> Iterator[memoryview]:
        """Return the bytes, one piece after the other."""

    @abstractmethod
    def in_memory(self) -> memoryview:
        """Return all bytes, read-only and aligned for native code; they are made once."""


class LazyWeights(MadeWeights):
    """
    Weights made on demand, piece by piece.

    Writing them to a file never holds all of them in memory. All models of a program in this
    process share the bytes that the first one makes.
    """

    def __init__(self, size: int, make: Callable[[], Iterator[memoryview]]):
        """Create weights of `size` bytes, which `make` returns in pieces."""
        self._size = size
        self._make = make
        self._made: memoryview | None = None

    def __len__(self) -> int:
        """Return the size. Units: bytes."""
        return self._size

    def __bytes__(self) -> bytes:
        return bytes(self.in_memory())

    def pieces(self) -> Iterator[memoryview]:
        """Return the bytes, one piece after the other."""
        if self._made is not None:
            return iter([self._made])
        return self._make()

    def in_memory(self) -> memoryview:
        """Return all bytes, read-only and aligned for native code; they are made once."""
        if self._made is None:
            array = empty_weights(self._size)
            at = 0
            for piece in self._make():
                array[at : at + len(piece)] = piece
                at += len(piece)
            self._made = array.data.toreadonly()
            self._make = no_pieces  # Frees what it references.
        return self._made


def empty_weights(size: int) -> np.ndarray:
    """Return memory for weights, which all threads read, on all memory nodes."""
    array = aligned_empty((size,), "uint8")
    if size >= LARGE:
        here.spread_over_nodes(array.ctypes.data, size)
    return array


Weights = memoryview | bytes | MadeWeights


def no_pieces() -> Iterator[memoryview]:
    """Yield nothing."""
    return iter(())


def weight_pieces(weights: Weights) -> Iterator[memoryview]:
    """Return the bytes of any weights, one piece after the other."""
    if isinstance(weights, MadeWeights):
        return weights.pieces()
    return iter([memoryview(weights).cast("B")])


def aligned_weights(weights: Weights) -> memoryview:
    """
    Return all bytes of any weights, aligned for native code; they are copied only if necessary.
    """
    if isinstance(weights, MadeWeights):
        return weights.in_memory()
    array = np.frombuffer(weights, np.uint8)
    if array.ctypes.data % ALIGNMENT == 0:
        return array.data
    aligned = empty_weights(array.size)
    aligned[:] = array
    return aligned.data.toreadonly()

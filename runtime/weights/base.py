"""The weights of a program: bytes in memory or in a mapped file, or still to be made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

import numpy as np

from ..model.tensors import ALIGNMENT, aligned_empty


class MadeWeights(ABC):
    """Weights that are made when they are needed."""

    @abstractmethod
    def __len__(self) -> int:
        """Units: bytes."""

    def __bytes__(self) -> bytes:
        return b"".join(self.pieces())

    @abstractmethod
    def pieces(self) -> Iterator[memoryview]:
        """The bytes, one piece after the other."""

    @abstractmethod
    def in_memory(self) -> memoryview:
        """All bytes, read-only and aligned for native code; made once."""


class LazyWeights(MadeWeights):
    """
    Weights that are made piece by piece, when they are needed.

    Written to a file they are never whole in memory. All models of a program in this process share
    what the first of them has made.
    """

    def __init__(self, size: int, make: Callable[[], Iterator[memoryview]]):
        """`make` gives the bytes in pieces, `size` in all."""
        self._size = size
        self._make = make
        self._made: memoryview | None = None

    def __len__(self) -> int:
        """Units: bytes."""
        return self._size

    def __bytes__(self) -> bytes:
        return bytes(self.in_memory())

    def pieces(self) -> Iterator[memoryview]:
        """The bytes, one piece after the other."""
        if self._made is not None:
            return iter([self._made])
        return self._make()

    def in_memory(self) -> memoryview:
        """All bytes, read-only and aligned for native code; made once."""
        if self._made is None:
            array = aligned_empty((self._size,), "uint8")
            at = 0
            for piece in self._make():
                array[at : at + len(piece)] = piece
                at += len(piece)
            self._made = array.data.toreadonly()
            self._make = no_pieces  # What it holds is not needed any more.
        return self._made


Weights = memoryview | bytes | MadeWeights


def no_pieces() -> Iterator[memoryview]:
    """Yield nothing."""
    return iter(())


def weight_pieces(weights: Weights) -> Iterator[memoryview]:
    """The bytes of any weights, one piece after the other."""
    if isinstance(weights, MadeWeights):
        return weights.pieces()
    return iter([memoryview(weights).cast("B")])


def aligned_weights(weights: Weights) -> memoryview:
    """All bytes of any weights where native code may read them; copied only if they must be."""
    if isinstance(weights, MadeWeights):
        return weights.in_memory()
    array = np.frombuffer(weights, np.uint8)
    if array.ctypes.data % ALIGNMENT == 0:
        return array.data
    aligned = aligned_empty(array.shape, "uint8")
    aligned[:] = array
    return aligned.data.toreadonly()

"""Share rows of states between sessions, with copy-on-write pages."""

from __future__ import annotations

import mmap
import os
import weakref
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ..system import here

PAGE = mmap.PAGESIZE


class RowsOfState(Protocol):
    """Interface of a growing state for this module."""

    array: np.ndarray

    def rows(self, array: np.ndarray, end: int, begin: int = 0) -> list[np.ndarray]: ...


class SharedRows:
    """
    The first rows of states in a file in memory; it is written only once.

    Sessions map it privately: the system copies a page at the first write.
    """

    def __init__(self, states: Sequence[RowsOfState], length: int):
        """
        Copy the first `length` rows. Raises: OSError, AttributeError if the system has no such
        files.
        """
        self.length = length
        self._places: list[tuple[RowsOfState, int]] = []
        size = 0
        for state in states:
            self._places.append((state, size))
            size += -(-state.array.nbytes // PAGE) * PAGE
        self._size = size
        self._file = here.memory_file("ncnnc-states")
        weakref.finalize(self, os.close, self._file)
        os.ftruncate(self._file, size)
        for array, state in zip(self._mapped(mmap.MAP_SHARED), states, strict=True):
            copy_rows(state, state.array, array, 0, length)

    def mapped(self) -> list[np.ndarray]:
        """Return an array for each state, with private writes. Raises: OSError."""
        return self._mapped(mmap.MAP_PRIVATE)

    def _mapped(self, flags: int) -> list[np.ndarray]:
        memory = mmap.mmap(self._file, self._size, flags)
        return [
            np.ndarray(state.array.shape, state.array.dtype, memory, at)
            for state, at in self._places
        ]


def copy_rows(
    state: RowsOfState, source: np.ndarray, destination: np.ndarray, begin: int, end: int
) -> None:
    """Copy rows of a state from one array to another, including all of their panels."""
    if begin == end:
        return
    pairs = zip(state.rows(destination, end, begin), state.rows(source, end, begin), strict=True)
    for to, rows in pairs:
        to[...] = rows

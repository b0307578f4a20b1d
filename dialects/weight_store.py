"""The arrays behind `ncnn.weight` handles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .unique_names import UniqueNames

Array = np.ndarray


class WeightStore:
    """
    Arrays by key; an entry may be a function that decodes or computes its array on first use.

    Entries made from a mapped `.bin` are views of the mapping: nothing is copied until used.
    """

    def __init__(self) -> None:
        self._arrays: dict[str, Array | Callable[[], Array]] = {}
        self._keys = UniqueNames("#")

    def add(self, key: str, array: Array | Callable[[], Array]) -> str:
        """Store an array (or what makes it) under `key`, made unique; returns the key used."""
        unique = self._keys.take(key)
        self._arrays[unique] = array
        return unique

    def get(self, key: str) -> Array:
        """The array. Raises: KeyError if there is none."""
        array = self._arrays[key]
        if callable(array):
            array = array()
            self._arrays[key] = array
        return array

    def discard(self, key: str) -> None:
        """Forget an array that nothing names any more."""
        self._arrays.pop(key, None)

    def __contains__(self, key: str) -> bool:
        return key in self._arrays

    def __len__(self) -> int:
        return len(self._arrays)

"""The arrays behind `ncnn.weight` handles."""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Protocol, runtime_checkable

import numpy as np

from .bfloat16 import bits_of_bf16
from .unique_names import UniqueNames

Array = np.ndarray


@runtime_checkable
class PiecewiseArray(Protocol):
    """An array that can be computed whole, or in pieces without ever being whole in memory."""

    def __call__(self) -> Array: ...

    def pieces(self) -> Iterator[Array]:
        """Return the flat arrays that hold its elements one after the other."""
        ...


@runtime_checkable
class PartialArray(Protocol):
    """An array with parts that can be decoded separately."""

    def __call__(self) -> Array: ...

    def elements(self, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`."""
        ...


@runtime_checkable
class WidenedArray(Protocol):
    """A float32 array stored as float16 in a file."""

    shape: tuple[int, ...]

    def __call__(self) -> Array: ...

    def halves(self, start: int, stop: int) -> Array:
        """Return the stored float16 elements of the flat array from `start` up to `stop`."""
        ...


@runtime_checkable
class LookedUpArray(Protocol):
    """A float32 array stored as indices into a codebook."""

    shape: tuple[int, ...]

    def __call__(self) -> Array: ...

    def codebook(self) -> Array:
        """Return all numbers of the array."""
        ...

    def places(self, start: int, stop: int) -> Array:
        """Return the indices of the elements from `start` up to `stop`, as uint8."""
        ...


@runtime_checkable
class DescribedArray(Protocol):
    """An array with a content key that needs no computation."""

    def __call__(self) -> Array: ...

    def content(self) -> str:
        """See `WeightStore.content`."""
        ...


class WeightStore:
    """
    Arrays by key; an entry may be a function that decodes or computes its array on first use.

    Entries made from a mapped `.bin` are views of the mapping: nothing is copied until used.
    """

    def __init__(self) -> None:
        self._arrays: dict[str, Array | Callable[[], Array]] = {}
        self._computed: dict[str, Array] = {}
        """The computed arrays of entries that are functions."""
        self._keys = UniqueNames("#")
        self._shared: frozenset[str] = frozenset()
        """The keys of arrays shared with the store that this was copied from."""

    def copy(self) -> WeightStore:
        """Copy the store, sharing arrays and their content keys; additions stay in the copy."""
        other = WeightStore()
        other._arrays = dict(self._arrays)
        other._keys = self._keys.copy()
        other._shared = frozenset(self._arrays)
        return other

    def add(self, key: str, array: Array | Callable[[], Array]) -> str:
        """Store an array, or a function that computes it, under a unique `key`; return the key."""
        unique = self._keys.take(key)
        self._arrays[unique] = array
        return unique

    def requested_key(self, key: str) -> str:
        """Return the requested key, from which the unique `key` was made."""
        return self._keys.requested(key)

    def get(self, key: str) -> Array:
        """Return the array. Raises: KeyError if there is none."""
        array = self._arrays[key]
        if not callable(array):
            return array
        if key not in self._computed:
            self._computed[key] = array()
        return self._computed[key]

    def has_halves(self, key: str) -> bool:
        """Return whether an array is stored as float16, and widened on use."""
        return isinstance(self._arrays.get(key), WidenedArray)

    def add_halves(self, key: str) -> str:
        """Store an array that `has_halves` as float16; return the key."""
        array = self._arrays[key]
        assert isinstance(array, WidenedArray)  # by `has_halves`
        return self.add(self.requested_key(key), Float16Elements(array, self.content(key)))

    def has_codebook(self, key: str) -> bool:
        """Return whether an array is stored as indices into a codebook."""
        return isinstance(self._arrays.get(key), LookedUpArray)

    def add_codebook(self, key: str) -> tuple[str, str]:
        """Store an array that `has_codebook` as indices, and the codebook; return both keys."""
        array, name = self._arrays[key], self.requested_key(key)
        assert isinstance(array, LookedUpArray)  # by `has_codebook`
        return self.add(name, Places(array)), self.add(name, array.codebook())

    def add_bfloats(self, key: str) -> str:
        """Store a float32 array rounded to bfloat16; return the key."""
        return self.add(self.requested_key(key), Bfloats(self, key))

    def content(self, key: str) -> str:
        """Return an array's content key without computing it; equal keys, equal arrays."""
        if key in self._shared:
            return f"stored {key}"
        array = self._arrays[key]
        if isinstance(array, DescribedArray):
            return array.content()
        content = array_content(self.get(key))
        self.release(key)
        return content

    def elements(self, key: str, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`; decode no others."""
        array = self._arrays[key]
        if isinstance(array, PartialArray) and key not in self._computed:
            return array.elements(start, stop)
        return self.get(key).reshape(-1)[start:stop]

    def pieces(self, key: str) -> Iterator[Array]:
        """Yield the array in pieces, one after the other, and release its memory."""
        array = self._arrays[key]
        if isinstance(array, PiecewiseArray) and key not in self._computed:
            yield from array.pieces()
        else:
            yield self.get(key)
        self.release(key)

    def release(self, key: str) -> None:
        """Release the memory of an array that can be computed again, or read from a file."""
        self._computed.pop(key, None)
        array = self._arrays.get(key)
        if isinstance(array, np.ndarray):
            release_pages(array)

    def discard(self, key: str) -> None:
        """Remove an array that is no longer referenced."""
        self._arrays.pop(key, None)
        self._computed.pop(key, None)

    def __contains__(self, key: str) -> bool:
        return key in self._arrays

    def __len__(self) -> int:
        return len(self._arrays)


class WidenedHalves:
    """A float32 array stored as float16."""

    def __init__(self, array: Array):
        self._halves = array.reshape(-1)
        self.shape = array.shape

    @classmethod
    def of(cls, array: Array) -> WidenedHalves | None:
        """Return an array as float16; None if that is not exact."""
        with np.errstate(over="ignore"):
            halves = array.astype(np.float16)
        return cls(halves) if np.array_equal(halves, array) else None

    def __call__(self) -> Array:
        return self.elements(0, self._halves.size).reshape(self.shape)

    def elements(self, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`."""
        return self.halves(start, stop).astype(np.float32)

    def halves(self, start: int, stop: int) -> Array:
        """Return the same elements as float16."""
        return self._halves[start:stop]

    def content(self) -> str:
        """See `WeightStore.content`."""
        return f"widened {array_content(self._halves)}"


@dataclass(frozen=True)
class Float16Elements:
    """The float16 elements of a widened array."""

    widened: WidenedArray
    widened_content: str

    def __call__(self) -> Array:
        return self.elements(0, prod(self.widened.shape)).reshape(self.widened.shape)

    def elements(self, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`."""
        return self.widened.halves(start, stop)

    def content(self) -> str:
        """See `WeightStore.content`."""
        return f"float16 of {self.widened_content}"


@dataclass(frozen=True)
class Places:
    """The indices of an array's elements in its codebook."""

    array: LookedUpArray

    def __call__(self) -> Array:
        return self.elements(0, prod(self.array.shape)).reshape(self.array.shape)

    def elements(self, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`."""
        return self.array.places(start, stop)

    def content(self) -> str:
        """See `WeightStore.content`."""
        places = self()
        content = array_content(places)
        release_pages(places)
        return content


@dataclass(frozen=True)
class Bfloats:
    """The bits of the bfloat16 nearest to each element of an array, ties to even."""

    store: WeightStore
    key: str

    def __call__(self) -> Array:
        return bits_of_bf16(self.store.get(self.key))

    def elements(self, start: int, stop: int) -> Array:
        """Return the elements of the flat array from `start` up to `stop`."""
        return bits_of_bf16(self.store.elements(self.key, start, stop))

    def content(self) -> str:
        """See `WeightStore.content`."""
        return f"bfloat16 of {self.store.content(self.key)}"


def array_content(array: Array) -> str:
    """Return the shape, element type and SHA-256 of an array."""
    digest = hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()
    return f"{array.dtype}{list(array.shape)} {digest}"


def release_pages(array: Array) -> None:
    """Release a mapped view's pages from memory; they are read again on access."""
    base = array
    while isinstance(base, np.ndarray):
        base = base.base
    file = getattr(base, "obj", None)  # of a memoryview, though numpy says that bases are arrays
    advice = getattr(mmap, "MADV_DONTNEED", None)
    if advice is None or not isinstance(file, mmap.mmap) or not array.flags.c_contiguous:
        return
    offset = array.ctypes.data - np.frombuffer(file, np.uint8).ctypes.data
    start = offset - offset % mmap.PAGESIZE
    file.madvise(advice, start, offset + array.nbytes - start)

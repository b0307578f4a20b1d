"""ncnn's allocators: numpy allocates memory here, so a pool only returns and frees buffers."""

from __future__ import annotations

import ctypes

import numpy as np

from ..dialects.alignment import align_up
from .values import as_float

ALIGNMENT = 64
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
address_of = ctypes.pythonapi.PyCapsule_GetPointer
address_of.restype = ctypes.c_void_p
address_of.argtypes = (ctypes.py_object, ctypes.c_char_p)


class Allocator:
    """An `allocator` argument of functions; it has no effect here."""


class PoolAllocator(Allocator):
    """A pool of memory; buffers are freed by `fastFree`, or with the pool."""

    def set_size_compare_ratio(self, src: float) -> None:
        """Accept a ratio between 0 and 1, and ignore it."""
        as_float(src)

    def fastMalloc(self, size: int) -> object:
        """Return a capsule with the address of `size` bytes, aligned to 64."""
        memory = np.empty(size + ALIGNMENT, np.uint8)
        address = align_up(memory.ctypes.data, ALIGNMENT)
        self.__dict__.setdefault("memory", {})[address] = memory
        return new_capsule(address, None, None)

    def fastFree(self, ptr: object) -> None:
        """Free a buffer of `fastMalloc`. Raises: ValueError for anything else."""
        self.__dict__.setdefault("memory", {}).pop(address_of(ptr, None), None)

    def clear(self) -> None:
        """Do nothing: no memory is kept in reserve."""


class UnlockedPoolAllocator(PoolAllocator):
    """A pool for one thread, here the same as `PoolAllocator`."""


def as_allocator(value: object) -> Allocator | None:
    """Return an allocator or None. Raises: TypeError for anything else."""
    if value is None or isinstance(value, Allocator):
        return value
    raise TypeError(f"an allocator or None is wanted, not {value!r}")

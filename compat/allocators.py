"""ncnn's allocators: memory is numpy's here, so a pool only hands out buffers and forgets them."""

from __future__ import annotations

from .values import as_float


class Allocator:
    """An argument `allocator` of functions; it changes nothing here."""


class PoolAllocator(Allocator):
    """A pool of memory; buffers are freed when nobody holds them."""

    def set_size_compare_ratio(self, src: float) -> None:
        """Accept a ratio between 0 and 1, and ignore it."""
        as_float(src)

    def fastMalloc(self, size: int) -> bytearray:
        """Return a buffer of `size` bytes."""
        return bytearray(size)

    def fastFree(self, ptr: bytearray) -> None:
        """Accept a buffer that is not needed any more."""

    def clear(self) -> None:
        """Do nothing: there is no memory in reserve."""


class UnlockedPoolAllocator(PoolAllocator):
    """A pool for one thread; here the same."""


def as_allocator(value: object) -> Allocator | None:
    """Return an allocator or None. Raises: TypeError for anything else."""
    if value is None or isinstance(value, Allocator):
        return value
    raise TypeError(f"an allocator or None is wanted, not {value!r}")

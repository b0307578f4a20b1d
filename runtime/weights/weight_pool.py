"""
Share the weights of one model's programs for several shapes in one memory.

Every distinct array has one place; the code of all programs that read it counts offsets from the
same address. A place is freed with the last program that reads it.
"""

from __future__ import annotations

import mmap
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..model.tensors import ALIGNMENT
from ..system import here
from .base import MadeWeights
from .free_space import FreeSpace

GROWTH = 16
"""Capacity of a pool relative to the weights of the first program, which may have many forms."""
LEAST_CAPACITY = 256 << 20


@dataclass(frozen=True)
class PoolArray:
    """An array that a program reads: equal contents stand for equal bytes."""

    content: str
    nbytes: int
    pieces: Callable[[], Iterator[memoryview]]
    """Makes the bytes."""

    @property
    def space(self) -> int:
        """Return the bytes of its place."""
        return max(-(-self.nbytes // ALIGNMENT), 1) * ALIGNMENT


class PooledArray:
    """Place of an array, and the number of its readers."""

    def __init__(self, array: PoolArray, offset: int):
        self.content = array.content
        self.offset = offset
        self.nbytes = array.nbytes
        self.space = array.space
        self.pieces: Callable[[], Iterator[memoryview]] | None = array.pieces
        """Makes the bytes; None once they are in the memory."""
        self.readers = 0


class WeightPool:
    """
    Reserved memory; only written pages take space.

    Not thread-safe, except for `leave` at the end of a program, which any thread may call.
    """

    def __init__(self, capacity: int):
        """Reserve memory. Raises: OSError if the address space is too small."""
        self._memory = here.reserved_memory(capacity)
        self._free = FreeSpace(capacity)
        self._places: dict[str, PooledArray] = {}
        self._unread: deque[Sequence[PooledArray]] = deque()
        """The places of deleted programs."""

    def take(self, arrays: Sequence[PoolArray]) -> PooledWeights | None:
        """
        Allocate places for the arrays of a program; allocate nothing and return None if not all
        fit.
        """
        self.free_unread()
        taken: list[PooledArray] = []
        for array in arrays:
            place = self._places.get(array.content)
            if place is None:
                offset = self._free.take(array.space)
                if offset is None:
                    self._give_back(taken)
                    return None
                place = self._places[array.content] = PooledArray(array, offset)
            place.readers += 1
            taken.append(place)
        return PooledWeights(self, taken)

    def free_unread(self) -> None:
        """Free the places of deleted programs."""
        while self._unread:
            self._give_back(self._unread.popleft())

    def leave(self, places: Sequence[PooledArray]) -> None:
        """Record that a program was deleted. Any thread may call this at any time."""
        self._unread.append(places)

    def _give_back(self, places: Sequence[PooledArray]) -> None:
        for place in places:
            place.readers -= 1
            if place.readers == 0:
                del self._places[place.content]
                self._release_pages(*self._free.give_back(place.offset, place.space))

    def _release_pages(self, start: int, stop: int) -> None:
        """Release the pages within a free range to the system."""
        first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
        end = min(stop, len(self._memory)) // mmap.PAGESIZE * mmap.PAGESIZE
        if first < end:
            here.release_pages(self._memory, first, end - first)

    def write(self, places: Sequence[PooledArray]) -> None:
        """Write the arrays that are not in memory yet."""
        memory = memoryview(self._memory)
        for place in places:
            make = place.pieces
            if make is None:
                continue
            at = place.offset
            for piece in make():
                memory[at : at + len(piece)] = piece
                at += len(piece)
            place.pieces = None

    def view(self, size: int) -> memoryview:
        """Return the first `size` bytes, read-only."""
        return memoryview(self._memory)[:size].toreadonly()


class PooledWeights(MadeWeights):
    """The weights of one program in a pool: offsets count from the pool's first byte."""

    def __init__(self, pool: WeightPool, places: Sequence[PooledArray]):
        self.pool = pool
        self.places = tuple(places)
        """The places in the order of the arrays; several may be the same."""
        self._size = max((place.offset + place.space for place in places), default=0)
        weakref.finalize(self, pool.leave, self.places).atexit = False

    def __len__(self) -> int:
        """Return the end of the last array. Units: bytes."""
        return self._size

    @property
    def own_bytes(self) -> int:
        """Return the bytes freed with this program: arrays without other readers."""
        counts: dict[PooledArray, int] = {}
        for place in self.places:
            counts[place] = counts.get(place, 0) + 1
        return sum(place.space for place, count in counts.items() if place.readers == count)

    def in_memory(self) -> memoryview:
        """Write these weights, and return the pool up to their end."""
        self.pool.write(self.places)
        return self.pool.view(self._size)

    def pieces(self) -> Iterator[memoryview]:
        """Return the bytes, with zeros in place of those of other programs."""
        return pieces_of_places(self.pool, self.places, self._size)


def pieces_of_places(
    pool: WeightPool, places: Sequence[PooledArray], size: int
) -> Iterator[memoryview]:
    """Yield `size` bytes of a pool, zero outside these places; arrays are made on demand."""
    at = 0
    for place in sorted(set(places), key=lambda place: place.offset):
        yield memoryview(bytes(place.offset - at))
        at = place.offset + place.nbytes
        make = place.pieces
        yield from [pool.view(at)[place.offset :]] if make is None else make()
    yield memoryview(bytes(size - at))


class WeightPools:
    """
    Pools of memory: a new one starts when one is full, and each is freed with its last program.
    """

    def __init__(self) -> None:
        self._latest: WeightPool | None = None

    def take(self, arrays: Sequence[PoolArray]) -> PooledWeights:
        """Place a program's arrays in one pool. Raises: MemoryError if addresses are exhausted."""
        weights = None if self._latest is None else self._latest.take(arrays)
        if weights is None:
            needed = sum(array.space for array in arrays)
            self._latest = new_pool(needed)
            weights = self._latest.take(arrays)
            assert weights is not None
        return weights


def new_pool(needed: int) -> WeightPool:
    """Create a pool with spare room, if addresses suffice."""
    page = mmap.PAGESIZE
    least = max(-(-needed // page), 1) * page
    if here.RESERVES_MEMORY:
        with suppress(OSError):  # Addresses are limited: reserve only what is needed.
            return WeightPool(max(GROWTH * least, LEAST_CAPACITY))
    try:
        return WeightPool(least)
    except OSError as error:
        raise MemoryError(f"no room for {least} bytes of weights") from error

"""The elements of a `Mat`, and where ncnn has them."""

from __future__ import annotations

import sys
from math import prod

import numpy as np

from ..dialects.alignment import align_up
from .allocators import Allocator
from .extents import Extent, extents_of, within

ELEMENTS = {1: np.dtype(np.int8), 2: np.dtype(np.float16), 4: np.dtype(np.float32)}
"""Size of an element -> its type in ncnn."""
FLOAT32 = ELEMENTS[4]


class MatData:
    """Elements in C order, whose extents, sizes and gaps are counted as in ncnn."""

    array: np.ndarray | None = None
    """The elements, None if empty; if `n` is not 1, the batch is the first axis."""
    n: int = 1
    allocator: Allocator | None = None
    _elempack: int = 1
    _extents: tuple[int, ...] = ()
    """The shape of a Mat without elements."""
    _borrows: bool = False
    """True if the memory belongs to another object, which ncnn does not count."""
    _is_tight: bool = False
    """True if channels have no gaps in ncnn either."""
    _added: int = 0
    """References added by the program."""
    w, h, d, c = Extent(0), Extent(1), Extent(2), Extent(3)
    """The numbers of columns, rows, planes and channels; 1 for a missing axis."""

    def axes(self) -> tuple[int, ...]:
        """Return the extents in C order, without the batch's."""
        if self.array is None:
            return self._extents
        return self.array.shape if self.n == 1 else self.array.shape[1:]

    @property
    def dims(self) -> int:
        """Return the number of axes; 0 for an empty Mat."""
        return len(self.axes())

    def cut(self, shape: tuple[int, ...]) -> None:
        """
        Reduce to a smaller number of channels, keeping each one's first values in rows of the new
        length.

        Raises: ValueError if there are fewer values.
        """
        if self.array is None:
            self._extents = shape
            return
        *_, kept = extents_of(shape)
        count, batch = prod(shape) // kept, self.array.shape[: self.n != 1]
        channels = self.array.reshape(*batch, self.c, -1)
        if kept > self.c or count > channels.shape[-1]:
            raise ValueError(f"a Mat of shape {self.axes()} does not have one of {shape} in it")
        part = channels[..., :kept, :count].reshape(*batch, *shape)
        self.array = np.ascontiguousarray(part)

    @property
    def cstep(self) -> int:
        """Return the distance between channels in elements; ncnn rounds it up to 16 bytes."""
        plane, size = self.w * self.h * self.d, self.elemsize
        return plane if self._is_tight or not size else align_up(plane * size, 16) // size

    @property
    def elemsize(self) -> int:
        """Return the size of an element in bytes."""
        if self.array is None:
            return 4 if self._extents else 0
        return self.array.itemsize

    @property
    def elempack(self) -> int:
        """Return the number of values in an element."""
        return self._elempack if self.axes() else 0

    @property
    def refcount(self) -> int | None:
        """
        Return the number of Mats with this memory; None if it is an array's, or if there is none.
        """
        if self.array is None or self._borrows:
            return None
        return max(sys.getrefcount(self.array) - 2, 1) + self._added

    def elembits(self) -> int:
        """Return the number of bits of a value."""
        return self.elemsize * 8 // self.elempack if self.elempack else 0

    def total(self) -> int:
        """
        Return the number of elements of an item of a batch, with ncnn's gaps between channels.
        """
        return self.cstep * self.c

    def empty(self) -> bool:
        """Return whether there are no elements."""
        return self.array is None

    def elements(self) -> np.ndarray:
        """
        Return the values in ncnn's type for their size. Raises: RuntimeError if there are none.
        """
        array = self.array
        if array is None:
            raise RuntimeError("the Mat is empty")
        value = array.itemsize // self._elempack
        return array.view(ELEMENTS.get(value, array.dtype))

    def _first(self) -> np.ndarray:
        """
        Return the elements of the first item of the batch. Raises: RuntimeError if there are none.
        """
        if self.array is None:
            raise RuntimeError("the Mat is empty")
        return self.array if self.n == 1 else self.array[0]

    def _place(self, i: int) -> int:
        """
        Return the index, without gaps, of ncnn's value `i`. Raises: IndexError in a gap or out of
        range.
        """
        pack, step = self._elempack, self.cstep
        plane = self.w * self.h * self.d * pack
        channel, place = divmod(i, max(step * pack, 1))
        within(channel, 1, self.c, "channel")
        return channel * plane + within(place, 1, plane, "element").start

"""ncnn's `Mat`: a numpy array with ncnn's names for its axes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

import numpy as np

from .allocators import Allocator
from .extents import array_of, batch_axis, c_shape, is_extents, within
from .mat_data import ELEMENTS, FLOAT32, MatData
from .mat_text import text_of
from .pixels import AREA, TARGET, PixelType, blob_of_pixels

NO_BATCH = 233
"""ncnn's number for "no axis is the batch"."""


class Mat(MatData):
    """
    An array of 1 to 4 axes in C order: `(w)`, `(h, w)`, `(c, h, w)` or `(c, d, h, w)`.

    `Mat(array)` shares memory with a contiguous, writable array and keeps it alive; it copies other
    arrays. Channels are stored without gaps; `cstep`, `total` and the indices of `mat[i]` are those
    of ncnn, which has gaps.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        """
        Create a Mat: empty; from extents (`w`, `w, h`, `w, h, c` or `w, h, d, c`, or a tuple) with
        `elemsize` and `elempack`; from another Mat, shared; from an array with `batch_index`.

        Raises: TypeError for other arguments, RuntimeError for more axes than ncnn supports.
        """
        if len(args) == 1 and not named and isinstance(args[0], np.ndarray):
            array, flags = args[0], args[0].flags
            if array.dtype is FLOAT32 and flags.carray and 0 < array.ndim < 5 and array.size:
                self.array, self._borrows = array, True
                self._is_tight = array.ndim > 2
            else:
                self._borrow(array)
            return
        if not args and "array" in named:
            args = (named.pop("array"),)
        elif not args and "m" in named:
            args = (named.pop("m"),)
        if args and isinstance(args[0], Mat):
            self.become(args[0])
        elif args and not is_extents(args[0]):
            self._borrow(array_of(args[0]), *args[1:], **named)
        elif args or named:
            self.create(*args, **named)

    @classmethod
    def of(cls, array: np.ndarray, n: int = 1, elempack: int = 1) -> Mat:
        """Wrap a contiguous array of a type known to ncnn, without check or copy."""
        mat = cls.__new__(cls)
        if array.size:
            mat.array = array
        else:
            mat._extents = array.shape
        if n != 1:
            mat.n = n
        if elempack != 1:
            mat._elempack = elempack
        return mat

    @classmethod
    def of_shape(cls, shape: tuple[int, ...], n: int = 1) -> Mat:
        """Return a Mat of a shape in C order and without elements."""
        mat = cls.__new__(cls)
        mat._extents, mat.n = shape, n
        return mat

    def become(self, other: Mat) -> None:
        """Share another Mat's data, like ncnn's assignment."""
        self.array, self.n, self.allocator = other.array, other.n, other.allocator
        self._elempack, self._extents = other._elempack, other._extents
        self._borrows, self._is_tight, self._added = other._borrows, other._is_tight, 0

    def _borrow(self, array: np.ndarray, batch_index: int = NO_BATCH) -> None:
        """Hold an array, without a copy if its layout is that of ncnn."""
        if batch_index != NO_BATCH:
            array = np.moveaxis(array, batch_axis(batch_index, array.ndim), 0).copy()
            self.n = len(array)
            if self.n == 1:
                array = array[0]
        if not 1 <= array.ndim - (self.n != 1) <= 4:
            raise RuntimeError(f"an array for ncnn.Mat has 1 to 4 axes, but given {array.ndim}")
        flags = array.flags
        if not (flags.c_contiguous and flags.writeable and array.dtype.isnative):
            array = np.array(array, array.dtype.newbyteorder("="), order="C")
        if array.dtype.kind not in "biuf":
            raise TypeError(f"a Mat has numbers, not elements of type {array.dtype}")
        if not array.size:
            self._extents = array.shape
            return
        self.array = array
        if batch_index == NO_BATCH:
            self._borrows, self._is_tight = True, array.ndim > 2

    def create(
        self,
        *extents: Any,
        elemsize: int = 4,
        elempack: int = 1,
        n: int = 1,
        allocator: Allocator | None = None,
        **named: Any,
    ) -> None:
        """Allocate zeros of extents `w`, `w, h`, `w, h, c` or `w, h, d, c`."""
        shape = c_shape(extents, named)
        self.release()
        self.n, self._elempack, self.allocator = n, elempack, allocator
        if prod(shape) * n == 0:
            self._extents = shape
            return
        dtype = ELEMENTS.get(elemsize) if elempack == 1 else None
        dtype = dtype or np.dtype(np.float64 if elemsize == 8 and elempack == 1 else f"V{elemsize}")
        self.array = np.zeros(shape if n == 1 else (n, *shape), dtype)

    def create_like(self, m: Mat, n: int | None = None, allocator: Allocator | None = None) -> None:
        """Allocate zeros of another Mat's shape and element size."""
        batch, like = m.n if n is None else n, m.array
        self.release()
        self.allocator = allocator
        if like is not None:
            shape = m.axes() if batch == 1 else (batch, *m.axes())
            self.array, self.n, self._elempack = np.zeros(shape, like.dtype), batch, m._elempack

    def shape(self) -> Mat:
        """Return a Mat of the same extents, unpacked and without elements."""
        extents = list(self.axes())
        if extents:
            extents[-1 if len(extents) == 1 else 0] *= self._elempack
        return Mat.of_shape(tuple(extents), self.n)

    def addref(self) -> None:
        """Add a reference to `refcount`; Python's own counts decide the lifetime."""
        self._added += 1

    def release(self) -> None:
        """Release the memory; other Mats that share it keep it."""
        self.__dict__.clear()

    def _part(self, array: np.ndarray, is_tight: bool = False) -> Mat:
        """Return a Mat that shares some of this one's elements."""
        part = Mat.of(array, 1, self._elempack)
        part._borrows, part._is_tight = True, is_tight
        return part

    def clone(self, allocator: Allocator | None = None) -> Mat:
        """Return a Mat with a copy of the elements."""
        if self.array is None:
            return Mat()
        return Mat.of(self.array.copy(), self.n, self._elempack)

    def clone_from(self, mat: Mat, allocator: Allocator | None = None) -> None:
        """Become a copy of another Mat."""
        self.become(mat.clone(allocator))

    def reshape(self, *extents: Any, allocator: Allocator | None = None, **named: Any) -> Mat:
        """Return a Mat with other extents on the same memory; an empty one if they do not fit."""
        shape = c_shape(extents, named)
        if self.array is None or prod(shape) != prod(self.axes()) or min(shape) < 0:
            return Mat()
        batch = () if self.n == 1 else (self.n,)
        return Mat.of(self.array.reshape(*batch, *shape), self.n, self._elempack)

    def fill(self, v: float) -> None:
        """Set all values, also packed ones, to `v`."""
        if self.array is not None:
            self.elements()[...] = v

    def batch(self, b: int) -> Mat:
        """Return an item of the batch, sharing memory."""
        entries = self._first()[None] if self.array is None or self.n == 1 else self.array
        return self._part(entries[within(b, 1, len(entries), "batch")][0], self._is_tight)

    def channel(self, c: int) -> Mat:
        """Return a channel, sharing memory; without channels, channel 0 is the Mat itself."""
        array = self._first()
        if array.ndim < 3:
            array = array[None]
        return self._part(array[within(c, 1, len(array), "channel")][0], self.dims == 4)

    def channel_range(self, c: int, channels: int) -> Mat:
        """Return consecutive channels, sharing memory."""
        array = self._first()
        if array.ndim < 3:
            within(c, channels, 1, "channel")
            return self._part(array)
        return self._part(array[within(c, channels, len(array), "channel")])

    def depth(self, z: int) -> Mat:
        """Return a plane `(h, w)`, sharing memory."""
        planes = self._first().reshape(-1, self.h, self.w)
        return self._part(planes[within(z, 1, len(planes), "depth")][0], True)

    def depth_range(self, z: int, depths: int) -> Mat:
        """Return consecutive planes, sharing memory."""
        planes = self._first().reshape(-1, self.h, self.w)
        return self._part(planes[within(z, depths, len(planes), "depth")], True)

    def row(self, y: int) -> memoryview:
        """
        Return a row, sharing memory.

        Raises: RuntimeError unless elements are single int8 or float32 values.
        """
        if self.elempack != 1 or self.elemsize not in (1, 4):
            problem = f"elempack {self.elempack} and elemsize {self.elemsize}"
            raise RuntimeError(
                f"row of a ncnn.Mat needs elempack 1 and elemsize 1 or 4, not {problem}"
            )
        rows = self.elements().reshape(-1, self.w)
        return memoryview(rows[within(y, 1, len(rows), "row")][0])

    def row_range(self, y: int, rows: int) -> Mat:
        """Return consecutive rows, sharing memory."""
        found = self._first().reshape(-1, self.w)
        return self._part(found[within(y, rows, len(found), "row")], True)

    def range(self, x: int, n: int) -> Mat:
        """Return consecutive elements, sharing memory."""
        flat = self._first().reshape(-1)
        return self._part(flat[within(x, n, len(flat), "element")], True)

    def __len__(self) -> int:
        """Return `w`, as ncnn does."""
        return self.w

    def __getitem__(self, i: int) -> float:
        return float(self.elements().reshape(-1)[self._place(i)])

    def __setitem__(self, i: int, v: float) -> None:
        self.elements().reshape(-1)[self._place(i)] = v

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Return the elements as a numpy array; it is empty for an empty Mat."""
        array = self.array
        if array is None:
            array = np.zeros((0,), FLOAT32)
        elif array.dtype is not FLOAT32 or self.n != 1:
            array = self._typed("")
        if dtype is not None and dtype != array.dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def __buffer__(self, flags: int) -> memoryview:
        """Return the elements as a buffer (used by Python 3.12)."""
        return memoryview(cast(Any, self.__array__()))

    def numpy(self, format: str = "", batch_index: int = NO_BATCH) -> np.ndarray:
        """
        Return the elements as an array that shares memory; `batch_index` is the axis of a batch.

        `format` is a code of module `struct`; if empty, the size selects int8, float16 or float32.
        Raises: RuntimeError if there are no elements, or if their size differs.
        """
        if batch_index == NO_BATCH:
            return self._typed(format)
        entries = [self.batch(i)._typed(format) for i in range(self.n)]
        return np.stack(entries, batch_index)

    def _typed(self, format: str) -> np.ndarray:
        """Return the elements of the first item in another type."""
        array = self._first()
        if self._elempack != 1 or array.dtype.kind == "V":
            facts = f"elemsize {array.itemsize} and elempack {self._elempack}"
            raise RuntimeError(f"numpy knows no elements as a ncnn.Mat of {facts} has them")
        if not format:
            return array.view(ELEMENTS.get(array.itemsize, array.dtype))
        dtype = np.dtype(format)
        if dtype.itemsize != array.itemsize:
            sizes = f"{dtype.itemsize} bytes, elements of the ncnn.Mat have {array.itemsize}"
            raise RuntimeError(f"format '{format}' has {sizes}")
        return array.view(dtype)

    PixelType = PixelType

    @staticmethod
    def from_pixels(array: Any, type: int, *size: Any, **named: Any) -> Mat:
        """Return bytes of pixels as a blob: of `w, h`, or `w, h, stride`."""
        return Mat._of_blob(blob_of_pixels(array, type, size, named, ()))

    @staticmethod
    def from_pixels_resize(array: Any, type: int, *size: Any, **named: Any) -> Mat:
        """
        Return pixels, resized to the last two arguments `target_width, target_height`, as a blob.
        """
        return Mat._of_blob(blob_of_pixels(array, type, size, named, TARGET))

    @staticmethod
    def from_pixels_roi(array: Any, type: int, *size: Any, **named: Any) -> Mat:
        """Return the area `roix, roiy, roiw, roih` of pixels as a blob."""
        return Mat._of_blob(blob_of_pixels(array, type, size, named, AREA))

    @staticmethod
    def from_pixels_roi_resize(array: Any, type: int, *size: Any, **named: Any) -> Mat:
        """Return an area of pixels, resized, as a blob."""
        return Mat._of_blob(blob_of_pixels(array, type, size, named, (*AREA, *TARGET)))

    @classmethod
    def _of_blob(cls, blob: np.ndarray | None) -> Mat:
        return cls() if blob is None else cls.of(blob)

    def substract_mean_normalize(
        self, mean: Sequence[float] | np.ndarray, norm: Sequence[float] | np.ndarray
    ) -> None:
        """
        Subtract a mean from each channel and multiply it, in place; an empty list skips the step.

        Raises: TypeError unless elements are float32, ValueError for fewer numbers than channels.
        """
        if self.array is None or not (len(mean) or len(norm)):
            return
        blob = self.elements()
        if blob.dtype != FLOAT32:
            raise TypeError(f"substract_mean_normalize takes float32, not {blob.dtype} elements")
        for name, values in (("mean", mean), ("norm", norm)):
            if 0 < len(values) < self.c:
                raise ValueError(f"{name} has {len(values)} numbers for {self.c} channels")
        channels = blob.reshape(self.n, self.c, -1)
        means, norms = (np.array(values[: self.c], FLOAT32) for values in (mean, norm))
        if not len(norm):
            channels -= means[:, None]
        elif not len(mean):
            channels *= norms[:, None]
        else:
            from .native.images import scale_and_shift

            for entry in channels:
                for channel, scale, shift in zip(entry, norms, -means * norms, strict=True):
                    scale_and_shift(channel, scale, shift)

    def __bytes__(self) -> bytes:
        """Return the bytes of the elements (Python 3.11 has no `__buffer__`)."""
        return self.__array__().tobytes()

    def __repr__(self) -> str:
        facts = " ".join(f"{name}={getattr(self, name)}" for name in FACTS)
        facts = facts.replace("elemsize", f"nstep={self.total()} elemsize")
        address, text = "0", ""
        if self.array is not None:
            address = hex(self.array.ctypes.data)
            values = self.elements() if self._elempack == 1 else self.array
            text = text_of(values if self.n == 1 else values[0])
        allocator = "0" if self.allocator is None else hex(id(self.allocator))
        memory = f"refcount={self.refcount or 0} data=0x{address} allocator=0x{allocator}"
        return f"<ncnn.Mat {facts}\n\t{memory}>\n{text}"


FACTS = ("w", "h", "d", "c", "dims", "n", "cstep", "elemsize", "elempack")
"""Attributes shown by `repr`."""

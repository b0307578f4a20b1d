"""Descriptions of a model's inputs and outputs, and the arrays that native code may touch."""

from __future__ import annotations

import math
import mmap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import numpy as np

from ..errors import ArrayShapeError, ArrayTypeError
from ..system import here
from .array_hints import array_hint, batch_hint, image_hint, pixels_hint, shape_hint, takes_image
from .foreign_arrays import from_foreign

T = TypeVar("T")

GRAY_AXES = 2
"""Number of axes of an image without a channel axis: height and width."""
SHOWN_TYPES = {"uint16": "bfloat16"}
"""State types that numpy represents by another type: bfloat16 as its bits."""
ALIGNMENT = 64
"""Bytes; the width of the widest vector register and of a cache line."""


@dataclass(frozen=True)
class TensorSpec:
    """
    Name, shape and element type of an input or output blob.

    Shapes: numpy order, `(w,)`, `(h, w)`, `(c, h, w)` or `(c, d, h, w)`, never packed.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str = "float32"
    has_found_rows: bool = False
    """True if the first extent is an upper bound: rows of detections, known at run time."""
    bounds: tuple[int, ...] = ()
    """The least and the largest useful value of an integer input; others are accepted, too."""

    is_batch: bool = False
    """True if the first axis counts the items of a batch."""
    pixels: str = ""
    """Pixel format of an image `h,w,channels`, such as `rgb` or `gray`."""
    extents: str = ""
    """
    Name of the input with the extents of an image `h,w,channels` (or batch of images of one size)
    of any size up to `shape`: three int32 numbers, height, width and row stride in bytes.
    """
    scale: float = 0.0
    """
    Scale of int8 values: float32 values are multiplied by it, rounded (halves away from zero) and
    clamped to -127..127; 0 for other types.
    """
    symbolic: tuple[str, ...] = ()
    """
    The extents as text, for a blob with extents known at run time: `("P + T", "64")`; `shape` then
    holds the largest extents.
    """
    planned: tuple[int, ...] = ()
    """The extents of such a blob in memory: code uses their strides for all shapes."""

    state: str = ""
    """For an input kept between runs, the name of the blob with its next value."""
    extents_after: tuple[str, ...] = ()
    """
    For a growing state, which is updated in place, its extents after a run. The next value of any
    other state is an output of the same shape.
    """
    panels: tuple[int, ...] = ()
    """
    For a state `heads,rows,columns` stored in panels: lanes, vectors, and the axis that is divided
    into panels. A panel is a group of vectors: `[other axis][vectors][lanes]`.
    """

    scales_of: str = ""
    """Name of the int8 state; these values scale its rows, for each head."""

    @property
    def nbytes(self) -> int:
        """Return the size of the dense array in bytes."""
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize

    @property
    def is_empty(self) -> bool:
        return 0 in self.shape

    def empty(self) -> np.ndarray:
        """Return a new, uninitialised array."""
        return np.empty(self.shape, self.dtype)

    def __str__(self) -> str:
        if self.symbolic:
            extents = ", ".join(self.symbolic)
            if self.extents_after:
                extents += f" -> {', '.join(self.extents_after)}"
            return f"{self.name}: {SHOWN_TYPES.get(self.dtype, self.dtype)}[{extents}]"
        bounded = range(2 if self.extents else int(self.has_found_rows))
        first = int(self.is_batch)
        extents = [f"{'<=' * (axis - first in bounded)}{n}" for axis, n in enumerate(self.shape)]
        scale = f" of scale {self.scale_text}" if self.scale else ""
        return f"{self.name}: {self.dtype}[{', '.join(extents)}]{scale}"

    @property
    def scale_text(self) -> str:
        """Return the scale in the fewest digits that identify a float32."""
        return str(np.float32(self.scale)).removesuffix(".0")

    def found(self, array: np.ndarray) -> np.ndarray:
        """
        Return the valid part of an output written by native code: all of it, or the rows found.
        """
        return rows_found(array) if self.has_found_rows else array

    def check(self, value: object) -> np.ndarray:
        """
        Return `value`, an array of numpy or of another package, as an array of this shape and
        element type. Integers are converted if the type represents each of them exactly.

        Raises: ArrayTypeError (a TypeError) for another element type or no array; ArrayShapeError
        (a ValueError) for another shape.
        """
        needs = f"blob '{self.name}' needs"
        found = value if isinstance(value, np.ndarray) else from_foreign(value, needs)
        if found is None:
            hint = array_hint(value, self.dtype, self.pixels)
            raise ArrayTypeError(f"{needs} a numpy array, not {type(value).__name__}{hint}")
        given = array = cast("np.ndarray", found)  # of any elements
        if array.dtype != self.dtype:
            array = self._converted(array)
        if self.extents:
            return self._fitting_image(array)
        if self.symbolic:
            return array  # `solve_extents` checks all shapes together.
        if array.shape == self.shape:
            return array
        if self.pixels == "gray" and (*array.shape, 1) == self.shape:
            return array[..., np.newaxis]
        hint = batch_hint(self.shape, array.shape) if self.is_batch else ""
        hint = hint or pixels_hint(self.shape, array.shape, self.pixels)
        if not hint and takes_image(self.shape):
            hint = image_hint(self.name, self.dtype, given)
        hint = hint or shape_hint(self.shape, array.shape)
        raise ArrayShapeError(f"{needs} shape {self.shape}, not {array.shape}{hint}")

    def _fitting_image(self, array: np.ndarray) -> np.ndarray:
        """
        Check an image `h,w,channels` or gray `h,w`, or a batch of images. Raises: ArrayShapeError.
        """
        *items, height, width, channels = self.shape
        rank, most = len(self.shape), (height, width)
        image = array[..., np.newaxis] if array.ndim == rank - 1 and channels == 1 else array
        fits = image.ndim == rank and [*image.shape[:-3], image.shape[-1]] == [*items, channels]
        size = image.shape[-3:-1]
        if fits and all(1 <= n <= limit for n, limit in zip(size, most, strict=True)):
            return image
        wanted = ", ".join(map(str, (*items, "h", "w", channels)))
        kind = "images of one size" if items else "an image"
        needs = f"blob '{self.name}' needs {kind} ({wanted}), not {array.shape}"
        if not fits:
            raise ArrayShapeError(f"{needs}{pixels_hint(self.shape, array.shape, self.pixels)}")
        raise ArrayShapeError(f"{needs}; it was compiled for 1x1 to {most[0]}x{most[1]}")

    def _converted(self, array: np.ndarray) -> np.ndarray:
        """
        Convert integers that the blob can represent exactly. Raises: ArrayTypeError for others.
        """
        wanted, needs = np.dtype(self.dtype), f"blob '{self.name}' needs {self.dtype}"
        if self.scale and array.dtype.kind == "f":
            rounded = f"np.rint(x * {self.scale_text}).clip(-127, 127).astype(np.int8)"
            raise ArrayTypeError(f"{needs}, not {array.dtype}; hint: {rounded}")
        if array.dtype.kind not in "iu":
            hint = f"; hint: use .astype(np.{self.dtype})" if array.dtype.kind in "fb" else ""
            raise ArrayTypeError(f"{needs}, not {array.dtype}{hint}")
        least, largest = exact_integers(wanted)
        for value in (array.min(), array.max()) if array.size else ():
            if not least <= value <= largest:
                hint = f"use numbers from {least} to {largest}"
                raise ArrayTypeError(f"{needs}, which {value} does not fit; hint: {hint}")
        return array.astype(wanted)


def given_inputs(specs: Sequence[TensorSpec]) -> tuple[TensorSpec, ...]:
    """Return the inputs that a caller provides: all but states and sizes of images."""
    extent_inputs = {spec.extents for spec in specs}
    return tuple(spec for spec in specs if spec.name not in extent_inputs and not spec.state)


@dataclass(frozen=True)
class DynamicInput:
    """An input whose shape the caller chooses."""

    name: str
    shape: tuple[int, ...] | None = None
    """Default shape; None if the caller must give it."""
    dtype: str = "float32"
    image: TensorSpec | None = None
    """Spec of a resized image, for images of any size."""
    pixels: str = ""
    """Pixel format of an image, see `TensorSpec.pixels`."""

    def shape_for(self, value: object) -> tuple[int, ...]:
        """Return the input's shape, or the largest image's. Raises: as `TensorSpec.check`."""
        shape: tuple[int, ...] = getattr(value, "shape", ())
        if self.pixels == "gray" and len(shape) == GRAY_AXES:
            shape = (*shape, 1)
        spec = self.image or TensorSpec(self.name, shape, self.dtype, pixels=self.pixels)
        spec.check(value)
        return spec.shape


def padded(size: int) -> int:
    """Return `size` rounded up to the alignment of weights and of file sections."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def exact_integers(dtype: np.dtype) -> tuple[int, int]:
    """Return the range of integers that this type represents exactly."""
    if dtype.kind == "f":
        largest = 1 << (np.finfo(dtype).nmant + 1)
        return -largest, largest
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def rows_found(array: np.ndarray) -> np.ndarray:
    """
    Drop rows that pad a table of detections, from the first one on: it begins with -1 or a score of
    -infinity.
    """
    first = array.reshape(len(array), -1)
    found = first[:, 0] > -np.inf if first.shape[1] == 1 else first[:, 0] >= 0
    return array if found.all() else array[: found.argmin()]


def blobs_only(named: Mapping[str, T]) -> dict[str, T]:
    """Drop names with '=', parameters of an Input line given along with its blobs."""
    return {name: value for name, value in named.items() if "=" not in name}


def aligned_empty(
    shape: tuple[int, ...], dtype: str = "float32", alignment: int = ALIGNMENT
) -> np.ndarray:
    """Return an uninitialised C-ordered array, aligned to `alignment` bytes."""
    nbytes = math.prod(shape) * np.dtype(dtype).itemsize
    return _aligned(np.empty(nbytes + alignment, np.uint8), shape, dtype, alignment)


def aligned_zeros(shape: tuple[int, ...], dtype: str = "float32") -> np.ndarray:
    """
    Return zeros, aligned as by `aligned_empty`; a large array takes memory only for written pages.

    numpy would request huge pages: a few scattered rows would make all of them resident.
    """
    nbytes = math.prod(shape) * np.dtype(dtype).itemsize
    if nbytes < mmap.PAGESIZE:
        return _aligned(np.zeros(nbytes + ALIGNMENT, np.uint8), shape, dtype, ALIGNMENT)
    return np.ndarray(shape, dtype, here.sparse_memory(nbytes))


def _aligned(memory: np.ndarray, shape: tuple[int, ...], dtype: str, alignment: int) -> np.ndarray:
    start = -memory.ctypes.data % alignment
    return np.ndarray(shape, dtype, memory, start)

"""Convert arrays, extents in ncnn's order, and indices, for the methods of a `Mat`."""

from __future__ import annotations

from typing import Any, Protocol, Self, cast, overload

import numpy as np

from .values import as_int


def array_of(value: object) -> np.ndarray:
    """Return an object with a buffer, or another array, as a numpy array. Raises: TypeError."""
    if isinstance(value, np.ndarray):
        return value
    if not isinstance(value, np.generic):
        try:
            return np.asarray(
                value if hasattr(value, "__array__") else memoryview(cast(Any, value))
            )
        except TypeError:
            pass
    raise TypeError(f"a Mat is made of extents or of an array, not of {type(value).__name__}")


def is_extents(value: object) -> bool:
    """Return whether an argument is an extent or a tuple of extents, not an array."""
    if isinstance(value, np.ndarray):
        return False
    return isinstance(value, tuple) or hasattr(value, "__index__")


def batch_axis(index: int, rank: int) -> int:
    """Return the axis of the batch. Raises: RuntimeError if the array lacks this axis."""
    if not 2 <= rank <= 5:
        raise RuntimeError(f"a batch is an array of 2 to 5 axes, but given {rank}")
    if not -rank <= index < rank:
        raise RuntimeError(f"batch_index out of range: {index} of {rank} axes")
    return index


def c_shape(extents: tuple[Any, ...], named: dict[str, Any]) -> tuple[int, ...]:
    """
    Return extents, given in ncnn's order (`w` first), in C order.

    Raises: TypeError or RuntimeError unless they are 1 to 4 numbers.
    """
    if not extents and "shape" in named:
        extents = (named.pop("shape"),)
    if len(extents) == 1 and isinstance(extents[0], tuple):
        extents = cast("tuple[Any, ...]", extents[0])
    extents += tuple(named.pop(name) for name in ("w", "h", "d", "c") if name in named)
    if named:
        raise TypeError(f"a Mat has no {', '.join(named)}")
    if not 1 <= len(extents) <= 4:
        raise RuntimeError(f"shape must be 1, 2, 3 or 4 dims, not {len(extents)}")
    w, *others = (extent.__index__() for extent in extents)
    return (*others[::-1], w) if len(others) != 3 else (others[2], others[1], others[0], w)


class Shaped(Protocol):
    """A Mat."""

    def axes(self) -> tuple[int, ...]:
        """Return the extents in C order."""
        ...

    def cut(self, shape: tuple[int, ...]) -> None:
        """Reduce to a smaller shape."""
        ...


class Extent:
    """
    An extent of a Mat, by its index in `w, h, d, c`. Assigning a smaller one keeps the first values
    of each channel. Raises: ValueError for a larger one, or a missing axis.
    """

    def __init__(self, place: int):
        self._place = place

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, mat: None, owner: type) -> Self: ...
    @overload
    def __get__(self, mat: Shaped, owner: type) -> int: ...
    def __get__(self, mat: Shaped | None, owner: type) -> int | Self:
        return self if mat is None else extents_of(mat.axes())[self._place]

    def __set__(self, mat: Shaped, value: int) -> None:
        shape, extents = mat.axes(), list(extents_of(mat.axes()))
        extents[self._place] = as_int(value)
        new = c_shape(tuple(extents[place] for place in PLACES[len(shape)]), {}) if shape else ()
        if self._place not in PLACES[len(shape)] or min(new) < 1:
            raise ValueError(f"a Mat of {len(shape)} axes has no {self._name} of {value}")
        mat.cut(new)


PLACES = ((), (0,), (0, 1), (0, 1, 3), (0, 1, 2, 3))
"""Number of axes -> the indices of their extents in `w, h, d, c`."""


def extents_of(shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return `w, h, d, c` of a shape in C order."""
    match shape:
        case ():
            return 0, 0, 0, 0
        case (w,):
            return w, 1, 1, 1
        case (h, w):
            return w, h, 1, 1
        case (c, h, w):
            return w, h, 1, c
        case _:
            c, d, h, w = shape
            return w, h, d, c


def within(first: int, count: int, extent: int, name: str) -> slice:
    """Return a slice of an axis. Raises: IndexError if it is out of range."""
    if first < 0 or count < 0 or first + count > extent:
        shown = str(first) if count == 1 else f"{first} to {first + count - 1}"
        raise IndexError(f"{name} {shown} of {extent}")
    return slice(first, first + count)

"""Arrays, extents in ncnn's order and places, as the methods of a `Mat` take them."""

from __future__ import annotations

from typing import Any, cast

import numpy as np


def array_of(value: object) -> np.ndarray:
    """Return an object with a buffer, or another array, as numpy has it. Raises: TypeError."""
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
    """Return whether an argument is an extent or a tuple of them, and no array."""
    if isinstance(value, np.ndarray):
        return False
    return isinstance(value, tuple) or hasattr(value, "__index__")


def batch_axis(index: int, rank: int) -> int:
    """Return which axis is the batch. Raises: RuntimeError for an array that has none there."""
    if not 2 <= rank <= 5:
        raise RuntimeError(f"a batch is an array of 2 to 5 axes, but given {rank}")
    if not -rank <= index < rank:
        raise RuntimeError(f"batch_index out of range: {index} of {rank} axes")
    return index


def c_shape(extents: tuple[Any, ...], named: dict[str, Any]) -> tuple[int, ...]:
    """
    Return extents, given as ncnn does (`w` first), in C order.

    Raises: TypeError or RuntimeError for what is no list of 1 to 4 numbers.
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


def within(first: int, count: int, extent: int, name: str) -> slice:
    """Return the slice of some places of an axis. Raises: IndexError if it does not have them."""
    if first < 0 or count < 0 or first + count > extent:
        shown = str(first) if count == 1 else f"{first} to {first + count - 1}"
        raise IndexError(f"{name} {shown} of {extent}")
    return slice(first, first + count)

"""
Read arrays of other packages as numpy arrays, by DLPack or `__array__`, without importing them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from ..errors import ArrayShapeError, ArrayTypeError

ArrayLike: TypeAlias = Any
"""An array of numpy, or of a package that supports DLPack or `__array__`."""
NOT_WRITABLE = "it cannot be written to; hint: give a numpy array, such as tensor.numpy()"


def from_foreign(value: object, needs: str) -> np.ndarray | None:
    """
    Return a tensor, or an object with `__array__`, as an array, without a copy where memory allows;
    None for other objects. Raises: ArrayTypeError if it cannot be read here.
    """
    foreign = cast("Any", value)  # of any package
    try:
        if hasattr(foreign, "__dlpack__"):
            return np.from_dlpack(foreign)
        if hasattr(foreign, "__array__"):
            return np.asarray(foreign)
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        kind = type(value).__name__
        raise ArrayTypeError(f"{needs} numbers in memory, and {kind} says: {reason}") from None
    return None


def is_foreign(value: object) -> bool:
    """Return whether a value is an array of another package."""
    return not isinstance(value, np.ndarray) and hasattr(value, "__dlpack__")


def apart(
    outputs: Sequence[np.ndarray | None], inputs: Sequence[object]
) -> list[np.ndarray | None]:
    """
    Return the outputs, with None for those that share memory with an input or an earlier output.
    """
    taken = [array for array in inputs if isinstance(array, np.ndarray)]
    found: list[np.ndarray | None] = []
    for array in outputs:
        shares = array is not None and any(np.may_share_memory(array, each) for each in taken)
        found.append(None if shares else array)
        taken += [] if array is None else [array]
    return found


def check_output(value: object, name: str, like: tuple[tuple[int, ...], str] | None) -> np.ndarray:
    """
    Return the array to write a result to, checked against its shape and type `like`, if these are
    known. Raises: ArrayTypeError, ArrayShapeError if it does not fit.
    """
    needs = f"output '{name}' needs"
    given = value if isinstance(value, np.ndarray) else from_foreign(value, needs)
    if given is None:
        raise ArrayTypeError(f"{needs} an array, not {type(value).__name__}")
    if like is not None and given.dtype != like[1]:
        raise ArrayTypeError(f"{needs} {like[1]}, not {given.dtype}")
    if like is not None and given.shape != like[0]:
        raise ArrayShapeError(f"{needs} shape {like[0]}, not {given.shape}")
    if not given.flags.writeable:
        raise ArrayTypeError(f"{needs} memory for results: {NOT_WRITABLE}")
    return given

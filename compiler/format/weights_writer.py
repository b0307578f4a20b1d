"""Encode arrays for a `.bin`: after a storage tag, or as plain float32."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from ..diagnostics import InternalError
from .weights import TAG, StorageTag, padding

Chunk = bytes | memoryview


class WeightStorage(StrEnum):
    """Storage of arrays with a storage tag; int8 arrays stay int8 in either."""

    FLOAT32 = "float32"
    FLOAT16 = "float16"
    """Rounded to float16; an array with a value beyond float16 stays float32."""


def array_chunks(array: np.ndarray, tagged: bool, storage: WeightStorage) -> list[Chunk]:
    """
    Return the bytes of an array. Raises: InternalError for int8 where the file has no storage tag.
    """
    if not tagged:
        if array.dtype == np.int8:
            raise InternalError("an int8 array is to be stored without its storage tag")
        return padded_bytes(array)
    tag = StorageTag.INT8 if array.dtype == np.int8 else StorageTag.PLAIN
    if array.dtype.kind == "f" and storage is WeightStorage.FLOAT16:
        halves = _as_float16(array)
        if halves is not None:
            array, tag = halves, StorageTag.FLOAT16
    return [TAG.pack(tag), *padded_bytes(array)]


def padded_bytes(array: np.ndarray) -> list[Chunk]:
    """Return the bytes of an array as they are, up to a whole word."""
    rest = padding(array.nbytes)
    return [_bytes_of(array), bytes(rest)] if rest else [_bytes_of(array)]


def _as_float16(array: np.ndarray) -> np.ndarray | None:
    """Return the array rounded to float16; None if a finite value would become infinite."""
    with np.errstate(over="ignore"):
        halves = array.astype("<f2")
    return None if np.any(np.isinf(halves) & np.isfinite(array)) else halves


def _bytes_of(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).data.cast("B")

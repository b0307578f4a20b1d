"""Definitions shared by the reader and the writer of a `.bin`, and by all sources of weights."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

import numpy as np

from ...dialects.alignment import align_up
from .records import LayerRecord

TAG = struct.Struct("<I")


class StorageTag(IntEnum):
    """The word before an array; any other counts a codebook's values, with a byte per element."""

    PLAIN = 0
    """float32, as where there is no tag."""
    RAW = 0x0002C056
    """float32, too; writers have it for values that are not scaled."""
    FLOAT16 = 0x01306B47
    INT8 = 0x000D4B38


ALIGNMENT = 4
"""Bytes to whose multiple each array of a `.bin`, and each string of a `.param.bin`, is padded."""


def padding(size: int) -> int:
    """Return the number of padding bytes after an array or a string of `size` bytes."""
    return align_up(size, ALIGNMENT) - size


@dataclass(frozen=True)
class StoredArray:
    """An array of a layer; its element type is known, its values may be read on demand."""

    dtype: np.dtype
    """float32, or int8 for weights that are quantized in the file."""
    array: np.ndarray | Callable[[], np.ndarray]


class WeightSource(Protocol):
    """Source of the layers' arrays, in file order."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the next array: `name` of `layer`, with a storage tag before it or without one."""
        ...

    def finish(self) -> None:
        """Check the end of the source, after the last array."""
        ...

"""Read a layer's arrays from a network's weights, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from ...compiler.format.weights import TAG, padding
from ..mat import Mat
from .datareader import DataReader, DataReaderFromEmpty, read_exactly

if TYPE_CHECKING:
    from ...compiler.format.weights_reader import Encoding


class Kind(IntEnum):
    """The last argument of `load`: the storage type of an array."""

    TAGGED = 0
    FLOAT32 = 1
    FLOAT16 = 2
    INT8 = 3


ENCODINGS = {Kind.FLOAT32: "float32", Kind.FLOAT16: "float16", Kind.INT8: "int8"}
DTYPES = {"float32": "<f4", "float16": "<f2", "int8": "i1"}


class ModelBin:
    """Arrays for a layer's `load_model`: `load(w, type)`, or with `h`, `c`, `d` between them."""

    def load(self, *extents_and_type: int) -> Mat:
        """
        Return the next array: `load(w, type)`, `load(w, h, type)`, `load(w, h, c, type)` or
        `load(w, h, d, c, type)`. It is empty if there is none.

        Type 0 reads a storage tag, then float32, float16 or int8; 1 is float32, 2 float16, 3 int8.
        """
        *extents, kind = map(int, extents_and_type)
        if not 1 <= len(extents) <= 4 or min(extents) < 0:
            raise TypeError(f"load() takes 1 to 4 extents and a type, not {extents_and_type}")
        shape = tuple(reversed(extents))
        if len(extents) == 4:  # w, h, d, c
            shape = (extents[3], extents[2], extents[1], extents[0])
        array = self._next(math.prod(shape), kind)
        return Mat() if array is None else Mat.of(array.reshape(shape))

    def _next(self, count: int, kind: int) -> np.ndarray | None:
        """Return the next array, flat; None if there is none."""
        return None


class ModelBinFromDataReader(ModelBin):
    """Arrays of a `.bin` from a reader."""

    def __init__(self, dr: DataReader):
        self._reader = dr

    def _next(self, count: int, kind: int) -> np.ndarray | None:
        if isinstance(self._reader, DataReaderFromEmpty):
            return np.zeros(count, np.float32)
        from ...compiler.format.weights_reader import Encoding  # imports xDSL

        if kind != Kind.TAGGED:
            return (
                None
                if kind not in ENCODINGS
                else self._decoded(Encoding(ENCODINGS[Kind(kind)]), count)
            )
        tag = read_exactly(self._reader, TAG.size)
        return None if tag is None else self._decoded(Encoding.of(TAG.unpack(tag)[0]), count)

    def _decoded(self, encoding: Encoding, count: int) -> np.ndarray | None:
        """
        Return an array without its tag, float16 as float32; None if the reader ends within it.
        """
        from ...compiler.format.weights_reader import CODEBOOK_BYTES

        size = encoding.bytes_of(count)
        data = read_exactly(self._reader, size + padding(size))
        if data is None:
            return None
        if encoding not in DTYPES:
            codebook = np.frombuffer(data, "<f4", CODEBOOK_BYTES // 4)
            return codebook[np.frombuffer(data, np.uint8, count, CODEBOOK_BYTES)]
        array = np.frombuffer(data, DTYPES[encoding], count)
        return array.astype(np.float32) if encoding == ENCODINGS[Kind.FLOAT16] else array.copy()


class ModelBinFromMatArray(ModelBin):
    """Arrays in memory: one Mat, or several in the order of loading."""

    def __init__(self, weights: Mat | Sequence[Mat]):
        self._left = [weights] if isinstance(weights, Mat) else list(weights)

    def _next(self, count: int, kind: int) -> np.ndarray | None:
        array = self._left.pop(0).array if self._left else None
        return None if array is None or array.size != count else array

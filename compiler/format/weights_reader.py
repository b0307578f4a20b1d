"""The weights of a model, `.bin`: arrays one after the other, without header, count or names."""

from __future__ import annotations

import math
import mmap
from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ...dialects.kernel.block_words import CODEBOOK_ENTRIES
from ...dialects.weight_store import release_pages
from ..diagnostics import ExtraWeightsError, ModelError
from .foreign_files import LONGEST, hint_for_foreign_file, hint_for_suffix
from .records import LayerRecord
from .weights import TAG, StorageTag, StoredArray, padding

FLOAT = np.dtype("<f4")
CODEBOOK_BYTES = CODEBOOK_ENTRIES * FLOAT.itemsize

FileBytes = bytes | mmap.mmap


class Encoding(StrEnum):
    """The encoding of a stored array."""

    FLOAT32 = "float32"
    FLOAT16 = "float16"
    INT8 = "int8"
    CODEBOOK = "codebook"

    @classmethod
    def of(cls, tag: int | None) -> Encoding:
        """Return the encoding of an array with a tag, or without one."""
        if tag in (None, StorageTag.PLAIN, StorageTag.RAW):
            return cls.FLOAT32
        if tag == StorageTag.FLOAT16:
            return cls.FLOAT16
        return cls.INT8 if tag == StorageTag.INT8 else cls.CODEBOOK

    def bytes_of(self, count: int) -> int:
        """Return the bytes of `count` elements, without tag and padding."""
        if self is Encoding.CODEBOOK:
            return CODEBOOK_BYTES + count
        return count * {Encoding.FLOAT32: 4, Encoding.FLOAT16: 2, Encoding.INT8: 1}[self]


@dataclass(frozen=True)
class ArrayPlace:
    """The bytes of a layer's array in a `.bin`: from its tag at `start` up to `end`."""

    layer: str
    name: str
    tag: int | None
    encoding: Encoding
    elements: int
    start: int
    end: int


class WeightsReader:
    """
    A cursor over a `.bin`, in memory or mapped; it stays aligned.

    Plain float32 arrays are views of the buffer; float16 and codebook arrays are decoded when first
    used; int8 arrays stay int8. Every byte must be consumed exactly once.
    """

    def __init__(self, data: FileBytes, file: str = "<bin>"):
        self.data = data
        self.file = file
        self.position = 0
        self.places: list[ArrayPlace] = []
        """Places of the arrays read so far."""
        self._check_start()

    def _check_start(self) -> None:
        hint = hint_for_foreign_file(bytes(self.data[:LONGEST])) or hint_for_suffix(self.file)
        if hint is not None:
            raise ModelError("not a file of weights", file=self.file, offset=0, hint=hint)

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Read the next array, see `StorageTag`. Raises: ModelError if the file is too short."""
        count, start = math.prod(shape), self.position
        tag = self._tag(layer, name) if tagged else None
        encoding = Encoding.of(tag)
        described = encoding.value
        if encoding is Encoding.CODEBOOK:
            described = f"codebook (storage tag {tag:#010x})"
        offset = self._take(encoding.bytes_of(count), start, layer, name, described)
        place = ArrayPlace(layer.name, name, tag, encoding, count, start, self.position)
        self.places.append(place)
        if encoding is Encoding.FLOAT16:
            return StoredArray(FLOAT, HalfArray(self.data, offset, shape))
        if encoding is Encoding.CODEBOOK:
            return StoredArray(FLOAT, CodebookArray(self.data, offset, shape))
        dtype = FLOAT if encoding is Encoding.FLOAT32 else np.dtype(np.int8)
        return StoredArray(dtype, np.frombuffer(self.data, dtype, count, offset).reshape(shape))

    def finish(self) -> None:
        """Check the end. Raises: ExtraWeightsError if bytes are left over."""
        extra = len(self.data) - self.position
        if extra:
            raise ExtraWeightsError(
                f"{extra} bytes are left over after the weights of the last layer",
                file=self.file,
                offset=self.position,
                hint="do the .param and the .bin belong together?",
            )

    def _tag(self, layer: LayerRecord, name: str) -> int:
        offset = self._take(TAG.size, self.position, layer, name, "storage tag")
        return TAG.unpack_from(self.data, offset)[0]

    def _take(self, size: int, start: int, layer: LayerRecord, name: str, encoding: str) -> int:
        """Skip `size` bytes, padded to a multiple of 4, and return their offset."""
        offset = self.position
        padded = size + padding(size)
        missing = offset + padded - len(self.data)
        if missing > 0:
            raise ModelError(
                f"array '{name}' ({encoding}) needs {padded} bytes, "
                f"the file ends {missing} bytes short",
                file=self.file,
                offset=start,
                layer=layer.name,
                layer_type=layer.type,
                hint="is the file cut short, or of another model?",
            )
        self.position = offset + padded
        return offset


@dataclass(frozen=True)
class EncodedArray:
    """An array of a `.bin`, decoded at its use."""

    data: FileBytes
    offset: int
    shape: tuple[int, ...]

    def __call__(self) -> np.ndarray:
        return self.elements(0, math.prod(self.shape)).reshape(self.shape)

    @abstractmethod
    def elements(self, start: int, stop: int) -> np.ndarray:
        """Return the elements of the flat array from `start` up to `stop`."""


class HalfArray(EncodedArray):
    """A float16 array."""

    def elements(self, start: int, stop: int) -> np.ndarray:
        halves = self.halves(start, stop)
        array = halves.astype(FLOAT)
        release_pages(halves)
        return array

    def halves(self, start: int, stop: int) -> np.ndarray:
        """Return the elements of the flat array from `start` up to `stop`, as views of the file."""
        return np.frombuffer(self.data, "<f2", stop - start, self.offset + 2 * start)


class CodebookArray(EncodedArray):
    """An array with a byte for each element: the index of its value in a codebook."""

    def elements(self, start: int, stop: int) -> np.ndarray:
        places = self.places(start, stop)
        array = self.codebook()[places]
        release_pages(places)
        return array

    def codebook(self) -> np.ndarray:
        """Return the distinct values of the array, as a view of the file."""
        return np.frombuffer(self.data, FLOAT, CODEBOOK_ENTRIES, self.offset)

    def places(self, start: int, stop: int) -> np.ndarray:
        """Return the codebook indices of elements, as a view of the file."""
        first = self.offset + CODEBOOK_BYTES + start
        return np.frombuffer(self.data, np.uint8, stop - start, first)

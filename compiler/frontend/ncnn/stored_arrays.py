"""Read the arrays that a layer stores from the weights of a model."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....dialects.ncnn.layer import Weight
from ....dialects.ncnn.shapes import Shape
from ....dialects.weight_store import PartialArray
from ...format.records import LayerRecord
from ...format.weights import ALIGNMENT, StoredArray, WeightSource


def read_array(
    weights: WeightSource, shape: Shape, layer: LayerRecord, weight: Weight
) -> StoredArray:
    """Read an array with a storage tag, or of plain float32."""
    return weights.read(shape, weight.tagged, layer, weight.name)


def read_bytes(
    weights: WeightSource, shape: Shape, layer: LayerRecord, weight: Weight
) -> StoredArray:
    """Read an array of bytes without a storage tag, padded to whole words."""
    words = weights.read((-(-math.prod(shape) // ALIGNMENT),), False, layer, weight.name).array
    return StoredArray(np.dtype(np.int8), BytesOfWords(words, shape))


@dataclass(frozen=True)
class BytesOfWords:
    """A `PartialArray` that views an array of words as bytes."""

    words: np.ndarray | Callable[[], np.ndarray]
    shape: Shape

    def __call__(self) -> np.ndarray:
        return self.elements(0, math.prod(self.shape)).reshape(self.shape)

    def elements(self, start: int, stop: int) -> np.ndarray:
        """Return elements [start, stop) of the flat array."""
        first = start // ALIGNMENT
        words = elements_of(self.words, first, -(-stop // ALIGNMENT))
        return words.view(np.int8)[start - first * ALIGNMENT : stop - first * ALIGNMENT]


def elements_of(array: np.ndarray | Callable[[], np.ndarray], start: int, stop: int) -> np.ndarray:
    """Return a part of a flat array, decoding only this part if possible."""
    if isinstance(array, PartialArray):
        return array.elements(start, stop)
    return (array() if callable(array) else array)[start:stop]

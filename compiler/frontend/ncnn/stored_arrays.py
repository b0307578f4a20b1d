"""The arrays that a layer stores, as the weights of a model hold them."""

from __future__ import annotations

import math

import numpy as np

from ....dialects.ncnn.layer import Weight
from ....dialects.ncnn.shapes import Shape
from ...format.records import LayerRecord
from ...format.weights import StoredArray, WeightSource


def read_array(
    weights: WeightSource, shape: Shape, layer: LayerRecord, weight: Weight
) -> StoredArray:
    """An array with a storage tag, or of plain float32."""
    return weights.read(shape, weight.tagged, layer, weight.name)


def read_bytes(
    weights: WeightSource, shape: Shape, layer: LayerRecord, weight: Weight
) -> StoredArray:
    """An array of bytes without a storage tag, padded to whole words."""
    count = math.prod(shape)
    words = weights.read((-(-count // 4),), False, layer, weight.name).array

    def array() -> np.ndarray:
        values = words() if callable(words) else words
        return values.view(np.int8)[:count].reshape(shape)

    return StoredArray(np.dtype(np.int8), array)

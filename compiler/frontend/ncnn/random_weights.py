"""Generated weights, for a model whose `.bin` is not at hand."""

from __future__ import annotations

import math
import zlib
from functools import partial

import numpy as np

from ...diagnostics import MEBIBYTE, UsageError, mebibytes_above
from ...format.records import LayerRecord, ModelRecord
from ...format.weights import StoredArray, WeightSource
from ..model_format import MAX_MEMORY_HINT, MOST_RANDOM_BYTES

POSITIVE = ("variance", "var", "slope", "gamma", "scale")
"""Ends of the names of arrays that multiply, or are divided by: drawn from around 1."""

PART = 1 << 20
"""Numbers that are drawn at once as float64."""


class RandomWeights:
    """
    He-initialised weights: variance `2 / inputs`, so that signals keep their size through ReLUs.

    An array depends on the seed and on the names of its layer and itself alone, not on the order of
    layers. It is drawn when first used.
    """

    def __init__(self, seed: int):
        """Raises: UsageError for a negative seed."""
        if seed < 0:
            raise UsageError(f"the seed of random weights must not be negative, but is {seed}")
        self.seed = seed

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The array; `tagged` does not matter."""
        stream = (self.seed, zlib.crc32(f"{layer.type}/{layer.name}/{name}".encode()))
        return StoredArray(np.dtype(np.float32), partial(_draw, stream, shape, layer.type, name))

    def finish(self) -> None:
        """There is no end to check."""


class BoundedWeights:
    """Generated weights of a model, which is refused before they take more memory than they may."""

    def __init__(self, record: ModelRecord, source: WeightSource, most: int = MOST_RANDOM_BYTES):
        self.record = record
        self.source = source
        self.left = self.most = most

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The next array. Raises: ModelError if it is one too many."""
        self.left -= math.prod(shape) * np.dtype(np.float32).itemsize
        if self.left < 0:
            needed, most = mebibytes_above(self.most - self.left), self.most / MEBIBYTE
            reason = f"weights of {needed:.1f} MiB would be generated, the most is {most:.1f}"
            raise self.record.error(layer, reason, MAX_MEMORY_HINT)
        return self.source.read(shape, tagged, layer, name)

    def finish(self) -> None:
        """All arrays were read."""
        self.source.finish()


def _draw(stream: tuple[int, int], shape: tuple[int, ...], type: str, name: str) -> np.ndarray:
    generator = np.random.default_rng(stream)
    if type == "MemoryData" or name.endswith(POSITIVE):
        return _uniform(generator, 0.5, 1.5, shape)
    if len(shape) < 2:
        return _uniform(generator, -0.05, 0.05, shape)
    deviation = np.float32(math.sqrt(2 / math.prod(shape[1:])))
    return generator.standard_normal(shape, dtype=np.float32) * deviation


def _uniform(
    generator: np.random.Generator, low: float, high: float, shape: tuple[int, ...]
) -> np.ndarray:
    """An array of float32, in no more memory than it takes itself."""
    values = np.empty(shape, np.float32)
    flat = values.reshape(-1)
    for first in range(0, flat.size, PART):
        part = flat[first : first + PART]
        part[:] = generator.uniform(low, high, part.size)
    return values

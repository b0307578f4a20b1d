"""Generated weights, for a model whose `.bin` is not at hand."""

from __future__ import annotations

import math
import zlib
from functools import partial

import numpy as np

from ..diagnostics import UsageError
from ..format.records import LayerRecord
from ..format.weights import StoredArray

POSITIVE = ("variance", "var", "slope", "gamma", "scale")
"""Ends of the names of arrays that multiply, or are divided by: drawn from around 1."""


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


def _draw(stream: tuple[int, int], shape: tuple[int, ...], type: str, name: str) -> np.ndarray:
    generator = np.random.default_rng(stream)
    if type == "MemoryData" or name.endswith(POSITIVE):
        return generator.uniform(0.5, 1.5, shape).astype(np.float32)
    if len(shape) < 2:
        return generator.uniform(-0.05, 0.05, shape).astype(np.float32)
    deviation = np.float32(math.sqrt(2 / math.prod(shape[1:])))
    return generator.standard_normal(shape, dtype=np.float32) * deviation

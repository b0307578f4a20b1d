"""Generate weights for a model without its `.bin`."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...diagnostics import UsageError, readable_size
from ...format.records import LayerRecord, ModelRecord
from ...format.weights import StoredArray, WeightSource
from ..model_format import MAX_MEMORY_HINT, USUAL_BYTES

POSITIVE = ("variance", "var", "slope", "gamma", "scale")
"""Ends of the names of arrays that multiply, or are divided by: drawn from around 1."""

PERIOD = 262139
"""Numbers that are drawn for an array, which repeats them: a prime, so that rows differ."""


class RandomWeights:
    """
    He-initialised weights: variance `2 / inputs`, so that signals keep their size through ReLUs.

    An array depends on the seed and on the names of its layer and itself alone, not on the order of
    layers. It is drawn when first used, and any part of it can be had without the rest.
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
        is_factor = layer.type == "MemoryData" or name.endswith(POSITIVE)
        return StoredArray(np.dtype(np.float32), DrawnArray(stream, shape, is_factor))

    def finish(self) -> None:
        """There is no end to check."""


class BoundedWeights:
    """Generated weights of a model, which is refused before they take more memory than they may."""

    def __init__(self, record: ModelRecord, source: WeightSource, most: int = USUAL_BYTES):
        self.record = record
        self.source = source
        self.most = most
        self.given = 0
        """Bytes of the arrays that were read."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The next array. Raises: ModelError if it is one too many."""
        self.given += math.prod(shape) * np.dtype(np.float32).itemsize
        if self.given > self.most:
            needed, most = readable_size(self.given, up=True), readable_size(self.most)
            reason = f"weights of {needed} would be generated, the most is {most}"
            raise self.record.error(layer, reason, MAX_MEMORY_HINT)
        return self.source.read(shape, tagged, layer, name)

    def finish(self) -> None:
        """All arrays were read."""
        self.source.finish()


@dataclass(frozen=True)
class DrawnArray:
    """A `PartialArray` that repeats the first numbers of a stream."""

    stream: tuple[int, int]
    shape: tuple[int, ...]
    is_factor: bool
    """True for numbers around 1, not 0."""

    def __call__(self) -> np.ndarray:
        return self.elements(0, math.prod(self.shape)).reshape(self.shape)

    def elements(self, start: int, stop: int) -> np.ndarray:
        """The elements of the flat array from `start` up to `stop`."""
        drawn = _drawn(self)
        elements = np.empty(stop - start, np.float32)
        for first, after in _periods(start, stop):
            at = first % PERIOD
            elements[first - start : after - start] = drawn[at : at + after - first]
        return elements


def _periods(start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges into which multiples of `PERIOD` divide a range."""
    while start < stop:
        after = min(stop, (start // PERIOD + 1) * PERIOD)
        yield start, after
        start = after


@lru_cache(maxsize=4)
def _drawn(array: DrawnArray) -> np.ndarray:
    """The numbers that an array repeats; the last few are kept for its other parts."""
    count = min(math.prod(array.shape), PERIOD)
    generator = np.random.default_rng(array.stream)
    if array.is_factor:
        return generator.uniform(0.5, 1.5, count).astype(np.float32)
    if len(array.shape) < 2:
        return generator.uniform(-0.05, 0.05, count).astype(np.float32)
    deviation = np.float32(math.sqrt(2 / math.prod(array.shape[1:])))
    return generator.standard_normal(count, dtype=np.float32) * deviation

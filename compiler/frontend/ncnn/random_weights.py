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
"""Suffixes of names of arrays that are factors or divisors: their values are around 1."""
INT8_SCALES = ("_scale", "_scales")
"""Suffixes of names of arrays that numbers are multiplied by before they are rounded to int8."""
INTEGERS = 40
"""The integer that 1 becomes, so that most numbers of the scale that is preserved fit."""

PERIOD = 262139
"""Count of numbers drawn for an array, which repeats them: a prime, so that rows differ."""


class RandomWeights:
    """
    He-initialised weights: variance `2 / inputs`, so that ReLUs preserve the scale of signals.

    An array depends only on the seed and on the names of its layer and itself, not on the order of
    layers. It is drawn at its first use; any part can be read without the rest.
    """

    def __init__(self, seed: int):
        """Create weights from a seed. Raises: UsageError for a negative seed."""
        if seed < 0:
            raise UsageError(f"the seed of random weights must not be negative, but is {seed}")
        self.seed = seed

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the array; `tagged` has no effect."""
        stream = (self.seed, zlib.crc32(f"{layer.type}/{layer.name}/{name}".encode()))
        is_factor = layer.type == "MemoryData" or name.endswith((*POSITIVE, *INT8_SCALES))
        scale = INTEGERS if name.endswith(INT8_SCALES) else 1
        return StoredArray(np.dtype(np.float32), DrawnArray(stream, shape, is_factor, scale))

    def finish(self) -> None:
        """Do nothing: there is no end to check."""


class BoundedWeights:
    """Generated weights with a limit of memory; a model that exceeds it is refused."""

    def __init__(self, record: ModelRecord, source: WeightSource, most: int = USUAL_BYTES):
        self.record = record
        self.source = source
        self.most = most
        self.given = 0
        """Bytes of the arrays read so far."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the next array. Raises: ModelError if it exceeds the limit."""
        self.given += math.prod(shape) * np.dtype(np.float32).itemsize
        if self.given > self.most:
            needed, most = readable_size(self.given, up=True), readable_size(self.most)
            reason = f"weights of {needed} would be generated, the most is {most}"
            raise self.record.error(layer, reason, MAX_MEMORY_HINT)
        return self.source.read(shape, tagged, layer, name)

    def finish(self) -> None:
        """Do nothing: there is no end to check."""
        self.source.finish()


@dataclass(frozen=True)
class DrawnArray:
    """A `PartialArray` that repeats the first numbers of a stream."""

    stream: tuple[int, int]
    shape: tuple[int, ...]
    is_factor: bool
    """True for numbers around `scale`, false for numbers around 0."""
    scale: int = 1

    def __call__(self) -> np.ndarray:
        return self.elements(0, math.prod(self.shape)).reshape(self.shape)

    def elements(self, start: int, stop: int) -> np.ndarray:
        """Return elements [start, stop) of the flat array."""
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
    """Return the numbers that an array repeats; recent ones are cached for its other parts."""
    count = min(math.prod(array.shape), PERIOD)
    generator = np.random.default_rng(array.stream)
    if array.is_factor:
        return (array.scale * generator.uniform(0.5, 1.5, count)).astype(np.float32)
    if len(array.shape) < 2:
        return generator.uniform(-0.05, 0.05, count).astype(np.float32)
    deviation = np.float32(math.sqrt(2 / math.prod(array.shape[1:])))
    return generator.standard_normal(count, dtype=np.float32) * deviation

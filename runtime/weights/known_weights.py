"""Represent weights in memory or in a mapped file, and pickle them for other processes."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pickle import PickleBuffer
from typing import Any, SupportsIndex
from weakref import WeakValueDictionary

import numpy as np

from .base import MadeWeights, Weights, aligned_weights

_received: WeakValueDictionary[str, KnownWeights] = WeakValueDictionary()
"""Weights received by unpickling, by content."""


class WeightsInMemory(MadeWeights):
    """Weights whose bytes are in memory."""

    memory: memoryview

    def __len__(self) -> int:
        """Return the size. Units: bytes."""
        return len(self.memory)

    def pieces(self) -> Iterator[memoryview]:
        """Return the bytes, in one piece."""
        return iter([self.memory])

    def in_memory(self) -> memoryview:
        """Return all bytes, read-only and aligned for native code."""
        return self.memory


class KnownWeights(WeightsInMemory):
    """
    Weights that never change.

    A pickle identifies them by content: a process that receives the same weights several times
    shares one copy. Protocol 5 passes the bytes to the `buffer_callback` without a copy.
    """

    def __init__(self, memory: memoryview, content: str = ""):
        """Create weights from bytes, and their SHA-256 if it is known."""
        self.memory = memory
        self._content = content

    @property
    def content(self) -> str:
        """Return the SHA-256 that identifies these weights."""
        if not self._content:
            self._content = hashlib.sha256(self.memory).hexdigest()
        return self._content

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Callable[..., KnownWeights], Any]:
        has_buffers = operator.index(protocol) >= 5
        data = PickleBuffer(self.memory) if has_buffers else bytes(self.memory)
        return received, (self.content, data)


@dataclass(frozen=True)
class WeightsRange:
    """The range of a program's weights in the common memory. Units: bytes."""

    offset: int
    size: int


class PartOfWeights(WeightsInMemory):
    """The weights of one program, a part of those of all programs."""

    def __init__(self, whole: KnownWeights, place: WeightsRange):
        self.whole = whole
        self.range = place
        self.memory = whole.memory[place.offset :][: place.size]

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Callable[..., KnownWeights], Any]:
        return KnownWeights(self.memory).__reduce_ex__(protocol)


def part_of(whole: KnownWeights, place: WeightsRange) -> KnownWeights | PartOfWeights:
    is_whole = place == WeightsRange(0, len(whole))
    return whole if is_whole else PartOfWeights(whole, place)


def known_weights(weights: Weights) -> KnownWeights:
    """Return any weights in memory that native code can read."""
    return weights if isinstance(weights, KnownWeights) else KnownWeights(aligned_weights(weights))


def received(
    content: str,
    data: memoryview | bytes,
    mapped: Callable[[], KnownWeights | None] = lambda: None,
) -> KnownWeights:
    """Return a pickle's weights: those already received, of a `mapped` file, or an aligned copy."""
    weights = _received.get(content)
    if weights is None:
        weights = mapped()
    if weights is None:
        weights = KnownWeights(readonly(data), content=content)
    return _received.setdefault(content, weights)


def readonly(data: memoryview | bytes) -> memoryview:
    """Return bytes of a pickle in memory that native code can read."""
    return aligned_weights(np.frombuffer(data, np.uint8).data).toreadonly()

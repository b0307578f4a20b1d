"""Place weights in the memory of a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.builtin import TensorType

from .element_types import aligned, buffer_bytes


@dataclass(frozen=True)
class StoredWeight:
    """An array of the weight store, as elements of the type that a kernel reads."""

    key: str
    type: TensorType

    @property
    def nbytes(self) -> int:
        """Return the size of all elements in bytes."""
        return buffer_bytes(self.type)


@dataclass(frozen=True)
class WeightPlaces:
    """Offsets of weights as requested, in bytes at cache lines, within `size`."""

    offsets: tuple[int, ...]
    size: int


class WeightLayout(Protocol):
    """Assign the places of a program's weights."""

    def place(self, weights: Sequence[StoredWeight]) -> WeightPlaces: ...


class SequentialLayout:
    """One weight after the other, in order of requests: for a program with its own weights."""

    def place(self, weights: Sequence[StoredWeight]) -> WeightPlaces:
        offsets: list[int] = []
        size = 0
        for weight in weights:
            offsets.append(size)
            size += aligned(weight.nbytes)
        return WeightPlaces(tuple(offsets), size)

"""Lay out the weights of several programs in one section, without duplicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.program import Program
from ..model.tensors import padded
from .base import Weights, weight_pieces
from .known_weights import WeightsRange
from .weight_pool import PooledWeights, pieces_of_places


class SharedWeights:
    """The weights of programs; programs with one pool, or the same memory, share a range."""

    def __init__(self, programs: Sequence[Program]):
        self._groups: dict[int, list[Weights]] = {}
        for program in programs:
            self._groups.setdefault(memory_of(program.weights), []).append(program.weights)
        ranges: dict[int, WeightsRange] = {}
        self.size = 0
        """Size of all ranges. Units: bytes."""
        for memory, group in self._groups.items():
            ranges[memory] = WeightsRange(padded(self.size), max(map(len, group)))
            self.size = ranges[memory].offset + ranges[memory].size
        self.ranges = tuple(ranges[memory_of(program.weights)] for program in programs)
        """Range of each program; equal for programs that share memory."""

    def pieces(self) -> Iterator[memoryview]:
        """Yield the bytes, one piece after the other, with zeros between the ranges."""
        at = 0
        for group in self._groups.values():
            yield memoryview(bytes(padded(at) - at))
            at = padded(at) + max(map(len, group))
            yield from pieces_of_group(group)


def memory_of(weights: Weights) -> int:
    """Return an identifier of the memory of weights, unique during their lifetime."""
    return id(weights.pool if isinstance(weights, PooledWeights) else weights)


def pieces_of_group(group: Sequence[Weights]) -> Iterator[memoryview]:
    """Return the bytes of weights in the same memory."""
    pooled = [weights for weights in group if isinstance(weights, PooledWeights)]
    if not pooled:
        return weight_pieces(max(group, key=len))
    places = [place for weights in pooled for place in weights.places]
    return pieces_of_places(pooled[0].pool, places, max(map(len, pooled)))

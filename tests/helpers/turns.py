"""Cases that take turns: each value of an axis meets all values of another, in few tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product


def in_turn(turning: Sequence[object], *axes: Sequence[object]) -> list[tuple[object, ...]]:
    """
    Return all combinations of the axes, each with one of the turning values at its end.

    Each value of an axis is combined with all of `turning` if another axis has as many values.
    """
    found: list[tuple[object, ...]] = []
    for numbered in product(*map(enumerate, axes)):
        turn = sum(place for place, _ in numbered) % len(turning)
        found.append((*(value for _, value in numbered), turning[turn]))
    return found

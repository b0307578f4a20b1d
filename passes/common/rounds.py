"""Run rewrites in rounds, until none of them changes anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

MOST_ROUNDS = 100
"""Number of rounds after which rewrites are assumed to undo each other forever."""


T = TypeVar("T")


class EndlessRoundsError(Exception):
    """Rewrites still change the module after all rounds."""

    def __init__(self, rounds: int, steps: Sequence[object]):
        listed = ", ".join(map(str, steps))
        super().__init__(f"after {rounds} rounds the module is still changed by {listed}")


def run_rounds(steps: Sequence[T], run: Callable[[T], bool], most_rounds: int) -> None:
    """Run steps in rounds until none changes the module. Raises: EndlessRoundsError."""
    unchanged, changing = 0, list[T]()
    for _ in range(most_rounds):
        changing = list[T]()
        for step in steps:
            if unchanged == len(steps):
                return
            if run(step):
                unchanged = 0
                changing.append(step)
            else:
                unchanged += 1
    if unchanged < len(steps):
        raise EndlessRoundsError(most_rounds, changing)

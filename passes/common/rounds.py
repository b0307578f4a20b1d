"""Rewrites in rounds: again and again, until none of them changes anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

MOST_ROUNDS = 100
"""Rounds after which rewrites are taken to undo each other for ever."""


T = TypeVar("T")


class EndlessRoundsError(Exception):
    """Rewrites that still change the module when they have had all their rounds."""

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

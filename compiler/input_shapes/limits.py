"""The limits of a search for input shapes: CPU time, and the candidates of one attempt."""

from __future__ import annotations

import time
from dataclasses import dataclass


class OutOfTime(Exception):
    """The time limit of a search was reached."""


PATIENCE = 1.5
"""Time within which a search must make progress. Units: seconds."""


@dataclass
class Clock:
    """The end of a search. Units: seconds of `time.thread_time`, CPU time."""

    end: float
    last_progress: float
    furthest: int = -1
    """The place of the op that the search has come to."""

    @classmethod
    def of(cls, seconds: float) -> Clock:
        """Return a clock that ends after some seconds, or earlier without progress."""
        now = time.thread_time()
        return cls(now + seconds, now)

    def reach(self, place: int) -> None:
        """Record that the search has reached an op."""
        if place > self.furthest:
            self.furthest, self.last_progress = place, time.thread_time()

    def check(self) -> None:
        """Raises: OutOfTime."""
        if time.thread_time() > min(self.end, self.last_progress + PATIENCE):
            raise OutOfTime


@dataclass(frozen=True)
class Effort:
    """The limits of a search."""

    candidates: int
    tries_usual: bool
    """True if usual sizes are tried where comparisons tell no other numbers."""


FULL_EFFORT = Effort(200, tries_usual=True)
EFFORTS = (Effort(24, tries_usual=False), FULL_EFFORT)
"""The first for all ranks that inputs may have, then the next."""

"""The limits of a search for input shapes: CPU time, and the candidates of one attempt."""

from __future__ import annotations

import time
from dataclasses import dataclass


class OutOfTime(Exception):
    """The search has taken as long as it may."""


@dataclass(frozen=True)
class Clock:
    """The end of a search. Units: seconds of `time.thread_time`, CPU time."""

    end: float

    @classmethod
    def of(cls, seconds: float) -> Clock:
        """A clock that ends after some seconds."""
        return cls(time.thread_time() + seconds)

    def check(self) -> None:
        """Raises: OutOfTime."""
        if time.thread_time() > self.end:
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

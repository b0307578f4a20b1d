"""Turns of threads that share a model."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """
    A lock that threads get in the order in which they ask for it.

    A thread that has had a turn comes behind all that wait.
    """

    def __init__(self):
        self._lock = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def __enter__(self) -> None:
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        mine.acquire()

    def __exit__(self, *error: object) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False

"""Decide whether this process may be forked."""

from __future__ import annotations

import threading

from ..runtime.system import here

PROGRESS_THREAD = "ncnnc progress"
"""The name of the thread that shows progress, which holds no lock that a fork needs."""


def may_fork() -> bool:
    """Return whether the system can fork, and no other thread may hold a lock."""
    others = set(threading.enumerate()) - {threading.current_thread()}
    return here.FORKS and all(thread.name == PROGRESS_THREAD for thread in others)

"""Decide if this process may be forked."""

from __future__ import annotations

import threading

from ..runtime.system import here

PROGRESS_THREAD = "ncnnc progress"
"""The name of the thread that shows progress: it holds nothing that a fork of ours needs."""


def may_fork() -> bool:
    """Return whether the system has forks, and no other thread a lock that would stay locked."""
    others = set(threading.enumerate()) - {threading.current_thread()}
    return here.FORKS and all(thread.name == PROGRESS_THREAD for thread in others)

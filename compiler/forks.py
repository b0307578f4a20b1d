"""Decide if this process may be forked."""

from __future__ import annotations

import threading

PROGRESS_THREAD = "ncnnc progress"
"""The name of the thread that shows progress: it holds nothing that a fork of ours needs."""


def may_fork() -> bool:
    """Return whether no other Python thread can hold a lock, which a fork would keep locked."""
    others = set(threading.enumerate()) - {threading.current_thread()}
    return all(thread.name == PROGRESS_THREAD for thread in others)

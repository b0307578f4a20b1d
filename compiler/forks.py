"""Whether this process may be forked to have more of it."""

from __future__ import annotations

import threading

PROGRESS_THREAD = "ncnnc progress"
"""The name of the thread that shows progress: it holds nothing that a fork of ours needs."""


def may_fork() -> bool:
    """
    Whether no other thread of Python's can be inside of LLVM, or hold a lock.

    A fork has but the thread that forked: a lock that another one holds stays locked in it.
    """
    others = set(threading.enumerate()) - {threading.current_thread()}
    return all(thread.name == PROGRESS_THREAD for thread in others)

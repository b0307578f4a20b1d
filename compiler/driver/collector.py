"""Python's collector of reference cycles, out of the way while something is compiled."""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager

_lock = threading.Lock()
_pausing = 0
"""Number of running compilations, over all threads."""
_was_enabled = False
"""True if the collector was enabled before the first of them."""


@contextmanager
def collector_paused() -> Generator[None]:
    """
    Pause the collector, which is that of the whole process, until the last compilation has ended.

    A compilation makes many objects that live to its end, so that collecting meanwhile finds
    nothing, and takes a quarter as long again. Compilations may be nested, or run in several
    threads: the last one to end leaves the collector as the first one has found it. What other
    threads do meanwhile frees its memory by reference counts as ever; only their cycles wait.
    """
    _begin()
    try:
        yield
    finally:
        _end()


def count_all_as_old() -> None:
    """
    Make all objects of the oldest generation, without looking at them.

    When the collector runs again after a pause it first looks through all that was made meanwhile,
    which takes a tenth as long as a compilation. Where the process is about to end that is in vain.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def _begin() -> None:
    global _pausing, _was_enabled
    with _lock:
        if _pausing == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pausing += 1


def _end() -> None:
    global _pausing
    with _lock:
        _pausing -= 1
        if _pausing == 0 and _was_enabled:
            gc.enable()

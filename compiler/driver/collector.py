"""Python's collector of reference cycles, out of the way while something is compiled."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """
    Turn the collector off inside the block, unless it is.

    A compilation makes many objects that live to its end: collecting meanwhile finds nothing, and
    takes a tenth as long again (0.25 s of ResNet-50's, Zen 3). Of several threads that compile, the
    one that has turned it off turns it on.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

"""Add up the times of the parts of a compilation."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def timed(seconds: dict[str, float], name: str) -> Generator[None]:
    """Add the time of the block to `seconds[name]`."""
    started = time.perf_counter()
    try:
        yield
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - started


def timed_items(items: Iterator[T], seconds: dict[str, float], name: str) -> Iterator[T]:
    """Yield the items, and add the time of producing them to `seconds[name]`."""
    while True:
        with timed(seconds, name):
            item = next(items, None)
        if item is None:
            return
        yield item

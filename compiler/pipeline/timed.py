"""Adds up the time that parts of a compilation take."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def timed(seconds: dict[str, float], name: str) -> Generator[None]:
    """Add the time that the block takes to the `seconds` of a name."""
    started = time.perf_counter()
    try:
        yield
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - started


def timed_items(items: Iterator[T], seconds: dict[str, float], name: str) -> Iterator[T]:
    """The items; the time that it takes to make them is added to the `seconds` of a name."""
    while True:
        with timed(seconds, name):
            item = next(items, None)
        if item is None:
            return
        yield item

"""Data classes whose methods are compiled when they are first called, which most never are."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Any

CREATE = "_create_fn"
"""What Python's data classes compile each of their methods with, up to Python 3.12."""
USED = "__init__"
"""The method that nearly all classes need."""


@contextmanager
def late_methods() -> Generator[None]:
    """
    Let the data classes that are made meanwhile, in all of the process, compile their methods when
    these are first called.

    A compilation imports 430 data classes, 250 of them xDSL's. Compiling the source text of their
    1,700 methods besides `__init__` would take 0.1 s, and 200 are ever called. Without it resnet50
    takes more than the 1.5 s of CPU time that a compilation may take. Python 3.13 compiles the
    methods of a class together: there nothing is changed.
    """
    eager = getattr(dataclasses, CREATE, None)
    if eager is None:
        yield
        return
    setattr(dataclasses, CREATE, partial(create_late, eager))
    try:
        yield
    finally:
        setattr(dataclasses, CREATE, eager)


def create_late(
    eager: Callable[..., Callable[..., Any]], name: str, *arguments: Any, **options: Any
) -> Callable[..., Any]:
    """A method that, when it is first called, becomes what `eager` makes of the same arguments."""
    if name == USED:
        return eager(name, *arguments, **options)
    made: list[Callable[..., Any]] = []

    def method(self: object, *values: Any) -> Any:
        if not made:
            made.append(eager(name, *arguments, **options))
            replace_method(type(self), method, made[0])
        return made[0](self, *values)

    method.__name__ = name
    return method


def replace_method(kind: type, old: Callable[..., Any], new: Callable[..., Any]) -> None:
    """Put one method in the place of another, in the class or the ancestor whose own it is."""
    for owner in kind.__mro__:
        if vars(owner).get(old.__name__) is old:
            new.__qualname__ = old.__qualname__
            setattr(owner, old.__name__, new)

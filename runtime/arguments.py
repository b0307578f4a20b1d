"""Checks of what a caller gives, at the door: one line that says what is wrong."""

from __future__ import annotations

import operator
import os

from .errors import ArgumentError, ArgumentTypeError, shortened

MOST_THREADS = 1024
"""More would be a mistake: they would only wait for each other."""


def thread_count(value: object) -> int:
    """
    A number of threads; 0 leaves it to the model.

    Raises: ArgumentTypeError if it is no integer, ArgumentError if it is out of range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ArgumentTypeError(f"threads must be an integer, not {type(value).__name__}")
    count = operator.index(value)  # pyright: ignore[reportArgumentType]
    if not 0 <= count <= MOST_THREADS:
        raise ArgumentError(
            f"threads must be from 0 to {MOST_THREADS}, not {shortened(str(count))}"
        )
    return count


def path_text(value: object) -> str:
    """
    The name of a file.

    Raises: ArgumentTypeError if it is no path of text, ArgumentError if no file can have that name.
    """
    name = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(name, str):
        kind = type(value).__name__
        raise ArgumentTypeError(f"a file is named by a str or an os.PathLike, not {kind}")
    if not name or "\0" in name:
        raise ArgumentError(f"no file can be named {shortened(repr(name))}")
    return name

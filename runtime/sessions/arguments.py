"""Validate arguments at the API boundary: errors are one line."""

from __future__ import annotations

import operator
import os
import re
from typing import Final, SupportsIndex, cast

from ..errors import ArgumentError, ArgumentTypeError, shortened

MOST_THREADS = 1024
"""Upper limit of the number of threads: more would only wait for each other."""
AUTO_THREADS: Final = "auto"
"""Lets the first runs choose the number of threads; stored as 0."""
SHA256 = re.compile("[0-9a-fA-F]{64}")


def thread_count(value: object) -> int:
    """Check a number of threads, or 0. Raises: ArgumentTypeError; ArgumentError if out of range."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ArgumentTypeError(f"threads must be an integer, not {type(value).__name__}")
    count = operator.index(value)
    if not 0 <= count <= MOST_THREADS:
        raise ArgumentError(
            f"threads must be from 0 to {MOST_THREADS}, not {shortened(str(count))}"
        )
    return count


def threads_of_runs(value: object, default: int) -> int:
    """
    Return the number of threads of a model's runs: `value`, or `default` for 0; 0 if runs choose.

    Raises: as `thread_count`.
    """
    if value == AUTO_THREADS:
        return 0
    if isinstance(value, str):
        known = f"an integer or '{AUTO_THREADS}'"
        raise ArgumentTypeError(f"threads must be {known}, not {shortened(repr(value))}")
    return thread_count(value) or default


def whole_number(value: object, what: str, least: int) -> int:
    """Check an option's integer, at least `least`. Raises: ArgumentTypeError; ArgumentError."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ArgumentTypeError(f"{what} must be an integer, not {type(value).__name__}")
    number = operator.index(value)
    if number < least:
        raise ArgumentError(f"{what} must be at least {least}, not {shortened(str(number))}")
    return number


def run_count(value: object) -> int:
    """Check a positive number of runs. Raises: ArgumentTypeError; ArgumentError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ArgumentTypeError(f"repeats must be an integer, not {type(value).__name__}")
    if value < 1:
        raise ArgumentError(f"repeats must be at least 1, not {shortened(str(value))}")
    return value


def model_name(value: object) -> str:
    """Check the name of a model, possibly empty. Raises: ArgumentTypeError if it is no text."""
    if not isinstance(value, str):
        raise ArgumentTypeError(f"a model is named by a str, not {type(value).__name__}")
    return value


def sha256_text(value: object) -> str:
    """Return a SHA-256 in lower case, possibly empty. Raises: ArgumentTypeError; ArgumentError."""
    if not isinstance(value, str):
        raise ArgumentTypeError(f"sha256 must be a str, not {type(value).__name__}")
    if value and not SHA256.fullmatch(value):
        raise ArgumentError(f"sha256 must be 64 hexadecimal digits, not {shortened(repr(value))}")
    return value.lower()


def path_text(value: object) -> str:
    """Check the name of a file. Raises: ArgumentTypeError; ArgumentError if no file can have it."""
    kind = type(value).__name__
    is_path = isinstance(value, (str, os.PathLike))
    name = os.fspath(cast("str | os.PathLike[str]", value)) if is_path else None  # `is_path`
    if not isinstance(name, str):
        raise ArgumentTypeError(f"a file is named by a str or an os.PathLike, not {kind}")
    if not name or "\0" in name:
        raise ArgumentError(f"no file can be named {shortened(repr(name))}")
    return name

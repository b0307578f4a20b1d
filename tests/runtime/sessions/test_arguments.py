"""Arguments are validated at the API boundary, with one-line errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.sessions.arguments import MOST_THREADS, path_text, thread_count


def refused(call, value: object, kind: type[Exception], reason: str) -> None:
    """The call raises an error of ours that is also of Python's kind, and says why in one line."""
    with pytest.raises(kind) as caught:
        call(value)
    assert isinstance(caught.value, NcnncError)
    assert str(caught.value) == reason


@pytest.mark.parametrize("value", [0, 1, MOST_THREADS, np.int64(2)])
def test_thread_counts(value: int):
    assert thread_count(value) == value
    assert type(thread_count(value)) is int


@pytest.mark.parametrize(
    ("value", "kind", "reason"),
    [
        ("2", TypeError, "threads must be an integer, not str"),
        (True, TypeError, "threads must be an integer, not bool"),
        (1.0, TypeError, "threads must be an integer, not float"),
        (None, TypeError, "threads must be an integer, not NoneType"),
        (-1, ValueError, "threads must be from 0 to 1024, not -1"),
        (10**9, ValueError, "threads must be from 0 to 1024, not 1000000000"),
        (10**99, ValueError, f"threads must be from 0 to 1024, not 1{'0' * 39}..."),
    ],
)
def test_no_thread_counts(value: object, kind: type[Exception], reason: str):
    refused(thread_count, value, kind, reason)


@pytest.mark.parametrize("value", ["m.ncnnc", Path("m.ncnnc")])
def test_paths(value: object):
    assert path_text(value) == "m.ncnnc"


@pytest.mark.parametrize(
    ("value", "kind", "reason"),
    [
        (3, TypeError, "a file is named by a str or an os.PathLike, not int"),
        (None, TypeError, "a file is named by a str or an os.PathLike, not NoneType"),
        (b"m.ncnnc", TypeError, "a file is named by a str or an os.PathLike, not bytes"),
        ("", ValueError, "no file can be named ''"),
        ("a\0b", ValueError, "no file can be named 'a\\x00b'"),
    ],
)
def test_no_paths(value: object, kind: type[Exception], reason: str):
    refused(path_text, value, kind, reason)

"""The collector rests while something is compiled, and is afterwards as it was."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from ncnnc.compiler.driver.collector import collector_paused


@pytest.fixture(autouse=True)
def enabled() -> Iterator[None]:
    """The collector is on, here and for the tests to come."""
    gc.enable()
    yield
    gc.enable()


def test_nested():
    with collector_paused():
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_had_it_off_keeps_it_off():
    gc.disable()
    with collector_paused():
        pass
    assert not gc.isenabled()


def test_after_an_error():
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


def test_two_threads_leave_it_on():
    """The first to begin ends first."""
    began, first_ended = threading.Event(), threading.Event()

    def second() -> None:
        with collector_paused():
            began.set()
            first_ended.wait()

    thread = threading.Thread(target=second)
    with collector_paused():
        thread.start()
        began.wait()
    first_ended.set()
    thread.join()
    assert gc.isenabled()

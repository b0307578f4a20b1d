"""The collector rests while something is compiled, and is afterwards as it was."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from ncnnc.compiler.driver.collector import collector_paused, count_all_as_old


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


def test_the_last_of_several_threads_turns_it_on():
    """The first to begin ends first: it must not turn it on for the other, nor leave it off."""
    began, first_ended = threading.Event(), threading.Event()
    seen: list[bool] = []

    def second() -> None:
        with collector_paused():
            began.set()
            first_ended.wait()
            seen.append(gc.isenabled())

    thread = threading.Thread(target=second)
    with collector_paused():
        thread.start()
        began.wait()
    seen.append(gc.isenabled())
    first_ended.set()
    thread.join()
    assert seen == [False, False]
    assert gc.isenabled()


def test_what_counts_as_old_is_not_looked_through_at_once():
    with collector_paused():
        made = [[] for _ in range(10 * gc.get_threshold()[0])]
        assert gc.get_count()[0] > len(made) / 2
        count_all_as_old()
        assert gc.get_count()[0] < gc.get_threshold()[0]
    assert gc.get_freeze_count() == 0
    assert any(one is made for one in gc.get_objects(generation=2))


def test_who_has_frozen_objects_keeps_them_frozen():
    gc.freeze()
    try:
        count_all_as_old()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()

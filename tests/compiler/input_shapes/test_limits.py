"""The end of a search in time."""

from __future__ import annotations

import pytest
from ncnnc.compiler.input_shapes import limits
from ncnnc.compiler.input_shapes.limits import PATIENCE, Clock, OutOfTime


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that a clock reads, to be changed."""
    now = [0.0]
    monkeypatch.setattr(limits.time, "thread_time", lambda: now[0])
    return now


def test_a_search_ends_that_comes_no_further(seconds: list[float]):
    clock = Clock.of(5)
    seconds[0] = 0.9 * PATIENCE
    clock.reach(7)
    seconds[0] = 1.8 * PATIENCE
    clock.check()
    clock.reach(7)
    seconds[0] = 2 * PATIENCE
    with pytest.raises(OutOfTime):
        clock.check()


def test_a_search_ends_that_comes_further_for_too_long(seconds: list[float]):
    clock = Clock.of(5)
    for second in range(5):
        seconds[0] = second
        clock.reach(second)
        clock.check()
    seconds[0] = 5.1
    clock.reach(5)
    with pytest.raises(OutOfTime):
        clock.check()

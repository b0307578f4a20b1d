"""Statistics of the times of many runs."""

from __future__ import annotations

import resource
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from ncnnc.compiler.analysis.timing import TimedRun, Timing, measure

MS = 1_000_000


def test_undisturbed_runs_come_before_faster_ones():
    runs = [TimedRun(3 * MS, 2 * MS, 1), TimedRun(6 * MS, 5 * MS, 0), TimedRun(5 * MS, 4 * MS, 0)]
    found = Timing.of(runs, threads=1)
    assert (found.clock, found.minimum, found.wall_minimum) == ("cpu", 4.0, 5.0)
    assert (found.runs, found.undisturbed, found.doubt) == (3, 2, None)


def test_disturbed_runs_are_better_than_none_but_doubtful():
    found = Timing.of([TimedRun(9 * MS, 3 * MS, 1), TimedRun(7 * MS, 4 * MS, 2)], threads=1)
    assert (found.minimum, found.wall_minimum, found.undisturbed) == (3.0, 7.0, 0)
    assert found.doubt is not None
    assert found.doubt.startswith("none of 2 runs was undisturbed")
    assert "\n" not in found.doubt


def test_the_wall_counts_for_several_threads():
    found = Timing.of([TimedRun(6 * MS, 1 * MS, 0), TimedRun(5 * MS, 2 * MS, 0)], threads=2)
    assert (found.clock, found.minimum, found.wall_minimum) == ("wall", 5.0, 5.0)


def test_the_wall_counts_where_the_clock_of_cpu_time_misses_runs():
    found = Timing.of([TimedRun(6_000, 0, 0), TimedRun(5_000, MS, 0)], threads=1)
    assert (found.clock, found.minimum) == ("wall", 0.005)


@pytest.mark.parametrize(
    ("count", "expected"), [(1, (1, 1, 1)), (10, (5, 9, 10)), (200, (100, 180, 198))]
)
def test_percentiles_are_times_of_runs(count: int, expected: tuple[float, float, float]):
    runs = [TimedRun((i + 1) * MS, 0, i % 2) for i in reversed(range(count))]
    found = Timing.of(runs, threads=1)
    assert (found.p50, found.p90, found.p99) == expected


def test_throughput_counts_all_runs():
    found = Timing.of([TimedRun(1 * MS, 1 * MS, 0), TimedRun(3 * MS, 1 * MS, 1)], threads=1)
    assert found.throughput == pytest.approx(500)
    assert replace(found, undisturbed=0).doubt is not None


def test_measure_runs_at_least_twice_after_warming_up():
    calls = []
    runs = measure(lambda: calls.append(1) or {}, seconds=0.0)
    assert (len(runs), len(calls)) == (2, 3)
    assert all(0 < run.wall and 0 <= run.cpu <= run.wall for run in runs)


@pytest.mark.parametrize(("threads", "whose"), [(1, "RUSAGE_THREAD"), (2, "RUSAGE_SELF")])
def test_measure_counts_the_switches_of_the_threads_that_run(
    threads: int, whose: str, monkeypatch: pytest.MonkeyPatch
):
    switches = 0

    class Usage:
        @property
        def ru_nivcsw(self) -> int:
            return switches

    def getrusage(who: int) -> Usage:
        assert who == getattr(resource, whose)
        return Usage()

    def run_once() -> dict:
        nonlocal switches
        switches += 3
        return {}

    monkeypatch.setattr(resource, "getrusage", getrusage)
    assert [run.switches for run in measure(run_once, 0.0, threads)] == [3, 3]


def test_what_other_threads_do_counts_for_a_whole_process():
    spent: list[int] = []

    def work() -> None:
        while time.thread_time_ns() < 2 * MS:
            pass
        spent.append(time.thread_time_ns())

    def run_once() -> dict[str, np.ndarray]:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return {}

    runs = measure(run_once, seconds=0.0, on_caller=False)
    assert all(run.cpu >= own for run, own in zip(runs, spent[1:], strict=True))

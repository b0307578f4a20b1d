"""Timing."""

from __future__ import annotations

from ncnnc.compiler.benchmark import Timing, combine, measure


def test_measure_runs_at_least_twice_after_warming_up():
    calls = []
    timing = measure(lambda: calls.append(1) or {}, seconds=0.0)
    assert (timing.runs, len(calls)) == (2, 3)
    assert 0 < timing.minimum <= timing.median


def test_combine_takes_the_smallest():
    blocks = (Timing(2.0, 3.0, 10), Timing(1.0, 5.0, 20), Timing(4.0, 4.0, 5))
    assert combine(blocks) == Timing(1.0, 4.0, 35)

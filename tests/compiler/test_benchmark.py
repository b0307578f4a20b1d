"""Timing, and the comparison of outputs that goes with it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.compiler.benchmark import Timing, combine, largest_difference, measure


def test_measure_runs_at_least_twice_after_warming_up():
    calls = []
    timing = measure(lambda: calls.append(1) or {}, seconds=0.0)
    assert (timing.runs, len(calls)) == (2, 3)
    assert 0 < timing.minimum <= timing.median


def test_combine_takes_the_smallest():
    blocks = (Timing(2.0, 3.0, 10), Timing(1.0, 5.0, 20), Timing(4.0, 4.0, 5))
    assert combine(blocks) == Timing(1.0, 4.0, 35)


def test_largest_difference_is_relative_to_the_largest_magnitude():
    expected = {"a": np.array([-4.0, 0.001]), "b": np.array([1.0])}
    assert largest_difference({"a": expected["a"] + 0.02, "b": expected["b"]}, expected) == (
        pytest.approx(0.005)
    )
    assert largest_difference(expected, expected) == 0
    assert math.isnan(largest_difference({**expected, "a": expected["a"] * math.nan}, expected))
    assert largest_difference({"a": np.zeros((2, 1)), "b": expected["b"]}, expected) == math.inf

"""Histograms of magnitudes: counts do not depend on how the numbers come."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.quantize.histogram import BINS, Histogram


def filled(*arrays: np.ndarray) -> Histogram:
    histogram = Histogram()
    for array in arrays:
        histogram.add(array)
    return histogram


@pytest.mark.parametrize("scale", [1e-38, 1e-3, 1.0, 3e4, 1e38])
def test_counts_are_those_of_the_final_range(scale: float):
    x = (np.random.default_rng(1).normal(size=5000) * scale / 4).astype(np.float32)
    histogram = filled(*np.split(np.sort(np.abs(x)), 50))
    bins = (np.abs(x).astype(np.float64) / histogram.width).astype(int)
    np.testing.assert_array_equal(histogram.counts, np.bincount(bins, minlength=BINS))
    assert histogram.total == np.count_nonzero(x)
    assert histogram.largest == np.abs(x).max()
    assert BINS // 2 <= histogram.used <= BINS


def test_the_order_of_arrays_does_not_matter():
    parts = [np.random.default_rng(i + 3).normal(size=100) * 10.0**i for i in range(-3, 4)]
    np.testing.assert_array_equal(filled(*parts).counts, filled(*parts[::-1]).counts)


def test_far_larger_numbers_leave_the_small_ones_in_the_first_bin():
    histogram = filled(np.full(7, 1e-30), np.array([1.0]))
    assert histogram.counts[0] == 7
    assert histogram.counts.sum() == 8


def test_zeros_are_not_counted():
    histogram = filled(np.zeros(10), np.array([0.0, -2.0]))
    assert histogram.total == 1
    assert (histogram.sum, histogram.sum_of_squares) == (2.0, 4.0)


def test_a_power_of_two_is_in_the_range():
    histogram = filled(np.array([0.5, 1.0]))
    assert histogram.total == 2
    assert histogram.used == BINS // 2 + 1


def test_nothing_is_known_of_zeros_alone():
    histogram = filled(np.zeros(3))
    assert (histogram.used, histogram.width, histogram.largest) == (0, 0.0, 0.0)

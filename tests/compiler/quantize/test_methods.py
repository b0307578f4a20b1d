"""Clipping thresholds of the methods."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.quantize.common_options import Method
from ncnnc.compiler.quantize.histogram import Histogram
from ncnnc.compiler.quantize.methods import (
    GAUSSIAN_CLIP,
    LAPLACE_CLIP,
    METHODS,
    aciq,
    divergence,
    kl,
    minmax,
    mse,
)
from ncnnc.compiler.reference.int8 import to_int8


def histogram_of(*arrays: np.ndarray) -> Histogram:
    histogram = Histogram()
    for array in arrays:
        histogram.add(array.astype(np.float32))
    return histogram


def random(kind: str, size: int = 200_000) -> np.ndarray:
    return getattr(np.random.default_rng(5), kind)(size=size)


def squared_error(x: np.ndarray, threshold: float) -> float:
    """Of numbers that are rounded to int8 and back."""
    step = threshold / 127
    return float(np.square(x - to_int8((x / step).astype(np.float32)) * step).sum())


def test_every_method_has_a_function():
    assert list(METHODS) == list(Method)


def test_minmax_takes_the_largest_magnitude():
    assert minmax(histogram_of(np.array([1.0, -3.5, 2.0]))) == 3.5


def test_aciq_knows_a_gaussian_and_a_laplace_distribution():
    assert aciq(histogram_of(random("normal"))) == pytest.approx(GAUSSIAN_CLIP, rel=0.01)
    assert aciq(histogram_of(random("laplace"))) == pytest.approx(LAPLACE_CLIP, rel=0.01)


def test_aciq_passes_over_the_zeros_of_relu():
    positive = np.maximum(random("normal"), 0)
    assert aciq(histogram_of(positive)) == pytest.approx(GAUSSIAN_CLIP, rel=0.01)


@pytest.mark.parametrize("kind", ["normal", "laplace", "standard_cauchy", "random"])
def test_mse_is_near_the_best_of_all_cuts(kind: str):
    x = random(kind, 20_000).astype(np.float32)
    x = np.clip(x, -50, 50)
    largest = np.abs(x).max()
    best = min(squared_error(x, part * largest) for part in np.linspace(0.04, 1, 97))
    assert squared_error(x, mse(histogram_of(x))) <= 1.02 * best
    assert squared_error(x, mse(histogram_of(x))) <= 1.0001 * squared_error(x, largest)


@pytest.mark.parametrize("method", [kl, aciq, mse])
def test_few_outliers_are_cut_off(method):
    bulk = random("normal")
    outliers = np.array([100.0, -120.0])
    cut = method(histogram_of(bulk, outliers))
    assert 2.0 < cut < 80.0


def test_kl_keeps_what_is_spread_evenly():
    x = np.linspace(-1, 1, 400_001)
    assert kl(histogram_of(x)) == pytest.approx(1.0, rel=0.01)


def test_divergence_is_zero_where_levels_lose_nothing():
    assert divergence(np.full(256, 4.0), 256) == pytest.approx(0.0, abs=1e-12)
    uneven = np.tile([1.0, 7.0], 128)
    assert divergence(uneven, 256) > 0.1


@pytest.mark.parametrize("method", METHODS.values())
def test_no_method_goes_beyond_the_largest_magnitude(method):
    for x in (np.array([3.0]), np.array([1.0, 1e-4]), random("random", 50)):
        histogram = histogram_of(x)
        assert 0 < method(histogram) <= histogram.largest

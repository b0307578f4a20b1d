"""The matrices make a convolution."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.passes.common.geometry.winograd_matrices import (
    MATRICES,
    cropped_matrices,
    filter_matrix,
)


@pytest.mark.parametrize("m", MATRICES)
def test_matrices_make_a_convolution(m: int):
    random = np.random.default_rng(1)
    data, taps = random.standard_normal(m + 2), random.standard_normal(3)
    maps = MATRICES[m]
    result = maps.output @ ((maps.filter @ taps) * (np.array(maps.data) @ data))
    np.testing.assert_allclose(result, np.correlate(data, taps, "valid"), atol=1e-12)


@pytest.mark.parametrize("m", MATRICES)
def test_filter_matrix_is_the_map_of_both_dimensions(m: int):
    g = np.array(MATRICES[m].filter)
    weights = np.random.default_rng(2).standard_normal((3, 3))
    expected = (g @ weights @ g.T).reshape(-1)
    np.testing.assert_allclose(filter_matrix(m) @ weights.reshape(-1), expected, atol=1e-12)


@pytest.mark.parametrize(("m", "outputs"), [(m, k) for m in MATRICES for k in range(1, m + 1)])
def test_smaller_tiles_take_the_first_filters(m: int, outputs: int):
    random = np.random.default_rng(3)
    data, taps = random.standard_normal(outputs + 2), random.standard_normal(3)
    maps, filters = cropped_matrices(m, outputs), np.array(MATRICES[m].filter) @ taps
    result = maps.output @ (filters[: outputs + 2] * (np.array(maps.data) @ data))
    np.testing.assert_allclose(result, np.correlate(data, taps, "valid"), atol=1e-12)
    assert np.count_nonzero(maps.data) <= np.count_nonzero(MATRICES[m].data)

"""LivePortrait's GridSampleN: its definition, and compiled code on every target."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.lowering import TARGETS, check_layers

LAYER = contrib_layers()["GridSampleN"]


def defined(x: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """Sample place by place."""
    channels, *sizes = x.shape
    places = grids.reshape(len(grids), *sizes, 3)
    y = np.zeros((len(grids), channels, *sizes), np.float32)
    for n, *cell in np.ndindex(len(grids), *sizes):
        place = places[n, *cell][::-1]
        position = [((p + 1) * size - 1) / 2 for p, size in zip(place, sizes)]
        for steps in np.ndindex(2, 2, 2):
            corner = [floor(p) + step for p, step in zip(position, steps)]
            if all(0 <= c < size for c, size in zip(corner, sizes)):
                weight = np.prod([1 - abs(p - c) for p, c in zip(position, corner)])
                y[n, :, *cell] += weight * x[:, *corner]
    return y.reshape(*y.shape[:3], -1)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_definition_and_code(target: str):
    rng = np.random.default_rng(3)
    for x_shape, grid_shape in (((4, 2, 3, 5), (3, 2, 15, 3)), ((17, 1, 1, 1), (2, 1, 1, 3))):
        x = rng.uniform(-1, 1, x_shape).astype(np.float32)
        grids = rng.uniform(-1.5, 1.5, grid_shape).astype(np.float32)
        expected = defined(x, grids)
        np.testing.assert_allclose(LAYER.reference({}, x, grids), expected, atol=1e-5)
        assert LAYER.shape({}, x_shape, grid_shape) == expected.shape
        shapes, arrays = {"x": x_shape, "g": grid_shape}, {"x": x, "g": grids}
        passes = ["expand-custom-layers"]
        line = "GridSampleN y 2 1 x g y"
        check_layers(line, shapes, target, False, arrays, 1e-5, passes)


def test_places_far_away_are_zero():
    x = np.ones((1, 2, 2, 2), np.float32)
    grids = np.zeros((1, 8, 3), np.float32)
    grids[0, :, 0] = [0, np.nan, np.inf, -np.inf, 3e38, -3e38, 1e9, -1e9]
    y = LAYER.reference({}, x, grids)
    np.testing.assert_array_equal(y.ravel(), [1, 0, 0, 0, 0, 0, 0, 0])


@pytest.mark.parametrize("grid", [(3, 2, 15, 2), (3, 2, 14, 3), (90,)])
def test_other_grids_are_refused(grid: tuple[int, ...]):
    with pytest.raises(InvalidLayerError, match="grid must have 2x3x5x3 numbers for each of its"):
        LAYER.shape({}, (4, 2, 3, 5), grid)

"""PriorBox: where the boxes lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

MakeLayer = Callable[..., Any]
GIVEN = {9: 100, 10: 50}
"""The image's width and height."""


def test_order_of_the_boxes_of_a_cell(layer: MakeLayer):
    """Of each size: itself, the mean with the largest, every ratio and its inverse."""
    params = {0: [8.0, 18.0], 1: [32.0, 50.0], 2: [4.0], 13: 0.5, **GIVEN}
    op = layer("PriorBox", params, (8, 1, 1))
    assert op.infer_shapes() == [(2, 32)]
    corners, variances = op.boxes().reshape(2, 8, 4)
    sizes = (corners[:, 2:] - corners[:, :2]) * [100, 50]
    expected = [[8, 8], [16, 16], [16, 4], [4, 16], [18, 18], [30, 30], [36, 9], [9, 36]]
    np.testing.assert_allclose(sizes, expected, rtol=1e-5)
    np.testing.assert_allclose((corners[:, 2:] + corners[:, :2]) / 2, 0.5, rtol=1e-6)
    np.testing.assert_allclose(variances, [[0.1, 0.1, 0.2, 0.2]] * 8, rtol=1e-6)


def test_without_flip_and_with_variances(layer: MakeLayer):
    params = {0: [8.0], 2: [4.0], 7: 0, 3: 0.3, 6: 0.4, **GIVEN}
    op = layer("PriorBox", params, (8, 1, 1))
    assert op.infer_shapes() == [(2, 8)]
    np.testing.assert_allclose(op.boxes()[1], [0.3, 0.1, 0.2, 0.4] * 2, rtol=1e-6)


def centres(op: Any) -> np.ndarray:
    """Middle of every box, in pixels of an image of 100 x 50."""
    corners = op.boxes()[0].reshape(-1, 4)
    return (corners[:, 2:] + corners[:, :2]) / 2 * [100, 50]


@pytest.mark.parametrize(
    ("params", "columns", "rows"),
    [
        ({}, [0, 14.285714], [0, 16.666667]),
        ({13: 0.5}, [7.142857, 21.428572], [8.333333, 25]),
        ({13: 0.5, 11: 16.0, 12: 8.0}, [8, 24], [4, 12]),
        ({13: 0.5, 14: 1}, [7.5, 22.5], [8.5, 25.5]),
        ({13: 0.5, 14: 1, 15: 1}, [7, 22], [8, 25]),
    ],
    ids=["corner", "centre", "steps", "whole steps", "mmdetection"],
)
def test_places(layer: MakeLayer, params: dict[int, Any], columns: list[float], rows: list[float]):
    op = layer("PriorBox", {0: [8.0], **GIVEN, **params}, (1, 3, 7))
    found = centres(op).reshape(3, 7, 2)
    np.testing.assert_allclose(found[0, :2, 0], columns, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(found[:2, 0, 1], rows, rtol=1e-5, atol=1e-5)


def test_image_of_the_second_input(layer: MakeLayer):
    """An extent that is given counts nevertheless."""
    op = layer("PriorBox", {0: [10.0], 9: -233, 10: 20, 13: 0.5}, (8, 1, 1), (3, 50, 40))
    np.testing.assert_allclose(op.boxes()[0], [0.375, 0.25, 0.625, 0.75], rtol=1e-6)


def test_vector_and_matrix_are_planes(layer: MakeLayer):
    params = {0: [8.0], **GIVEN}
    assert layer("PriorBox", params, (5,)).infer_shapes() == [(2, 20)]
    assert layer("PriorBox", params, (3, 5)).infer_shapes() == [(2, 60)]


def test_clip(layer: MakeLayer):
    op = layer("PriorBox", {0: [80.0], 8: 1, 13: 0.5, **GIVEN}, (8, 1, 1))
    np.testing.assert_allclose(op.boxes()[0], [0.1, 0, 0.9, 1], rtol=1e-6)


def test_mxnet_form(layer: MakeLayer):
    """Relative sizes: every size, then every further ratio of the first."""
    params = {0: [0.2, 0.5], 2: [1.0, 4.0], 9: -233, 10: -233, 13: 0.5}
    op = layer("PriorBox", params, (8, 2, 4))
    assert op.infer_shapes() == [(96,)]
    corners = op.boxes().reshape(2, 4, 3, 4)
    sizes = corners[0, 0, :, 2:] - corners[0, 0, :, :2]
    np.testing.assert_allclose(sizes, [[0.1, 0.2], [0.25, 0.5], [0.2, 0.1]], rtol=1e-5)
    middle = (corners[1, 3, 0, 2:] + corners[1, 3, 0, :2]) / 2
    np.testing.assert_allclose(middle, [0.875, 0.75], rtol=1e-6)


@pytest.mark.parametrize(
    "params",
    [
        {0: [8.0], 9: -233, 10: -233},
        {0: [8.0], 1: [9.0], 2: [2.0], 3: 0.3, 7: 0, 8: 1, 11: 4.0, 13: 0.5, 14: 1, 15: 1, **GIVEN},
    ],
)
def test_parameters_come_back(layer: MakeLayer, params: dict[int, Any]):
    op = layer("PriorBox", params, (8, 3, 4), (3, 30, 40))
    completed = op.LAYER.completed(op.layer_params())
    for param in op.LAYER.params:
        expected = params.get(param.id, param.default)
        assert completed[param.name] == pytest.approx(expected, rel=1e-6)

"""Interp: the new size, and what every cell of it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.layers.interp import InterpMode, cubic_weights
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]
NEAREST, BILINEAR, BICUBIC = 1, 2, 3


@pytest.mark.parametrize(
    ("params", "inputs", "shape"),
    [
        ({1: 2.0, 2: 1.5}, [(4, 7, 9)], (4, 14, 13)),
        ({1: 2.0, 2: 1.5, 3: 5, 4: 6}, [(4, 7, 9)], (4, 5, 6)),
        ({1: 2.0, 2: 1.5, 3: 5}, [(4, 7, 9)], (4, 14, 13)),
        ({5: 1}, [(4, 7, 9), (2, 3, 5)], (4, 3, 5)),
        ({9: "7,*(0h,2)"}, [(4, 7, 9)], (4, 14, 7)),
        ({9: "*(1w,2),1h"}, [(4, 7, 9), (3, 5)], (4, 3, 10)),
        ({3: 5, 4: 6}, [(7, 9)], (7, 6)),
        ({9: "20"}, [(7, 9)], (7, 20)),
        ({3: 5, 4: 6}, [(4,)], (4, 5, 6)),
    ],
)
def test_new_size(layer: MakeLayer, params: dict[int, Any], inputs: list[Shape], shape: Shape):
    assert layer("Interp", {0: NEAREST, **params}, *inputs).infer_shapes() == [shape]


def columns(op: Any) -> list[dict[int, float]]:
    """Weight by source column, of every column."""
    samples = op.source_coordinates()[1]
    found = []
    for indices, weights in zip(samples.indices.tolist(), samples.weights.tolist(), strict=True):
        cell: dict[int, float] = {}
        for index, weight in zip(indices, weights, strict=True):
            cell[index] = cell.get(index, 0.0) + weight
        found.append({i: round(w, 4) for i, w in cell.items() if w})
    return found


def test_nearest(layer: MakeLayer):
    op = layer("Interp", {0: NEAREST, 3: 1, 4: 5}, (1, 1, 3))
    assert op.mode.data is InterpMode.NEAREST
    assert columns(op) == [{0: 1}, {0: 1}, {1: 1}, {1: 1}, {2: 1}]


def test_bilinear_takes_centres(layer: MakeLayer):
    op = layer("Interp", {0: BILINEAR, 1: 2.0, 2: 2.0}, (1, 1, 2))
    assert columns(op) == [{0: 1}, {0: 0.75, 1: 0.25}, {0: 0.25, 1: 0.75}, {1: 1}]


def test_bilinear_takes_corners(layer: MakeLayer):
    op = layer("Interp", {0: BILINEAR, 3: 1, 4: 4, 6: 1}, (1, 1, 3))
    assert columns(op) == [{0: 1}, {0: 0.3333, 1: 0.6667}, {1: 0.6667, 2: 0.3333}, {2: 1}]


def test_step_is_that_of_the_scale_if_the_size_is(layer: MakeLayer):
    by_scale = layer("Interp", {0: BILINEAR, 1: 1.0, 2: 1.3}, (1, 2, 7))
    by_size = layer("Interp", {0: BILINEAR, 3: 2, 4: 9}, (1, 2, 7))
    assert columns(by_scale)[1] == {0: 0.3462, 1: 0.6538}
    assert columns(by_size)[1] == {0: 0.3333, 1: 0.6667}


def test_bicubic_repeats_the_edges(layer: MakeLayer):
    op = layer("Interp", {0: BICUBIC, 1: 1.0, 2: 2.0}, (1, 1, 4))
    first, *_, last = columns(op)
    near, middle, far, outside = cubic_weights(np.array([0.25], np.float32))[0].tolist()
    assert last == {3: round(middle + far + outside, 4), 2: round(near, 4)}
    assert first == {0: last[3], 1: last[2]}


def test_same_size_stays(layer: MakeLayer):
    rows, across = layer("Interp", {0: BICUBIC, 3: 7, 4: 9}, (4, 7, 9)).source_coordinates()
    assert rows.indices.tolist() == [[i] for i in range(7)]
    assert across.indices.tolist() == [[i] for i in range(9)]


def test_matrix_keeps_its_rows(layer: MakeLayer):
    rows, across = layer("Interp", {0: BILINEAR, 3: 2, 4: 5}, (7, 9)).source_coordinates()
    assert rows.indices.tolist() == [[i] for i in range(7)]
    assert len(across) == 5


def test_images_can_be_packed(layer: MakeLayer):
    assert layer("Interp", {0: NEAREST}, (4, 7, 9)).supports_packing()
    assert not layer("Interp", {0: NEAREST}, (7, 9)).supports_packing()


def test_unknown_type(layer: MakeLayer):
    with pytest.raises(ShapeError, match="resize_type 0 is unknown, ncnn has 1 to 3"):
        layer("Interp", {}, (4, 7, 9))

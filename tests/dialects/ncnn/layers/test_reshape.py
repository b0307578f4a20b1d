"""Reshape and Flatten: which shape is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.base import Shape, ShapeError, int_list

MakeLayer = Callable[..., Any]
W, H, D, C = 0, 1, 11, 2


@pytest.mark.parametrize(
    ("params", "shape"),
    [
        ({W: 12}, [12]),
        ({W: 12, H: 3}, [3, 12]),
        ({W: 12, H: 3, C: 2}, [2, 3, 12]),
        ({W: 12, H: 3, D: 4, C: 2}, [2, 4, 3, 12]),
        ({W: 12, C: 2}, [12]),
        ({W: 12, H: 3, D: 4}, [3, 12]),
    ],
)
def test_rank_follows_from_the_innermost_axes(
    layer: MakeLayer, params: dict[int, int], shape: list[int]
):
    assert int_list(layer("Reshape", params, (4, 18)).shape) == shape


@pytest.mark.parametrize(
    ("source", "params", "shape"),
    [
        ((4, 6, 5), {W: 0, H: 0, C: 0}, (4, 6, 5)),
        ((4, 6, 5), {W: -1, H: 0, C: 4}, (4, 6, 5)),
        ((4, 6, 5), {W: 10, H: -1, C: 0}, (4, 3, 10)),
        ((4, 6, 5), {W: 0, H: -1}, (24, 5)),
        ((20, 6), {W: 0, H: 5, C: -1}, (4, 5, 6)),
        ((20, 6), {W: 0, H: 5, D: 0, C: -1}, (4, 1, 5, 6)),
        ((4, 2, 3, 5), {W: 0, H: 0, D: 0, C: 0}, (4, 2, 3, 5)),
        ((4, 6, 5), {W: -1}, (120,)),
        ((4, 6, 5), {W: 0}, (120,)),
        ((4, 6, 5), {W: 7}, (120,)),
    ],
)
def test_extents_kept_and_inferred(
    layer: MakeLayer, source: Shape, params: dict[int, int], shape: Shape
):
    assert layer("Reshape", params, source).resolved_shape() == shape


@pytest.mark.parametrize(
    ("text", "inputs", "shape"),
    [
        ("-1", [(4, 6, 5)], (120,)),
        ("0w,-1", [(4, 6, 5)], (24, 5)),
        ("*(0w,2),//(0h,2),0c", [(4, 6, 5)], (4, 3, 10)),
        ("-1,0w,3,4", [(4, 6, 5)], (4, 3, 5, 2)),
        ("1w,1h,-1", [(4, 6, 5), (3, 10)], (4, 3, 10)),
    ],
)
def test_expressions(layer: MakeLayer, text: str, inputs: list[Shape], shape: Shape):
    assert layer("Reshape", {6: text}, *inputs).resolved_shape() == shape


def test_layers_that_cannot_be(layer: MakeLayer):
    with pytest.raises(ShapeError, match="gives no shape"):
        layer("Reshape", {}, (4, 6))
    with pytest.raises(ShapeError, match="input_batch_axis 0: batches are not supported"):
        layer("Reshape", {W: 4, 12: 0}, (4, 6))


def test_flatten(layer: MakeLayer):
    assert layer("Flatten", {}, (4, 6, 5)).infer_shapes() == [(120,)]
    assert not layer("Flatten", {}, (4, 6, 5)).supports_packing()

"""Squeeze and ExpandDims: which axes go, and where new ones stand."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError
from ncnnc.dialects.ncnn.shapes import Shape

W, H, D, C, AXES = 0, 1, 11, 2, 3


@pytest.mark.parametrize(
    ("source", "params", "shape"),
    [
        ((1, 3, 1), {}, (1, 3, 1)),
        ((1, 3, 1), {AXES: [0]}, (3, 1)),
        ((1, 3, 1), {AXES: [-1, 1]}, (1, 3)),
        ((1, 3, 1), {AXES: [2, 0]}, (3,)),
        ((1, 3, 1), {AXES: [3, -4]}, (1, 3, 1)),
        ((1, 3, 1), {AXES: [1], C: 1}, (1, 3, 1)),
        ((1, 1, 1), {AXES: [0, 1, 2]}, (1,)),
        ((1,), {AXES: [0]}, (1,)),
        ((1, 1, 5, 1), {D: 1}, (1, 5, 1)),
        ((1, 1, 5, 1), {C: 1, H: 1, W: 1}, (1, 5)),
        ((1, 5), {C: 1, D: 1}, (1, 5)),
        ((1, 5), {H: 1, W: 1}, (5,)),
    ],
)
def test_squeeze(layer: Any, source: Shape, params: dict[int, Any], shape: Shape):
    assert layer("Squeeze", params, source).infer_shapes() == [shape]


@pytest.mark.parametrize(
    ("source", "axes", "shape"),
    [
        ((3,), [], (3,)),
        ((3,), [0], (1, 3)),
        ((3,), [-1], (3, 1)),
        ((3,), [1, 0, 3], (1, 1, 3, 1)),
        ((3, 5), [-2], (3, 1, 5)),
        ((3, 5), [1, -1], (3, 1, 5, 1)),
        ((3, 5, 7), [2], (3, 5, 1, 7)),
        ((3, 5, 7), [0, 1], (3, 5, 7)),
        ((3, 5, 7, 2), [0], (3, 5, 7, 2)),
        ((3, 5), [3], (3, 5)),
        ((3,), [0, 0], (1, 1, 3)),
        ((3,), [2, -4], (1, 3, 1)),
    ],
)
def test_expanddims(layer: Any, source: Shape, axes: list[int], shape: Shape):
    op = layer("ExpandDims", {AXES: axes}, source)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: len(source)) == len(shape)


def test_ranks(layer: Any):
    squeeze = layer("Squeeze", {AXES: [0]}, (3,))
    assert squeeze.result_rank(squeeze.output, lambda _: 1) == 1
    assert squeeze.result_rank(squeeze.output, lambda _: 3) is None
    expanddims = layer("ExpandDims", {AXES: [0]}, (3,))
    assert expanddims.result_rank(expanddims.output, lambda _: None) is None


@pytest.mark.parametrize("type", ["Squeeze", "ExpandDims"])
def test_axes_that_no_blob_has(layer: Any, type: str):
    with pytest.raises(InvalidLayerError, match="axis 4 is outside of 4 dimensions"):
        layer(type, {AXES: [4]}, (3,))

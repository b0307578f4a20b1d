"""Crop: all ways to say which box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import RuntimeShapeError
from ncnnc.dialects.ncnn.layers.crop import CropMode
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]
SHAPE = (4, 7, 9)
Box = tuple[Shape, Shape]


@pytest.mark.parametrize(
    ("params", "box"),
    [
        ({0: 1, 1: 2, 2: 3, 3: -233, 4: -233, 5: -233}, ((3, 2, 1), (1, 5, 8))),
        ({3: 4, 4: 100, 5: 2}, ((0, 0, 0), (2, 7, 4))),
        ({0: 1, 3: -233, 4: -233, 5: -233, 6: 2, 7: 3, 8: 1}, ((0, 0, 1), (3, 4, 6))),
        ({13: 5, 14: 1, 3: 9, 4: 7, 5: 4}, ((0, 0, 0), SHAPE)),
    ],
)
def test_box(layer: MakeLayer, params: dict[int, int], box: Box):
    op = layer("Crop", params, SHAPE)
    assert op.mode.data is CropMode.BOX
    assert op.offsets_and_sizes() == box


@pytest.mark.parametrize(
    ("starts", "ends", "axes", "box"),
    [
        ([1], [3], [1], ((0, 1, 0), (4, 2, 9))),
        ([-3], [-1], [-1], ((0, 0, 6), (4, 7, 2))),
        ([-233, 2], [2, -233], [0, 2], ((0, 0, 2), (2, 7, 7))),
        ([0, 0, 0], [4, 0, 2147483647], [], ((0, 0, 0), SHAPE)),
    ],
)
def test_slice_and_expression(
    layer: MakeLayer, starts: list[int], ends: list[int], axes: list[int], box: Box
):
    op = layer("Crop", {9: starts, 10: ends, 11: axes}, SHAPE)
    assert op.mode.data is CropMode.SLICE
    assert op.offsets_and_sizes() == box
    texts = [",".join(map(str, values)) for values in (starts, ends, axes)]
    op = layer("Crop", dict(zip((19, 20, 21), texts, strict=True)), SHAPE)
    assert op.mode.data is CropMode.EXPRESSION
    assert op.offsets_and_sizes() == box


def test_expression_speaks_of_further_inputs(layer: MakeLayer):
    op = layer("Crop", {19: "-(1w,4)", 20: "neg(1h)", 21: "1"}, SHAPE, (3, 5))
    assert op.offsets_and_sizes() == ((0, 1, 0), (4, 3, 9))


@pytest.mark.parametrize(
    ("reference", "box"),
    [
        ((2, 3, 5), ((1, 0, 2), (2, 3, 5))),
        ((3, 5), ((0, 0, 2), (4, 3, 5))),
        ((5,), ((0, 0, 2), (4, 1, 5))),
    ],
)
def test_like_another_blob(layer: MakeLayer, reference: Shape, box: Box):
    op = layer("Crop", {0: 2, 2: box[0][0]}, SHAPE, reference)
    assert op.mode.data is CropMode.LIKE
    assert op.offsets_and_sizes() == box


def test_values_of_another_blob_are_not_known(layer: MakeLayer):
    op = layer("Crop", {0: -233}, SHAPE, (6,))
    assert op.mode.data is CropMode.VALUES
    with pytest.raises(RuntimeShapeError, match="offsets and sizes are computed while"):
        op.infer_shapes()


@pytest.mark.requirement("L10")
def test_packing_needs_channels(layer: MakeLayer):
    assert layer("Crop", {9: [1], 10: [3], 11: [1]}, SHAPE).supports_packing()
    assert layer("Crop", {9: [1], 10: [3], 11: [0]}, SHAPE).supports_packing()
    assert not layer("Crop", {9: [0], 10: [3], 11: [1]}, SHAPE[1:]).supports_packing()

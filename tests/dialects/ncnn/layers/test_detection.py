"""Detection layers: how many rows there can be, anchors, parameters, who may read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.layers.activation import ReLUOp
from ncnnc.dialects.ncnn.layers.split import SplitOp
from ncnnc.dialects.ncnn.rules.found_rows import has_found_rows
from ncnnc.dialects.ncnn.shapes import UNRANKED

MakeLayer = Callable[..., Any]
SSD = [(48,), (36,), (2, 48)]
YOLO = {0: 3, 1: 2, 4: [1.0, 2.0, 3.0, 4.0]}
YOLO3 = {**YOLO, 5: [1.0, 0.0], 6: [16.0]}


@pytest.mark.parametrize(
    ("params", "rows"),
    [({}, 24), ({2: 5}, 10), ({3: 7}, 7), ({2: 5, 3: 7}, 7), ({2: 5, 3: 100}, 10)],
)
def test_rows_of_detection_output(layer: MakeLayer, params: dict[int, Any], rows: int):
    """12 boxes for each of two classes."""
    assert layer("DetectionOutput", {0: 3, **params}, *SSD).infer_shapes() == [(rows, 6)]


def test_values_beyond_the_priors_are_ignored(layer: MakeLayer):
    op = layer("DetectionOutput", {0: 3}, (50,), (3, 13), (1, 2, 50))
    assert op.prior_count() == 12
    assert op.infer_shapes() == [(24, 6)]


def test_rows_of_yolo(layer: MakeLayer):
    shapes = [(16, 3, 4), (17, 6, 8)]
    assert layer("YoloDetectionOutput", YOLO, *shapes).infer_shapes() == [(120, 6)]
    with pytest.raises(ShapeError, match="at least one input"):
        layer("YoloDetectionOutput", YOLO).infer_shapes()


def test_anchors_relative_to_the_image(layer: MakeLayer):
    """In cells; in pixels, by mask, of an image of 64 x 48."""
    shape = (16, 3, 4)
    op = layer("YoloDetectionOutput", YOLO, shape)
    np.testing.assert_allclose(op.anchors(0), [[1 / 4, 2 / 3], [3 / 4, 4 / 3]], rtol=1e-6)
    op = layer("Yolov3DetectionOutput", YOLO3, shape)
    np.testing.assert_allclose(op.anchors(0), [[3 / 64, 4 / 48], [1 / 64, 2 / 48]], rtol=1e-6)


def test_an_image_too_wide_for_int32(layer: MakeLayer):
    """Files of 2018 have the bits of 32.0 for a scale, which the wheel reads as that integer."""
    op = layer("Yolov3DetectionOutput", {**YOLO3, 6: [1107296256]}, (16, 3, 4))
    np.testing.assert_array_equal(op.anchors(0), op.bias_pairs()[op.mask_of(0)] / -(2.0**31))


def test_pixels_of_an_image_are_whole(layer: MakeLayer):
    op = layer("Yolov3DetectionOutput", {**YOLO3, 6: [16.7]}, (16, 3, 4))
    np.testing.assert_allclose(op.anchors(0)[0], [3 / 66, 4 / 50], rtol=1e-6)


@pytest.mark.parametrize(
    ("type", "params", "shapes"),
    [
        ("DetectionOutput", {0: 3, 1: 0.4, 2: 9, 3: 8, 4: 0.3, 6: 0.7}, SSD),
        ("YoloDetectionOutput", {**YOLO, 2: 0.3, 3: 0.6}, [(16, 3, 4)]),
        ("Yolov3DetectionOutput", YOLO3, [(16, 3, 4)]),
    ],
)
def test_parameters_come_back(
    layer: MakeLayer, type: str, params: dict[int, Any], shapes: list[tuple[int, ...]]
):
    op = layer(type, params, *shapes)
    completed = op.LAYER.completed(op.layer_params())
    for param in op.LAYER.params:
        expected = params.get(param.id, param.default)
        assert completed[param.name] == pytest.approx(expected, rel=1e-6)


def test_split_keeps_the_rows_found(layer: MakeLayer):
    op = layer("YoloDetectionOutput", YOLO, (16, 3, 4))
    split = SplitOp.build(operands=[op.output], result_types=[[UNRANKED] * 2])
    again = SplitOp.build(operands=[split.outputs[1]], result_types=[[UNRANKED]])
    relu = ReLUOp.build(operands=[op.output], result_types=[UNRANKED])
    assert has_found_rows(op.output)
    assert has_found_rows(again.outputs[0])
    assert not has_found_rows(relu.results[0])
    assert not has_found_rows(op.inputs[0])

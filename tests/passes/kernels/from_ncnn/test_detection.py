"""Detections, lowered to machine code: planted ones are found, others as the reference says."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.reference import run_reference

from tests.generators.layer_cases.checking import TARGETS as EVERY_TARGET
from tests.helpers.detections import (
    EDGE_BOXES,
    EDGE_CORNERS,
    Planted,
    edge_blob,
    edge_layer,
    separate_boxes,
    ssd_arrays,
    yolo_blob,
)
from tests.helpers.importing import load_model_files
from tests.helpers.lowering import TARGETS, check_layers, compile_layers, param_text

pytestmark = [pytest.mark.isa, pytest.mark.slow]

FOR_TARGETS = pytest.mark.parametrize("target", TARGETS)
SSD = "DetectionOutput y 3 1 loc conf prior y"
YOLO = "YoloDetectionOutput y 1 1 x y 0=3 1=2 2=0.3 3=0.45 -23304=4,1.0,2.0,2.0,1.0"
YOLO3 = (
    "Yolov3DetectionOutput y 2 1 a b y 0=3 1=2 2=0.3 3=0.45 "
    "-23304=8,8.0,8.0,16.0,8.0,8.0,16.0,24.0,24.0 -23305=4,2.0,3.0,0.0,1.0 -23306=2,16.0,8.0"
)


def shapes_of(arrays: dict[str, np.ndarray]) -> dict[str, tuple[int, ...]]:
    return {name: array.shape for name, array in arrays.items()}


def reference(layer: str, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """The rows that the reference finds."""
    ctx = make_context()
    shapes = shapes_of(arrays)
    module = load_model_files(ctx, param_text(layer, shapes), b"", shapes)
    infer_shapes(module, ctx)
    return run_reference(module, ctx.weights, arrays)["y"]


def found(layer: str, arrays: dict[str, np.ndarray], target: str = "x86-avx2") -> np.ndarray:
    """The rows found, which are those of the reference."""
    layers = check_layers(layer, shapes_of(arrays), target, arrays=arrays)
    return layers.model.run(arrays)["y"]


def labels_and_scores(rows: np.ndarray) -> list[tuple[int, float]]:
    return [(int(row[0]), round(float(row[1]), 3)) for row in rows]


def priors(count: int, generator: np.random.Generator) -> np.ndarray:
    """Rows of corners of random boxes."""
    centres, sizes = (generator.uniform(*r, (count, 2)) for r in ((0.1, 0.9), (0.05, 0.4)))
    return np.hstack([centres - sizes / 2, centres + sizes / 2]).astype(np.float32)


def softmax(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits)
    return (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)


# SSD ---------------------------------------------------------------------------------------------


@FOR_TARGETS
def test_best_first_and_by_class(target: str):
    """Boxes that overlap are left out if a better one is of the same class."""
    corners = [[0.1, 0.1, 0.5, 0.5], [0.12, 0.1, 0.5, 0.5], *separate_boxes(3)]
    arrays = ssd_arrays(corners, classes=4)
    arrays.plant(0, 1, 0.7)
    arrays.plant(1, 1, 0.8)
    arrays.plant(2, 3, 0.6)
    arrays.plant(4, 1, 0.9)
    rows = found(f"{SSD} 0=4 1=0.45 4=0.5", arrays.arrays(), target)
    assert labels_and_scores(rows) == [(1, 0.9), (1, 0.8), (3, 0.6)]
    np.testing.assert_allclose(rows[1, 2:], corners[1], atol=1e-6)


def test_nothing_found():
    arrays = ssd_arrays(separate_boxes(5), classes=3)
    rows = found(f"{SSD} 0=3", arrays.arrays())
    assert rows.shape == (0, 6)


@pytest.mark.parametrize(("top", "keep", "count"), [(300, 100, 20), (4, 100, 8), (300, 5, 5)])
def test_no_more_than_asked_for(top: int, keep: int, count: int):
    """20 boxes, 10 of each class: `top` counts for each, `keep` for both."""
    arrays = ssd_arrays(separate_boxes(20), classes=3)
    for i in range(20):
        arrays.plant(i, 1 + i % 2, 0.6 + 0.01 * i)
    rows = found(f"{SSD} 0=3 2={top} 3={keep}", arrays.arrays())
    assert len(rows) == count
    np.testing.assert_allclose(rows[:, 1], 0.79 - 0.01 * np.arange(count), atol=1e-6)


def test_a_score_must_exceed_the_threshold():
    arrays = ssd_arrays(separate_boxes(2), classes=2)
    arrays.plant(0, 1, 0.5)
    arrays.plant(1, 1, 0.5001)
    assert len(found(f"{SSD} 0=2 4=0.5", arrays.arrays())) == 1


def test_an_overlap_must_exceed_the_threshold():
    """One is half of the other."""
    arrays = ssd_arrays([[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.5]], classes=2)
    arrays.plant(0, 1, 0.9)
    arrays.plant(1, 1, 0.8)
    assert len(found(f"{SSD} 0=2 1=0.5", arrays.arrays())) == 2
    assert len(found(f"{SSD} 0=2 1=0.4999", arrays.arrays())) == 1


def test_boxes_without_area_are_one_detection():
    """Clipped priors may have none: their overlap, 0 / 0, is too much."""
    arrays = ssd_arrays([[1.0, 1.0, 1.0, 1.0], [1.0, 0.5, 1.0, 0.5]] * 2, classes=2)
    for i in range(4):
        arrays.plant(i, 1, 0.9 - 0.1 * i)
    assert labels_and_scores(found(f"{SSD} 0=2", arrays.arrays())) == [(1, 0.9)]


@FOR_TARGETS
def test_each_of_many_kept_ones_suppresses(target: str):
    """Every box is there twice, as are some without area, whose overlap with itself is 0 / 0."""
    corners = [*separate_boxes(33), [0.5, 0.5, 0.5, 0.5]]
    arrays = ssd_arrays(corners * 2, classes=2)
    for i in range(len(corners) * 2):
        arrays.plant(i, 1, 0.9 - i / 256)
    rows = found(f"{SSD} 0=2 1=0.3", arrays.arrays(), target)
    np.testing.assert_allclose(rows[:, 1], 0.9 - np.arange(34) / 256, atol=1e-6)


def test_a_score_that_is_no_number_hides_no_other():
    arrays = ssd_arrays(separate_boxes(19), classes=2)
    for i in (1, 9, 18):
        arrays.plant(i, 1, 0.9)
    for i in (0, 2, 8, 10, 17):
        arrays.confidence[i, 1] = np.nan
    assert len(found(SSD + " 0=2", arrays.arrays())) == 3


@FOR_TARGETS
def test_equal_scores(target: str):
    """Their order is that of ncnn's sort."""
    generator = np.random.default_rng(3)
    arrays = ssd_arrays(priors(150, generator), classes=3)
    for i, score in enumerate(generator.integers(4, 8, 150) / 8):
        arrays.plant(i, int(generator.integers(1, 3)), float(score))
    found(f"{SSD} 0=3 1=0.3 2=40 4=0.3", arrays.arrays(), target)


@pytest.mark.parametrize(
    "ranks",
    [
        np.arange(64),
        np.arange(64)[::-1],
        np.zeros(64),
        np.arange(64) % 2,
        np.minimum(np.arange(64), 63 - np.arange(64)),
    ],
    ids=["ascending", "descending", "equal", "two values", "organ pipe"],
)
def test_any_order_of_scores(ranks: np.ndarray):
    arrays = ssd_arrays(separate_boxes(64), classes=2)
    for i, rank in enumerate(ranks):
        arrays.plant(i, 1, float(0.6 + rank / 256))
    rows = found(f"{SSD} 0=2 1=0.5", arrays.arrays())
    assert len(rows) == 64
    assert (np.diff(rows[:, 1]) <= 0).all()
    assert len(np.unique(rows[:, 2])) == 64


@FOR_TARGETS
@pytest.mark.parametrize("seed", range(3))
def test_random_ssd(seed: int, target: str):
    generator = np.random.default_rng(seed)
    arrays = ssd_arrays(priors(200, generator), classes=5).arrays()
    arrays["conf"] = softmax(generator.normal(0, 3, (200, 5))).reshape(-1)
    arrays["loc"] = generator.uniform(-1, 1, 800).astype(np.float32)
    assert len(found(f"{SSD} 0=5 1=0.3 2=30 3=50 4=0.2", arrays, target)) == 50


@FOR_TARGETS
def test_mxnet_form(target: str):
    generator = np.random.default_rng(0)
    arrays = {
        "loc": generator.uniform(-1, 1, 160).astype(np.float32),
        "conf": np.ascontiguousarray(softmax(generator.normal(0, 2, (40, 3))).T),
        "prior": priors(40, generator),
    }
    assert len(found(f"{SSD} 0=-233 1=0.3 4=0.2 5=0.3 8=0.1", arrays, target))


# YOLO --------------------------------------------------------------------------------------------


@FOR_TARGETS
def test_yolo_of_any_class_suppresses(target: str):
    """The two at one place are of different classes: only the better one is left."""
    planted = [
        Planted(box=0, row=1, column=2, label=2, objectness=1.0),
        Planted(box=1, row=1, column=2, label=0, objectness=3.0, size=(-0.7, 0.7)),
        Planted(box=1, row=4, column=5, label=1, objectness=2.0),
        Planted(box=0, row=4, column=0, label=0, objectness=-2.0),
    ]
    rows = found(YOLO, {"x": yolo_blob(2, 3, 5, 7, planted)}, target)
    assert labels_and_scores(rows) == [(1, 0.953), (2, 0.881)]
    centre = (rows[1, 2:4] + rows[1, 4:]) / 2
    np.testing.assert_allclose(centre, [5.5 / 7, 4.5 / 5], atol=1e-6)
    np.testing.assert_allclose(rows[1, 4:] - rows[1, 2:4], [2 / 7, 1 / 5], atol=1e-6)


@FOR_TARGETS
def test_yolo3_takes_anchors_by_mask(target: str):
    """Cells of the first blob are 16 pixels wide, of the second 8."""
    first = [Planted(box=1, row=0, column=1, label=2, objectness=4.0)]
    second = [Planted(box=0, row=3, column=3, label=0, objectness=2.0)]
    arrays = {"a": yolo_blob(2, 3, 2, 2, first), "b": yolo_blob(2, 3, 4, 4, second)}
    rows = found(YOLO3, arrays, target)
    assert [row[0] for row in rows] == [3, 1]
    sizes = rows[:, 4:] - rows[:, 2:4]
    np.testing.assert_allclose(sizes, [[24 / 32, 24 / 32], [8 / 32, 8 / 32]], atol=1e-6)


@pytest.mark.parametrize("layer", [YOLO, YOLO3])
def test_yolo_finds_nothing(layer: str):
    names = "x" if layer == YOLO else "ab"
    arrays = {name: yolo_blob(2, 3, 3, 3, []) for name in names}
    assert found(layer, arrays).shape == (0, 6)


@pytest.mark.parametrize("count", [1, 2])
def test_all_boxes_of_a_blob_may_be_found(count: int):
    """Exactly as many rows as there can be: nothing is behind them."""
    planted = [
        Planted(box, 0, column, 0, 1.0 + column + 4 * box, size=(-3.0, -3.0 * box))
        for box in range(count)
        for column in range(3)
    ]
    layer = f"YoloDetectionOutput y 1 1 x y 0=2 1={count} 3=1.5 -23304=4,1.0,1.0,1.0,1.0"
    blob = yolo_blob(count, 2, 1, 3, planted)
    layers = compile_layers(layer, {"x": blob.shape}, "x86-avx2")
    assert layers.model.outputs[0].shape == (3 * count, 6)
    assert len(found(layer, {"x": blob})) == 3 * count


@FOR_TARGETS
@pytest.mark.parametrize("shape", [(16, 1, 1), (16, 4, 4), (17, 9, 7)])
def test_random_yolo(shape: tuple[int, ...], target: str):
    """One cell, whole vectors, vectors and a rest with channels too many."""
    check_layers(YOLO, {"x": shape}, target)


@pytest.mark.parametrize("target", EVERY_TARGET)
@pytest.mark.parametrize("version", [2, 3])
def test_edge_boxes(version: int, target: str):
    """Without area, without end, nowhere: as the reference says, which is compared with ncnn."""
    layer = edge_layer(version)
    model = compile_layers(layer, {"x": edge_blob([]).shape}, target).model
    for name, boxes in EDGE_BOXES.items():
        x = edge_blob(boxes)
        expected = reference(layer, {"x": x})
        assert len(expected) > 0
        np.testing.assert_allclose(model(x), expected, rtol=1e-5, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("target", EVERY_TARGET)
def test_edge_priors(target: str):
    layer = f"{SSD} 0=2 1=0.45"
    shapes = shapes_of(ssd_arrays([[0.0] * 4] * 3, classes=2).arrays())
    model = compile_layers(layer, shapes, target).model
    for name, corners in EDGE_CORNERS.items():
        planted = ssd_arrays(corners, classes=2)
        for i in range(3):
            planted.plant(i, 1, 0.9 - 0.1 * i)
        arrays = planted.arrays()
        expected = reference(layer, arrays)
        np.testing.assert_allclose(model.run(arrays)["y"], expected, rtol=1e-6, err_msg=name)


@pytest.mark.parametrize("target", EVERY_TARGET)
def test_classes_that_are_no_numbers_are_passed_over(target: str):
    layer = (
        "Yolov3DetectionOutput y 1 1 x y 0=3 1=1 2=0.0 -23304=2,1.0,1.0 -23305=1,0.0 -23306=1,1.0"
    )
    classes = [[np.nan, 1, 2], [3, np.nan, 2], [0, np.inf, 2], [np.nan] * 3]
    blob = np.zeros((8, 1, 4), np.float32)
    blob[5:, 0] = np.array(classes).T
    rows = compile_layers(layer, {"x": blob.shape}, target).model(blob)
    assert sorted(rows[:, 0]) == [1, 1, 2, 3]
    np.testing.assert_allclose(rows, reference(layer, {"x": blob}), rtol=1e-5)


@FOR_TARGETS
def test_random_yolo3(target: str):
    check_layers(YOLO3, {"a": (16, 5, 3), "b": (16, 10, 6)}, target)

"""Objects found in an image, in its pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ncnnc.compiler.bundle.metadata import Metadata
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.postprocess.findings import FoundObject, find, report_of
from ncnnc.compiler.postprocess.preparation import letterboxed
from ncnnc.compiler.yolo_boxes import Thresholds

from tests.helpers.heads import Known, columns_head, end_to_end_head

INPUT, IMAGE = (64, 96), (200, 150)
_, PLACEMENT = letterboxed(np.zeros((*IMAGE, 3), np.uint8), INPUT)
METADATA = Metadata("metadata.yaml", "detect", ("a", "b", "c"))


def in_input(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return a box of the image in pixels of the input."""
    x0, y0, x1, y1 = PLACEMENT.to_blob(np.array(box).reshape(2, 2)).ravel().tolist()
    return x0, y0, x1, y1


def found_in(
    outputs: dict[str, np.ndarray], metadata: Metadata, thresholds: Thresholds = Thresholds()
) -> list[FoundObject]:
    """Return what is found."""
    return find(outputs, metadata, INPUT, IMAGE, PLACEMENT, thresholds)


FIRST, NEAR, EDGE = (20, 30, 90, 120), (22, 30, 92, 120), (-30, 100, 60, 260)
BOXES = (
    Known(in_input(NEAR), 0.8, 0),
    Known(in_input(FIRST), 0.9, 0),
    Known(in_input(NEAR), 0.7, 2),
    Known(in_input(EDGE), 0.6, 1),
)


def test_boxes_are_in_pixels_of_the_image():
    found = found_in({"out0": columns_head(BOXES, 3)}, METADATA)
    assert [(each.name, round(each.score, 4)) for each in found] == [
        ("a", 0.9),
        ("c", 0.7),
        ("b", 0.6),
    ]
    expected = [FIRST, NEAR, (0, 100, 60, 200)]
    np.testing.assert_allclose([each.box for each in found], expected, atol=1e-3)


def test_thresholds():
    outputs = {"out0": columns_head(BOXES, 3)}
    assert len(found_in(outputs, METADATA, Thresholds(overlap=0.99))) == 4
    assert len(found_in(outputs, METADATA, Thresholds(confidence=0.65))) == 2
    assert found_in(outputs, METADATA, Thresholds(confidence=1)) == []


def test_a_model_that_chooses_itself_keeps_all():
    assert len(found_in({"out0": end_to_end_head(BOXES)}, METADATA)) == 4


def test_keypoints():
    points = PLACEMENT.to_blob(np.array([[30.0, 40], [50, 60]]))
    extras = np.concatenate([points, [[0.9], [0.2]]], axis=1).ravel().tolist()
    head = columns_head([Known(in_input(FIRST), 0.9, 0, extras)], 3)
    posed = replace(METADATA, task="pose", keypoints=(2, 3))
    (found,) = found_in({"out0": head}, posed)
    assert found.keypoints is not None
    expected = [[30, 40, 0.9], [50, 60, 0.2]]
    np.testing.assert_allclose(found.keypoints, expected, atol=1e-3)
    assert found.seen.tolist() == [True, False]
    assert report_of(found)["keypoints"] == found.keypoints.round(4).tolist()
    (plain,) = found_in({"out0": head[:-2]}, replace(posed, keypoints=(2, 2)))
    assert plain.seen.tolist() == [True, True]


def test_masks():
    head = columns_head([Known(in_input(FIRST), 0.9, 0, [1.0, 0.0])], 3)
    outputs = {"out0": head, "out1": np.ones((2, 16, 24), np.float32)}
    (found,) = found_in(outputs, replace(METADATA, task="segment"))
    assert found.mask is not None
    assert (found.mask.left, found.mask.top) in [(19, 29), (19, 30), (20, 29), (20, 30)]
    assert abs(found.mask.area - 70 * 90) < 200
    assert report_of(found)["mask_pixels"] == found.mask.area


@pytest.mark.parametrize("end_to_end", [False, True])
def test_rotated_boxes(end_to_end: bool):
    center = PLACEMENT.to_blob(np.array([70.0, 80])).tolist()
    size = [40 * PLACEMENT.scale[1], 20 * PLACEMENT.scale[0]]
    numbers = [*center, *size, 0.9, 1, np.pi / 2]
    if end_to_end:
        head = np.array([numbers, numbers], np.float32)
    else:
        head = np.zeros((8, 84), np.float32)
        for place, score in ((7, 0.9), (8, 0.8)):
            head[:, place] = [*center, *size, 0, score, 0, np.pi / 2]
    metadata = replace(METADATA, task="obb", end_to_end=end_to_end)
    found = found_in({"out0": head}, metadata)
    assert len(found) == 1 + end_to_end
    assert (found[0].name, round(found[0].score, 4)) == ("b", 0.9)
    assert found[0].corners is not None
    np.testing.assert_allclose(found[0].box, [60, 60, 80, 100], atol=0.5)
    np.testing.assert_allclose(found[0].corners.mean(axis=0), [70, 80], atol=1e-3)
    assert len(found[0].corners) == 4


def test_classes():
    classifier = replace(METADATA, task="classify")
    found = found_in({"out0": np.array([0.2, 0.1, 0.7], np.float32)}, classifier)
    assert [(each.label, each.name, each.box) for each in found] == [
        (2, "c", None),
        (0, "a", None),
        (1, "b", None),
    ]
    many = replace(classifier, names=())
    assert [each.name for each in found_in({"out0": np.arange(9.0)[None]}, many)] == list("87654")
    with pytest.raises(UsageError, match="no output has the probabilities of 3 classes"):
        found_in({"out0": np.zeros((3, 4))}, classifier)


def test_reports_leave_out_what_is_not_there():
    assert report_of(FoundObject(1, "b", 0.123456)) == {"label": 1, "name": "b", "score": 0.1235}

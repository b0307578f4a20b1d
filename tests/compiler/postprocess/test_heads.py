"""All forms of heads give back the boxes that they were made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from ncnnc.compiler.bundle.metadata import Metadata
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.postprocess.heads import Candidates, read_head

from tests.helpers.heads import Known, columns_head, end_to_end_head, rows_head_with_objects

BOXES = (
    Known((10, 20, 50, 60), 0.5, 1),
    Known((0.5, 1.25, 30, 8), 0.9, 0),
    Known((60, 60, 90, 95), 0.3, 2),
    Known((1, 2, 3, 4), 0.2, 2),
)
METADATA = Metadata("metadata.yaml", "detect", ("a", "b", "c"))
Head = Callable[[Sequence[Known], int], np.ndarray]


def expect(found: Candidates, boxes: Sequence[Known]) -> None:
    """Check that these boxes were found, in this order."""
    np.testing.assert_allclose(found.boxes, [box.corners for box in boxes], atol=1e-4)
    np.testing.assert_allclose(found.scores, [box.score for box in boxes], rtol=1e-6)
    assert list(found.labels) == [box.label for box in boxes]


@pytest.mark.parametrize(
    "head",
    [
        columns_head,
        lambda known, classes: columns_head(known, classes).T,
        lambda known, classes: columns_head(known, classes)[None],
        rows_head_with_objects,
        lambda known, classes: rows_head_with_objects(known, classes).T,
        lambda known, classes: end_to_end_head(known),
    ],
    ids=["columns", "rows", "with a batch", "v5", "v5 columns", "end to end"],
)
def test_forms(head: Head):
    found = read_head({"out0": head(BOXES, 3)}, METADATA, 0.25)
    expect(found, [BOXES[1], BOXES[0], BOXES[2]])


def test_only_a_head_that_chooses_itself_is_suppressed_already():
    assert read_head({"out0": end_to_end_head(BOXES)}, METADATA, 0.25).suppressed
    assert not read_head({"out0": columns_head(BOXES, 3)}, METADATA, 0.25).suppressed


def test_two_classes_are_not_taken_for_a_head_that_chooses_itself():
    two = replace(METADATA, names=("a", "b"))
    boxes = [BOXES[0], BOXES[1]]
    expect(read_head({"out0": columns_head(boxes, 2)}, two, 0.25), [BOXES[1], BOXES[0]])
    rows = columns_head(boxes, 2, 2100).T
    expect(read_head({"out0": rows}, two, 0.25), [BOXES[1], BOXES[0]])
    chosen = replace(two, end_to_end=True)
    expect(read_head({"out0": end_to_end_head(boxes, 2100)}, chosen, 0.25), boxes[::-1])


def test_classes_without_names_are_counted():
    nameless = replace(METADATA, names=())
    expect(read_head({"out0": columns_head(BOXES, 3)}, nameless, 0.4), [BOXES[1], BOXES[0]])


@pytest.mark.parametrize("head", [columns_head, rows_head_with_objects])
def test_extras(head: Head):
    posed = replace(METADATA, task="pose", keypoints=(2, 3))
    boxes = [replace(box, extras=[1, 2, 0.5, 3, 4, i]) for i, box in enumerate(BOXES)]
    found = read_head({"out0": head(boxes, 3)}, posed, 0.4)
    np.testing.assert_allclose(found.extras, [[1, 2, 0.5, 3, 4, 1], [1, 2, 0.5, 3, 4, 0]])


def test_masks_have_as_many_coefficients_as_prototypes():
    segment = replace(METADATA, task="segment")
    boxes = [replace(box, extras=[0.5, i]) for i, box in enumerate(BOXES)]
    outputs = {"out0": columns_head(boxes, 3), "out1": np.zeros((2, 8, 8), np.float32)}
    assert read_head(outputs, segment, 0.4).extras.tolist() == [[0.5, 1], [0.5, 0]]
    with pytest.raises(UsageError, match="no output has the prototypes of masks"):
        read_head({"out0": outputs["out0"]}, segment, 0.4)


def test_scores_that_are_no_numbers_are_not_found():
    head = columns_head(BOXES, 3)
    head[4:, 3] = np.nan
    expect(read_head({"out0": head}, METADATA, 0.25), [BOXES[1], BOXES[2]])


def test_nothing_above_the_threshold():
    found = read_head({"out0": columns_head(BOXES, 3)}, METADATA, 0.95)
    assert found.boxes.shape == (0, 4)


@pytest.mark.parametrize(
    ("outputs", "metadata", "reason"),
    [
        ({"out0": np.zeros((9, 84))}, METADATA, "head of 'detect' with 3 classes: 'out0' is 9x84"),
        ({"a": np.zeros(7), "b": np.zeros((1, 2))}, METADATA, "'a' is 7, 'b' is 1x2"),
        ({"a": np.zeros((2, 2))}, replace(METADATA, names=()), "with any number of classes"),
        ({"a": np.zeros((7, 9))}, replace(METADATA, task="pose"), "has no kpt_shape"),
    ],
)
def test_no_head(outputs: dict[str, np.ndarray], metadata: Metadata, reason: str):
    with pytest.raises(UsageError) as caught:
        read_head(outputs, metadata, 0.25)
    assert reason in str(caught.value)


def test_boxes_that_are_no_numbers_are_not_found():
    head = end_to_end_head(BOXES)
    head[0, 0], head[1, 3], head[2, 5] = np.nan, np.inf, np.nan
    found = read_head({"out0": head}, METADATA, 0.25)
    assert found.labels.tolist() == [-1]
    expect(replace(found, labels=np.array([2])), [BOXES[2]])

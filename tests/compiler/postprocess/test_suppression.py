"""Compare the kept boxes with a slow and plain implementation."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.postprocess.suppression import (
    corners_of_rotated,
    intersection_over_union,
    kept_boxes,
)
from ncnnc.compiler.reference.rotated_boxes import probabilistic_overlap


def plain_overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Return intersection over union of two boxes."""
    width = max(min(a[2], b[2]) - max(a[0], b[0]), 0)
    height = max(min(a[3], b[3]) - max(a[1], b[1]), 0)
    common = width * height
    joint = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common
    return common / joint


@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.7, 1.0])
def test_as_said_plainly(overlap: float):
    rng = np.random.default_rng(0)
    for count in (0, 1, 2, 40):
        low = rng.uniform(0, 20, (count, 2))
        boxes = np.concatenate([low, low + rng.uniform(1, 20, (count, 2))], axis=1)
        labels = rng.integers(0, 2, count)
        expected: list[int] = []
        for i in range(count):
            over = (plain_overlap(boxes[i], boxes[j]) > overlap for j in expected)
            same = (labels[i] == labels[j] for j in expected)
            if not any(a and b for a, b in zip(over, same, strict=True)):
                expected.append(i)
        kept = kept_boxes(boxes, labels, overlap, intersection_over_union)
        assert kept.tolist() == expected


def test_no_more_than_the_most():
    boxes = np.arange(40.0).reshape(10, 4) * [1, 1, 1, 1]
    labels = np.arange(10)
    assert kept_boxes(boxes, labels, 0.5, intersection_over_union, 3).tolist() == [0, 1, 2]


def test_boxes_without_area_or_end_are_kept():
    boxes = np.array([[1, 1, 1, 1], [1, 1, 1, 1], [0, 0, np.inf, np.inf], [0, 0, np.inf, np.inf]])
    kept = kept_boxes(boxes, np.zeros(4, int), 0.5, intersection_over_union)
    assert kept.tolist() == [0, 1, 2, 3]


def test_rotated_boxes():
    box = np.array([50.0, 40, 20, 10, 0.3])
    others = np.array(
        [
            box,
            [50, 40, 10, 20, 0.3 + np.pi / 2],
            [50, 40, 20, 10, 0.3 + np.pi],
            [52, 40, 20, 10, 0.3],
            [50, 40, 20, 10, 0.3 + np.pi / 2],
            [500, 40, 20, 10, 0.3],
        ]
    )
    overlaps = probabilistic_overlap(box, others)
    np.testing.assert_allclose(overlaps[:3], 1, atol=2e-3)
    assert 0.7 < overlaps[3] < 0.99
    assert overlaps[4] < overlaps[3]
    assert overlaps[5] < 1e-3
    for other, overlap in zip(others, overlaps, strict=True):
        np.testing.assert_allclose(probabilistic_overlap(other, box[None])[0], overlap, atol=1e-6)


def test_overlap_of_squares_as_the_paper_has_it():
    # Two squares of side s at a distance d: B = d^2 / (4 * 2 * s^2 / 12), and no other term.
    for distance in (1.0, 3.0, 10.0):
        bhattacharyya = distance**2 / (8 * 100 / 12)
        expected = 1 - np.sqrt(1 - np.exp(-bhattacharyya))
        other = np.array([[distance, 0, 10, 10, 0.0]])
        found = probabilistic_overlap(np.array([0.0, 0, 10, 10, 0.7]), other)
        np.testing.assert_allclose(found, expected, atol=1e-4)


def test_corners_of_rotated_boxes():
    corners = corners_of_rotated(np.array([[10.0, 20, 4, 2, np.pi / 2]]))
    expected = {(9, 22), (11, 22), (11, 18), (9, 18)}
    assert {tuple(corner) for corner in corners[0].round(6)} == expected

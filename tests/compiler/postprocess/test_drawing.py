"""Draw detections."""

from __future__ import annotations

import io

import numpy as np
import pytest
from ncnnc.compiler.postprocess.drawing import COLORS, picture
from ncnnc.compiler.postprocess.findings import FoundObject
from ncnnc.compiler.postprocess.masks import Mask
from ncnnc.compiler.postprocess.picture_formats import is_picture

images = pytest.importorskip("PIL.Image")

GRAY = np.full((120, 160, 3), 128, np.uint8)
BOX = (40.0, 50.0, 100.0, 90.0)


def drawn(found: list[FoundObject], pixels: np.ndarray = GRAY) -> np.ndarray:
    """Return the pixels of the picture."""
    return np.asarray(images.open(io.BytesIO(picture(pixels, found, "out.png"))))


def test_nothing_is_drawn_where_nothing_is_found():
    np.testing.assert_array_equal(drawn([]), GRAY)


def test_a_box_and_its_label():
    before = GRAY.copy()
    pixels = drawn([FoundObject(1, "cat", 0.5, BOX)])
    np.testing.assert_array_equal(GRAY, before)
    assert tuple(pixels[70, 40]) == tuple(pixels[90, 70]) == COLORS[1]
    assert tuple(pixels[70, 70]) == (128, 128, 128)
    label = pixels[38:50, 42:60]
    assert tuple(label[0, 0]) == COLORS[1]
    assert label.min(axis=2).max() > 200


def test_a_mask_tints_its_pixels():
    mask = Mask(50, 40, np.eye(40, 60, dtype=bool))
    pixels = drawn([FoundObject(0, "cat", 0.5, BOX, mask=mask)])
    assert tuple(pixels[60, 50]) not in [(128, 128, 128), COLORS[0]]
    assert tuple(pixels[60, 51]) == (128, 128, 128)


def test_masks_beyond_the_image_are_cut():
    mask = Mask(110, 150, np.ones((40, 40), bool))
    pixels = drawn([FoundObject(0, "", 0.5, (150, 110, 190, 150), mask=mask)])
    assert pixels.shape == GRAY.shape
    assert tuple(pixels[118, 158]) != (128, 128, 128)


def test_keypoints_that_are_seen():
    points = np.array([[60, 60, 0.9], [80, 80, 0.1]])
    pixels = drawn([FoundObject(2, "cat", 0.5, BOX, keypoints=points)])
    assert tuple(pixels[60, 60]) == COLORS[2]
    assert tuple(pixels[80, 80]) == (128, 128, 128)


def test_the_limbs_of_a_person():
    points = np.zeros((17, 3))
    points[5], points[7] = [50, 60, 1], [90, 60, 1]
    assert tuple(drawn([FoundObject(0, "p", 0.9, BOX, keypoints=points)])[60, 70]) == COLORS[0]


def test_a_rotated_box():
    corners = np.array([[70, 50], [90, 70], [70, 90], [50, 70]])
    pixels = drawn([FoundObject(0, "cat", 0.5, (50, 50, 90, 90), corners=corners)])
    assert tuple(pixels[60, 80]) == COLORS[0]
    assert tuple(pixels[70, 70]) == (128, 128, 128)


def test_classes_are_listed_from_the_top():
    pixels = drawn([FoundObject(0, "cat", 0.9), FoundObject(1, "dog", 0.1)])
    assert tuple(pixels[1, 1]) == COLORS[0]
    assert tuple(pixels[20, 1]) == COLORS[1]


def test_a_gray_image_and_other_formats():
    assert drawn([], GRAY[..., :1]).shape == GRAY.shape
    for suffix in (".JPG", ".webp", ".bmp"):
        assert is_picture(f"out{suffix}")
        found = [FoundObject(300, "名前\n", 0.5, (1000.0, -50.0, 2000.0, 3.0))]
        image = images.open(io.BytesIO(picture(GRAY, found, f"out{suffix}")))
        assert image.size == (160, 120)
    assert not is_picture("out.npz")


def test_what_a_head_without_sense_finds_is_drawn_too():
    corners = np.array([[1e30, -1e30], [0, 0], [5, 5], [-1e30, 1e30]])
    points = np.array([[1e30, -1e30, 1.0]])
    found = [
        FoundObject(-1, "-1", 0.9, (90, 80, 10, 20)),
        FoundObject(0, "a", 0.9, (-1e30, -1e30, 1e30, 1e30), corners=corners),
        FoundObject(0, "a", 0.9, BOX, keypoints=points),
    ]
    pixels = drawn(found)
    assert tuple(pixels[80, 50]) == tuple(pixels[20, 50]) == COLORS[-1]

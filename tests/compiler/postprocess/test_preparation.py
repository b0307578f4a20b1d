"""Images as Ultralytics prepares them, and the way back."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.bundle.metadata import Metadata
from ncnnc.compiler.postprocess.preparation import (
    center_crop,
    letterboxed,
    normalized,
    sample_image,
)

WHITE = 255


@pytest.mark.parametrize(
    ("image", "size", "inner", "offset"),
    [
        ((480, 640), (640, 640), (480, 640), (80, 0)),
        ((1080, 810), (640, 640), (640, 480), (0, 80)),
        ((375, 500), (640, 640), (480, 640), (80, 0)),
        ((333, 500), (640, 640), (426, 640), (107, 0)),
        ((334, 500), (640, 640), (428, 640), (106, 0)),
        ((200, 300), (96, 128), (85, 128), (5, 0)),
        ((640, 640), (640, 640), (640, 640), (0, 0)),
        ((1, 5000), (64, 64), (1, 64), (31, 0)),
    ],
)
def test_letterbox(
    image: tuple[int, int], size: tuple[int, int], inner: tuple[int, int], offset: tuple[int, int]
):
    boxed, placement = letterboxed(np.full((*image, 3), WHITE, np.uint8), size)
    assert boxed.shape == (*size, 3)
    rows, columns = np.nonzero(boxed[..., 0] == WHITE)
    assert (rows.min(), columns.min()) == offset == placement.offset
    assert (rows.max() + 1 - offset[0], columns.max() + 1 - offset[1]) == inner
    assert set(np.unique(boxed)) <= {114, WHITE}
    corners = np.array([[0, 0], [image[1], image[0]]])
    ends = np.array([offset[::-1], (offset[1] + inner[1], offset[0] + inner[0])])
    np.testing.assert_allclose(placement.to_blob(corners), ends)
    np.testing.assert_allclose(placement.to_image(ends), corners, atol=1e-9)


def test_an_image_of_the_size_is_not_touched():
    image = np.random.default_rng(0).integers(0, 256, (8, 9, 3), np.uint8)
    np.testing.assert_array_equal(letterboxed(image, (8, 9))[0], image)


@pytest.mark.parametrize("channels", [1, 3])
def test_center_crop(channels: int):
    image = np.zeros((20, 41, channels), np.uint8)
    image[:, 10:31] = WHITE
    cropped = center_crop(image, (20, 20))
    assert cropped.shape == (20, 20, channels)
    np.testing.assert_array_equal(cropped, image[:, 10:30])
    assert center_crop(image, (10, 10)).shape == (10, 10, channels)
    assert center_crop(image, (64, 32)).shape == (64, 32, channels)


def test_an_input_that_is_no_square_takes_all_of_an_image():
    image = np.zeros((20, 40, 3), np.uint8)
    image[:, 20:] = WHITE
    stretched = center_crop(image, (30, 10))
    assert stretched[15, [0, 3, 6, 9], 0].tolist() == [0, 0, WHITE, WHITE]


def test_the_longer_side_is_scaled_exactly():
    columns = np.arange(666, dtype=np.uint8)[None, :, None] * np.ones((333, 1, 3), np.uint8)
    images = pytest.importorskip("PIL.Image")
    whole = images.fromarray(columns).resize((448, 224), images.Resampling.BILINEAR)
    expected = np.asarray(whole)[:, 112:336]
    np.testing.assert_array_equal(center_crop(columns, (224, 224)), expected)


def test_normalization():
    image = np.array([[[0, 51, 255]]], np.uint8)
    np.testing.assert_array_equal(normalized(image, None, None).ravel(), np.float32([0, 0.2, 1]))
    given = normalized(image, (1, 1, 55), (2.0,))
    np.testing.assert_array_equal(given.ravel(), [-2, 100, 400])


def test_samples_to_calibrate_with():
    assert sample_image(Metadata("", "classify")).letterbox is None
    image = sample_image(Metadata("", "detect", image_size=(64, 96)))
    assert (image.letterbox, image.resize) == (114, (64, 96))

"""The steps that an image goes through: their text, and what is refused."""

from __future__ import annotations

from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.image import Image, fitted_size, images
from ncnnc.compiler.reference.from_pixels import blob_of_image

STEPS = [
    ("", Image()),
    ("resize=224,200", Image(resize=(224, 200))),
    (
        "resize=8,9:mean=104,117.5,123:norm=0.017:order=rgb2bgr:letterbox=114:most=100,200",
        Image((8, 9), (104.0, 117.5, 123.0), (0.017,), "rgb2bgr", 114.0, (100, 200)),
    ),
    ("norm=0.00392156862745098", Image(norm=(1 / 255,))),
]


@pytest.mark.parametrize(("text", "image"), STEPS)
def test_text_and_steps(text: str, image: Image):
    assert Image.parse(text) == image
    assert str(image) == text


def test_values_are_converted():
    given: dict[str, Any] = {"resize": [np.int64(4), 5], "mean": 1, "norm": np.float32([1, 2, 3])}
    image = Image(**given, order="PIXEL_RGB")
    assert image == Image((4, 5), (1.0,), (1.0, 2.0, 3.0), "rgb")
    assert hash(image) == hash(Image((4, 5), (1.0,), (1.0, 2.0, 3.0)))
    assert image.per_channel(image.mean) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("steps", "error", "message"),
    [
        ({"resize": (0, 4)}, ValueError, "resize must be from 1x1 to 16384x16384"),
        ({"resize": (4, 5, 3)}, TypeError, "resize must be a height and a width"),
        ({"resize": (4, True)}, TypeError, "resize must be a height and a width"),
        ({"resize": (4, 5.0)}, TypeError, "resize must be a height and a width"),
        ({"resize": 224}, TypeError, "resize must be a list of numbers"),
        ({"mean": (1, 2)}, ValueError, "mean needs 1 or 3 numbers for 'rgb', not 2"),
        ({"norm": (1, 2, 3), "order": "gray"}, ValueError, "norm needs 1 number for 'gray'"),
        ({"norm": float("inf")}, ValueError, "norm must be a finite number"),
        ({"mean": "1"}, TypeError, "mean must be a list of numbers"),
        ({"letterbox": 1.0}, ValueError, "a letterbox needs the size"),
        ({"order": "rgb2bgra2rgb"}, ncnnc.UsageError, "unknown order of pixels"),
        ({"order": 1}, TypeError, "order must be a string"),
    ],
)
def test_what_cannot_be(steps: dict[str, Any], error: type[Exception], message: str):
    with pytest.raises(error, match=message) as caught:
        Image(**steps)
    assert isinstance(caught.value, ncnnc.NcnncError)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size=3,3", "unknown step of preprocessing 'size'; did you mean 'resize'"),
        ("resize", "resize has no value"),
        ("mean=1:mean=2", "mean is given twice"),
        ("mean=one", "mean must be numbers, not 'one'"),
        ("resize=1.5,2", "resize must be numbers"),
    ],
)
def test_texts_that_say_nothing(text: str, message: str):
    with pytest.raises(ncnnc.UsageError, match=message):
        Image.parse(text)


def test_images_by_name():
    assert images({"data": Image()}) == {"data": Image()}
    with pytest.raises(TypeError, match="preprocess must be a mapping by name, not Image"):
        images(Image())
    with pytest.raises(TypeError, match="preprocess of 'data' must be an Image, not dict"):
        images({"data": {"resize": (2, 2)}})


def test_letterboxes_keep_proportions():
    assert fitted_size((480, 640), (640, 640)) == (480, 640)
    assert fitted_size((640, 480), (320, 640)) == (320, 240)
    assert fitted_size((1, 5000), (8, 8)) == (1, 8)


@pytest.mark.parametrize("size", [(48, 64), (64, 48), (7, 90), (33, 34), (20, 20)])
@pytest.mark.parametrize("letterbox", [None, 114.0])
def test_where_an_image_lies_in_the_blob(size: tuple[int, int], letterbox: float | None):
    image = ncnnc.Image(resize=(20, 30), letterbox=letterbox)
    blob = blob_of_image(np.full((*size, 3), 255, np.uint8), image)
    rows, columns = np.nonzero(blob[0] > 250)
    placement = image.placement(size)
    ends = np.array([[columns.min(), rows.min()], [columns.max() + 1, rows.max() + 1]])
    np.testing.assert_allclose(placement.to_image(ends), [[0, 0], size[::-1]], atol=1e-9)
    np.testing.assert_allclose(placement.to_blob(np.array([[0, 0], size[::-1]])), ends)


def test_an_image_that_is_not_resized_is_the_blob():
    points = np.array([[3.0, 4.0]])
    np.testing.assert_array_equal(ncnnc.Image().placement((8, 9)).to_image(points), points)


@pytest.mark.parametrize("size", [(0, 5), (5, -1), (5,), (3, 4, 5)])
def test_sizes_that_no_image_has(size: tuple[int, ...]):
    with pytest.raises(ncnnc.NcnncError, match="an image has a height and a width, not"):
        ncnnc.Image(resize=(8, 8), letterbox=0).placement(size)  # pyright: ignore[reportArgumentType]

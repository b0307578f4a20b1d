"""Hints for arrays that do not fit, and the orders that they name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.dialects.pixel_types import PIXEL_TYPES
from ncnnc.runtime.errors import ArrayShapeError, ArrayTypeError
from ncnnc.runtime.model.array_hints import pixels_hint
from ncnnc.runtime.model.tensors import TensorSpec

BLOB = TensorSpec("data", (3, 8, 9))
IMAGE = TensorSpec("data", (8, 9, 3), "uint8", pixels="rgb")
ANY_SIZE = TensorSpec("data", (80, 90, 3), "uint8", pixels="bgr", extents="data.extents")
GRAY = TensorSpec("data", (8, 9, 1), "uint8", pixels="gray")


@pytest.mark.parametrize("name", ["cat.png", Path("cat.png")])
def test_names_of_files(name: str | Path):
    with pytest.raises(ArrayTypeError, match=r"hint: open the file, np\.load\(path\)$"):
        BLOB.check(Path(name).with_suffix(".npy"))
    with pytest.raises(ArrayTypeError, match=r"hint: compile with preprocess=, which takes np\.as"):
        BLOB.check(name)
    for spec, mode in ((IMAGE, "RGB"), (GRAY, "L")):
        reason = rf"open the file, np\.asarray\(PIL\.Image\.open\(path\)\.convert\('{mode}'\)\)$"
        with pytest.raises(ArrayTypeError, match=reason):
            spec.check(name)


def test_bytes():
    with pytest.raises(ArrayTypeError, match=r"np\.frombuffer\(value, np\.float32\)"):
        BLOB.check(b"abc")


@pytest.mark.parametrize("shape", [(8, 9, 3), (480, 640, 3), (480, 640, 4), (480, 640)])
def test_an_image_for_a_blob(shape: tuple[int, ...]):
    hint = r"hint: for images compile with preprocess={'data': ncnnc\.Image\(\.\.\.\)}$"
    with pytest.raises(ArrayShapeError, match=hint):
        BLOB.check(np.zeros(shape, np.uint8))
    with pytest.raises(ArrayShapeError) as caught:
        BLOB.check(np.zeros(shape, np.float32))
    assert "preprocess" not in str(caught.value)
    with pytest.raises(ArrayShapeError) as caught:
        TensorSpec("mask", (7, 8, 9)).check(np.zeros(shape, np.uint8))
    assert "preprocess" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "shape", "order"),
    [
        (IMAGE, (8, 9, 4), "rgba2rgb"),
        (IMAGE, (8, 9), "gray2rgb"),
        (IMAGE, (8, 9, 1), "gray2rgb"),
        (ANY_SIZE, (30, 40, 4), "bgra2bgr"),
        (ANY_SIZE, (30, 40), "gray2bgr"),
        (GRAY, (8, 9, 3), "rgb2gray"),
    ],
)
def test_images_of_other_channels(spec: TensorSpec, shape: tuple[int, ...], order: str):
    hint = f"hint: compile with another order, such as '{order}'$"
    with pytest.raises(ArrayShapeError, match=hint):
        spec.check(np.zeros(shape, np.uint8))


def test_the_orders_exist():
    wanted = {"gray": 1, "rgb": 3, "bgr": 3, "rgba": 4, "bgra": 4}
    for pixels, channels in wanted.items():
        for count in {1, 3, 4} - {channels}:
            hint = pixels_hint((8, 9, channels), (8, 9, count), pixels)
            assert hint.split("'")[1] in PIXEL_TYPES


def test_planes_of_an_image():
    for spec in (IMAGE, ANY_SIZE):
        with pytest.raises(ArrayShapeError, match=r"channels come last, array\.transpose"):
            spec.check(np.zeros((3, 8, 9), np.uint8))


def test_a_gray_image_needs_no_axis_for_channels():
    array = np.arange(72, dtype=np.uint8).reshape(8, 9)
    np.testing.assert_array_equal(GRAY.check(array), array[..., np.newaxis])

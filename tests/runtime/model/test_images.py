"""Images given to compiled models: arrays of any size, parts of others, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import ncnnc
import numpy as np
import pytest

pytestmark = pytest.mark.isa
PARAM = b"7767517\n2 2\nInput in 0 1 data 0=6 1=5 2=3\nReLU relu 1 1 data y\n"
PIXELS = np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8)


@pytest.fixture(scope="module", name="model")
def compiled_model() -> ncnnc.CompiledModel:
    """A model of an image of any size up to 60x60."""
    steps = ncnnc.Image(resize=(5, 6), mean=(3.0,), most=(60, 60))
    return ncnnc.compile(PARAM, b"", preprocess={"data": steps}, target="x86-avx2")


def test_one_array_is_given(model: ncnnc.CompiledModel):
    (spec,) = model.inputs
    assert str(spec) == "data: uint8[<=60, <=60, 3]"
    assert (spec.pixels, spec.extents) == ("rgb", "data.extents")
    sizes = model.program.inputs[1]
    assert (sizes.name, sizes.shape, sizes.dtype) == ("data.extents", (3,), "int32")
    np.testing.assert_array_equal(model(PIXELS), model.run({"data": PIXELS})["y"])


def test_parts_of_images(model: ncnnc.CompiledModel):
    """Rows may lie apart; what lies otherwise is copied."""
    parts = [PIXELS[3:30, 5:20], PIXELS[::2], PIXELS[:, ::2], PIXELS[::-1], PIXELS[..., ::-1]]
    parts += [PIXELS[:1, 4:], PIXELS[7:8, 9:10], np.asfortranarray(PIXELS), PIXELS.astype(np.int64)]
    for part in parts:
        dense = np.ascontiguousarray(part, np.uint8)
        np.testing.assert_array_equal(model(part), model(dense))


def test_saved_and_pickled(model: ncnnc.CompiledModel, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    for other in (ncnnc.load(tmp_path / "m.ncnnc"), pickle.loads(pickle.dumps(model))):
        assert other.inputs == model.inputs
        np.testing.assert_array_equal(other(PIXELS), model(PIXELS))


def test_gray_images_need_no_third_axis():
    param = PARAM.replace(b"2=3", b"2=1")
    steps = ncnnc.Image(resize=(5, 6), order="gray")
    model = ncnnc.compile(param, b"", preprocess={"data": steps}, target="x86-avx2")
    np.testing.assert_array_equal(model(PIXELS[..., 0]), model(PIXELS[..., :1]))


def test_batches_of_images_of_one_size():
    steps = {"data": ncnnc.Image(mean=(3.0, 4.0, 5.0), order="rgb2bgr")}
    one, three = (
        ncnnc.compile(PARAM, b"", preprocess=steps, target="x86-avx2", batch=n) for n in (0, 3)
    )
    pixels = PIXELS[:15, :6].reshape(3, 5, 6, 3)
    np.testing.assert_array_equal(three(pixels), np.stack([one(image) for image in pixels]))
    with pytest.raises(ValueError, match=r"needs shape \(3, 5, 6, 3\), not \(3, 6, 5, 3\)"):
        three(pixels.transpose(0, 2, 1, 3))


@pytest.mark.parametrize("letterbox", [None, 114.0])
def test_batches_of_images_that_are_resized(letterbox: float | None):
    """All of one size; what lies between the rows, or the images, is not read."""
    steps = {"data": ncnnc.Image(resize=(5, 6), letterbox=letterbox)}
    one, three = (
        ncnnc.compile(PARAM, b"", preprocess=steps, target="x86-avx2", batch=n) for n in (0, 3)
    )
    assert str(three.inputs[0]) == "data: uint8[3, <=8192, <=8192, 3]"
    pixels = np.random.default_rng(2).integers(0, 256, (3, 30, 40, 3), np.uint8)
    for part in (pixels, pixels[:, 3:17, 5:9], pixels[:, 2:3, 7:8], pixels[:, ::2], pixels[::-1]):
        np.testing.assert_array_equal(three(part), np.stack([one(image) for image in part]))
    for wrong in (pixels[:2], pixels[0], pixels[..., :2]):
        with pytest.raises(ValueError, match=r"needs images of one size \(3, h, w, 3\), not \("):
            three(wrong)
    with pytest.raises(ValueError, match=r"not \(3, 0, 40, 3\); it was compiled for 1x1 to 8192x"):
        three(pixels[:, :0])


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (PIXELS[..., :2], ValueError, r"needs an image \(h, w, 3\), not \(40, 50, 2\)"),
        (PIXELS[..., 0], ValueError, r"not \(40, 50\)"),
        (PIXELS.transpose(2, 0, 1), ValueError, r"hint: channels come last, array.transpose"),
        (PIXELS[:0], ValueError, r"\(0, 50, 3\); it was compiled for 1x1 to 60x60"),
        (np.zeros((61, 5, 3), np.uint8), ValueError, "compiled for 1x1 to 60x60"),
        (PIXELS.astype(np.float32), TypeError, "needs uint8, not float32"),
        (PIXELS.astype(np.int32) - 200, TypeError, "hint: use numbers from 0 to 255"),
        ([[[1, 2, 3]]], TypeError, "needs a numpy array, not list"),
    ],
)
def test_what_is_no_image(
    model: ncnnc.CompiledModel, array: np.ndarray, error: type[Exception], message: str
):
    with pytest.raises(error, match=message) as caught:
        model(array)
    assert isinstance(caught.value, ncnnc.NcnncError)
    assert "\n" not in str(caught.value)

"""Arrays for models: seeded, from `.npy`, from images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.analysis.model_inputs import read_inputs, seeded_inputs, smooth_inputs
from ncnnc.compiler.diagnostics import ModelError, UsageError
from ncnnc.compiler.image import Image
from ncnnc.runtime.model.tensors import TensorSpec

COLOUR, GREY = TensorSpec("data", (3, 4, 6)), TensorSpec("mask", (1, 4, 6))


def test_seeded_inputs_are_small_and_the_same_every_time():
    first, second = seeded_inputs([COLOUR, GREY]), seeded_inputs([COLOUR, GREY])
    for spec in (COLOUR, GREY):
        array = first[spec.name]
        np.testing.assert_array_equal(array, second[spec.name])
        assert array.shape == spec.shape
        assert array.dtype == np.float32
        assert 0 < np.abs(array).max() <= 1


@pytest.mark.parametrize("made", [seeded_inputs, smooth_inputs])
def test_integers_lie_between_their_bounds(made):
    words = TensorSpec("words", (500,), "int32", bounds=(-3, 4))
    array = made([words])["words"]
    assert array.dtype == np.int32
    assert set(array) == set(range(-3, 5))


def test_npy_is_read_and_converted(tmp_path: Path):
    array = np.arange(72).reshape(3, 4, 6)
    path = tmp_path / "x.npy"
    np.save(path, array)
    inputs = read_inputs([COLOUR, GREY], {"data": str(path)})
    np.testing.assert_array_equal(inputs["data"], array.astype(np.float32))
    assert inputs["mask"].shape == GREY.shape


def test_wrong_files(tmp_path: Path):
    broken = tmp_path / "broken.npy"
    broken.write_bytes(b"nonsense")
    with pytest.raises(ModelError, match=r"broken\.npy: error: no readable \.npy file"):
        read_inputs([COLOUR], {"data": str(broken)})
    with pytest.raises(ModelError, match=r"none\.npy: error: no readable \.npy file"):
        read_inputs([COLOUR], {"data": str(tmp_path / "none.npy")})
    np.save(tmp_path / "objects.npy", np.array([{}]), allow_pickle=True)
    with pytest.raises(ModelError, match="no readable"):
        read_inputs([COLOUR], {"data": str(tmp_path / "objects.npy")})
    np.save(tmp_path / "small.npy", np.zeros((3, 4, 5), np.float32))
    with pytest.raises(ValueError, match=r"needs shape \(3, 4, 6\), not \(3, 4, 5\)"):
        read_inputs([COLOUR], {"data": str(tmp_path / "small.npy")})
    with pytest.raises(UsageError, match="unknown input 'date'; did you mean 'data'"):
        read_inputs([COLOUR], {"date": str(broken)})


def test_images(tmp_path: Path):
    image = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    pixels = np.random.default_rng(1).integers(0, 256, (4, 6, 3), np.uint8)
    path = str(tmp_path / "x.png")
    image.fromarray(pixels).save(path)
    mean, norm = (1.0, 2.0, 3.0), (0.5,)
    array = read_inputs([COLOUR], {"data": path}, Image(mean=mean, norm=norm))["data"]
    expected = (pixels.transpose(2, 0, 1) - np.reshape(mean, (3, 1, 1))) * 0.5
    np.testing.assert_allclose(array, expected, rtol=1e-6)
    assert array.flags.c_contiguous
    assert read_inputs([GREY], {"mask": path})["mask"].shape == (1, 4, 6)
    with pytest.raises(UsageError, match="1 or 3 channels"):
        read_inputs([TensorSpec("data", (4, 4, 6))], {"data": path})
    (tmp_path / "text.png").write_text("no image")
    with pytest.raises(ModelError, match=r"text\.png: error: no readable image"):
        read_inputs([COLOUR], {"data": str(tmp_path / "text.png")})
    with pytest.raises(ModelError, match=r"none\.png: error: .* there is no such file"):
        read_inputs([COLOUR], {"data": str(tmp_path / "none.png")})


def test_images_of_sixteen_bits(tmp_path: Path):
    """The high byte of each value, as OpenCV reads them; not white, as pillow has them."""
    image = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    levels = np.arange(24, dtype=np.uint16).reshape(4, 6) * 10
    path = str(tmp_path / "x.png")
    image.fromarray(levels * 256 + 255).save(path)
    array = read_inputs([COLOUR], {"data": path})["data"]
    np.testing.assert_array_equal(array, np.broadcast_to(levels, (3, 4, 6)))
    array = read_inputs([GREY], {"mask": path})["mask"]
    np.testing.assert_array_equal(array, levels[None])

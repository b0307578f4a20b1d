"""Pixels as blobs, without the wheel: where bytes go, and what is refused."""

from __future__ import annotations

import ncnnc.compat as ncnn
import numpy as np
import pytest

Pixel = ncnn.Mat.PixelType
RNG = np.random.default_rng(29)
IMAGE = RNG.integers(0, 256, (6, 5, 3)).astype(np.uint8)

pytestmark = pytest.mark.isa


def test_channels_are_turned():
    mat = ncnn.Mat.from_pixels(IMAGE, Pixel.PIXEL_BGR2RGB, 5, 6)
    assert (mat.w, mat.h, mat.c) == (5, 6, 3)
    assert np.array_equal(np.array(mat), IMAGE[..., ::-1].transpose(2, 0, 1))


@pytest.mark.parametrize("image", [IMAGE[..., ::-1], IMAGE[:, 1:4], IMAGE[::2]])
def test_an_image_in_another_order_is_read_as_numpy_has_it(image: np.ndarray):
    height, width, _ = image.shape
    mat = ncnn.Mat.from_pixels(image, Pixel.PIXEL_RGB, width, height)
    assert np.array_equal(np.array(mat), image.transpose(2, 0, 1))


def test_a_stride_is_that_of_the_memory():
    part = IMAGE[:, :3]
    for given in (IMAGE, part):
        mat = ncnn.Mat.from_pixels(given, Pixel.PIXEL_RGB, 3, 6, stride=15)
        assert np.array_equal(np.array(mat), part.transpose(2, 0, 1))


def test_an_area_is_cut_out():
    mat = ncnn.Mat.from_pixels_roi(IMAGE, Pixel.PIXEL_RGB, 5, 6, 1, 2, 3, 4)
    assert np.array_equal(np.array(mat), IMAGE[2:6, 1:4].transpose(2, 0, 1))
    with pytest.warns(RuntimeWarning, match="roi 3 2 3 4 out of image 5 6"):
        assert ncnn.Mat.from_pixels_roi(IMAGE, Pixel.PIXEL_RGB, 5, 6, 3, 2, 3, 4).empty()


def test_names_of_arguments_may_be_given():
    size = {"w": 5, "h": 6, "target_width": 4, "target_height": 3}
    named = ncnn.Mat.from_pixels_resize(IMAGE, Pixel.PIXEL_RGB, **size)
    placed = ncnn.Mat.from_pixels_resize(IMAGE, 1, 5, 6, 15, 4, 3, allocator=ncnn.PoolAllocator())
    assert np.array_equal(np.array(named), np.array(placed))


@pytest.mark.parametrize(
    ("array", "type", "size", "error"),
    [
        (IMAGE, Pixel.PIXEL_RGB, (5, 7), "5x7 pixels of 3 bytes .* not in an array of 90 bytes"),
        (IMAGE, Pixel.PIXEL_RGBA, (5, 6), "5x6 pixels of 4 bytes"),
        (IMAGE, Pixel.PIXEL_RGB, (5, 6, 14), "rows of 14 bytes"),
        (IMAGE, 77, (5, 6), "no type of pixels has the number 77"),
        (IMAGE.astype(np.float32), Pixel.PIXEL_RGB, (5, 6), "not elements of type float32"),
        (IMAGE, Pixel.PIXEL_RGB, (5,), "takes w, h, stride"),
        (IMAGE, Pixel.PIXEL_RGB, (5, 6.0), "cannot be interpreted as an integer"),
    ],
)
def test_no_other_memory_is_read(array: np.ndarray, type: int, size: tuple[int, ...], error: str):
    with pytest.raises((ValueError, TypeError), match=error):
        ncnn.Mat.from_pixels(array, type, *size)


def test_mean_and_norm_change_the_borrowed_array():
    array = np.ascontiguousarray(IMAGE.transpose(2, 0, 1), np.float32)
    expected = (array - 4) * np.float32(0.5)
    ncnn.Mat(array).substract_mean_normalize([4, 4, 4], [0.5, 0.5, 0.5])
    assert np.allclose(array, expected)


@pytest.mark.parametrize(
    ("mat", "mean"), [(ncnn.Mat(5, 6, 3), [1, 2]), (ncnn.Mat(5, 6, 3, elemsize=1), [1, 2, 3])]
)
def test_means_that_do_not_fit_are_refused(mat: ncnn.Mat, mean: list[float]):
    with pytest.raises((ValueError, TypeError), match=r"2 numbers for 3|takes float32"):
        mat.substract_mean_normalize(mean, [])

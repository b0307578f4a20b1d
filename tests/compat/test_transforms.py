"""Functions from Mat to Mat, without the wheel: both forms, empty Mats, refusals."""

from __future__ import annotations

from typing import Any

import ncnnc.compat as ncnn
import numpy as np
import pytest

ARRAY = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
CONSTANT, REPLICATE = ncnn.BorderType.BORDER_CONSTANT, ncnn.BorderType.BORDER_REPLICATE

pytestmark = pytest.mark.isa


def test_a_destination_becomes_the_result():
    result = ncnn.Mat(7)
    border = ncnn.copy_make_border(ncnn.Mat(ARRAY), 1, 0, 2, 0, CONSTANT, 114)
    assert ncnn.copy_make_border(ncnn.Mat(ARRAY), result, 1, 0, 2, 0, 0, 114, ncnn.Option()) is None
    assert np.array_equal(np.array(border), np.array(result))
    assert np.array(border)[:, 0].tolist() == [[114] * 6] * 2
    assert np.array_equal(np.array(border)[:, 1:, 2:], ARRAY)


def test_a_source_may_be_its_own_destination():
    mat = ncnn.Mat(ARRAY)
    ncnn.resize_nearest(mat, mat, 8, 6)
    assert (mat.w, mat.h, mat.c) == (8, 6, 2)
    assert ARRAY.shape == (2, 3, 4)


def test_borders_repeat_or_mirror():
    made = ncnn.copy_make_border(ncnn.Mat(ARRAY[0, 0]), 0, 0, 2, 1, REPLICATE, 0)
    assert np.array(made).tolist() == [0, 0, 0, 1, 2, 3, 3]
    mirrored = ncnn.copy_make_border(ncnn.Mat(ARRAY[0, 0]), 0, 0, 2, 1, 2, 0)
    assert np.array(mirrored).tolist() == [2, 1, 0, 1, 2, 3, 2]


def test_a_cut_that_leaves_nothing_warns():
    with pytest.warns(RuntimeWarning, match="are not in 4x3"):
        assert ncnn.copy_cut_border(ncnn.Mat(ARRAY), 2, 2, 0, 0).empty()


def test_batches_stay_batches():
    array = np.stack([ARRAY, -ARRAY, 2 * ARRAY])
    mat = ncnn.Mat(array, batch_index=0)
    for made in (
        ncnn.copy_make_border(mat, 1, 1, 1, 1, CONSTANT, 0),
        ncnn.resize_bilinear(mat, 5, 5),
        ncnn.flatten(mat),
        ncnn.convert_packing(ncnn.convert_packing(mat, 2), 1),
    ):
        assert made.n == 3
        assert np.allclose(np.array(made.batch(1)), -np.array(made.batch(0)))


def test_packed_elements_are_no_numpy_array():
    mat = ncnn.convert_packing(ncnn.Mat(np.ones((8, 3, 4), np.float32)), 4)
    assert (mat.c, mat.elempack, mat.elemsize, mat.elembits()) == (2, 4, 16, 32)
    with pytest.raises(RuntimeError, match="elemsize 16 and elempack 4"):
        np.array(mat)
    mat.fill(3)
    assert (np.array(ncnn.convert_packing(mat.clone(), 1)) == 3).all()


def test_nothing_becomes_of_an_empty_mat():
    for made in (
        ncnn.copy_make_border(ncnn.Mat(), 1, 1, 1, 1, CONSTANT, 0),
        ncnn.resize_bicubic(ncnn.Mat(), 4, 4),
        ncnn.cast_float32_to_bfloat16(ncnn.Mat()),
    ):
        assert made.empty()


@pytest.mark.parametrize(
    ("name", "args", "error"),
    [
        ("copy_make_border", (-1, 0, 0, 0, 0, 0.0), "borders must not be negative"),
        ("copy_make_border", (1, 0, 0, 0, 9, 0.0), "no type of borders has the number 9"),
        ("copy_make_border", (3, 0, 0, 0, 2, 0.0), "more than there is to mirror"),
        ("resize_nearest", (0, 4), "is not resized to 0x4"),
        ("cast_float16_to_float32", (), "casts float16, not values of 4 bytes"),
        ("quantize_to_int8", (ncnn.Mat(3),), "3 scales are neither 1 nor .* 2 channels"),
    ],
)
def test_refusals_are_one_line(name: str, args: tuple[Any, ...], error: str):
    with pytest.raises((ValueError, TypeError), match=error):
        getattr(ncnn, name)(ncnn.Mat(ARRAY), *args)

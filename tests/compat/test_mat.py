"""`Mat` without the wheel: what it shares, what it copies, what it refuses."""

from __future__ import annotations

import gc
import sys
from typing import Any, cast

import ncnnc.compat as ncnn
import numpy as np
import pytest

RNG = np.random.default_rng(29)


def numbers(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("shape", [(5,), (3, 5), (2, 3, 5), (4, 2, 3, 5)])
def test_extents_are_those_of_the_array(shape: tuple[int, ...]):
    mat = ncnn.Mat(numbers(*shape))
    h, d, c = (3 if len(shape) > 1 else 1), (2 if len(shape) == 4 else 1), 1
    c = shape[0] if len(shape) > 2 else 1
    assert (mat.dims, mat.w, mat.h, mat.d, mat.c, mat.n) == (len(shape), 5, h, d, c, 1)
    assert (mat.elemsize, mat.elempack, mat.elembits()) == (4, 1, 32)
    assert mat.total() == mat.cstep * mat.c


def test_a_contiguous_array_is_borrowed_both_ways():
    array = numbers(2, 3, 5)
    mat = ncnn.Mat(array)
    array[1, 2, 4] = 7
    assert mat.channel(1).row(2)[4] == 7
    mat.channel(0).fill(3)
    assert (array[0] == 3).all()
    mat[29] = 8  # an array has no gaps
    assert array[1, 2, 4] == 8


def test_the_array_is_kept_alive():
    mats = [ncnn.Mat(np.full((16, 1024), i, np.float32)) for i in range(20)]
    gc.collect()
    rows = [mat.row_range(3, 2) for mat in mats]
    del mats
    gc.collect()
    assert [float(np.array(row).mean()) for row in rows] == list(range(20))


@pytest.mark.parametrize(
    "array",
    [
        numbers(5, 6, 4)[:, ::2],
        numbers(6, 4).T,
        np.asfortranarray(numbers(3, 4)),
        numbers(3, 4).astype(">f4"),
        np.frombuffer(numbers(7).tobytes(), np.float32),
    ],
)
def test_an_array_in_another_order_is_copied(array: np.ndarray):
    mat = ncnn.Mat(array)
    assert np.array_equal(np.array(mat), array)
    mat.fill(1)
    assert mat[0] == 1


def test_elements_of_eight_bytes_come_back():
    array = RNG.standard_normal((3, 4))
    assert np.array_equal(np.array(ncnn.Mat(array)), array)
    assert ncnn.Mat(array).elemsize == 8


def test_nothing_is_read_of_an_empty_mat():
    mat = ncnn.Mat()
    assert (mat.dims, mat.w, mat.c, mat.elemsize, mat.elempack, len(mat)) == (0,) * 6
    assert mat.empty()
    assert np.array(mat).size == 0
    assert mat.clone().empty()
    for read in (lambda: mat[0], lambda: mat.row(0), mat.numpy, lambda: mat.channel(0)):
        with pytest.raises(RuntimeError):
            read()


@pytest.mark.parametrize("call", ["channel(2)", "row(6)", "range(28, 3)", "depth(-1)", "batch(1)"])
def test_places_outside_are_refused(call: str):
    with pytest.raises(IndexError, match=r" of \d"):
        eval(f"mat.{call}", {"mat": ncnn.Mat(numbers(2, 3, 5))})


@pytest.mark.parametrize("value", [[1, 2], "abc", 2.5, np.float32(3), None, np.array(["a"])])
def test_other_values_are_refused(value: object):
    with pytest.raises((TypeError, RuntimeError)):
        ncnn.Mat(value)


def test_batches_lie_along_any_axis():
    array = numbers(2, 3, 5, 7)
    for axis in (0, 1, 2, 3, -1, -3):
        mat = ncnn.Mat(array, batch_index=axis)
        assert mat.n == array.shape[axis]
        assert np.array_equal(mat.clone().numpy(batch_index=axis), array)
        assert np.array_equal(np.array(mat.batch(1)), array.take(1, axis))


def test_shape_has_no_elements():
    shape = ncnn.Mat(3, 5, 2).shape()
    assert (shape.w, shape.h, shape.c, shape.dims, shape.empty()) == (3, 5, 2, 3, True)


def test_places_are_ncnns():
    mat = ncnn.Mat(np.arange(30, dtype=np.float32).reshape(2, 3, 5)).clone()
    assert (mat.cstep, mat.total()) == (16, 32)
    assert mat[mat.cstep + 14] == 29
    mat[mat.cstep] = -1
    assert np.array(mat)[1, 0, 0] == -1
    with pytest.raises(IndexError, match="element 15 of 15"):
        mat[15]


def test_references_are_counted():
    mat = ncnn.Mat(3)
    assert mat.refcount == 1
    mat.addref()
    assert mat.refcount == 2
    mat.release()
    assert mat.refcount is None


def test_released_memory_stays_with_others():
    mat = ncnn.Mat(numbers(6))
    other = ncnn.Mat(mat)
    mat.release()
    assert mat.empty()
    assert other.w == 6


def test_elements_are_read_in_order():
    mat = ncnn.Mat(np.arange(4, dtype=np.float32))
    assert list(cast(Any, mat)) == [0, 1, 2, 3]  # ends, as indices outside are refused


@pytest.mark.parametrize(("name", "value"), [("w", 5), ("c", 3), ("d", 2), ("h", 0), ("h", 4)])
def test_extents_that_a_mat_does_not_have(name: str, value: int):
    mat = ncnn.Mat(np.arange(24, dtype=np.float32).reshape(2, 3, 4))
    with pytest.raises(ValueError, match=r"does not have|has no"):
        setattr(mat, name, value)
    assert (mat.w, mat.h, mat.d, mat.c) == (4, 3, 1, 2)
    mat.h = 2
    assert np.array(mat).tolist() == [
        [[0, 1, 2, 3], [4, 5, 6, 7]],
        [[12, 13, 14, 15], [16, 17, 18, 19]],
    ]


def test_bytes_are_the_elements():
    array = numbers(2, 3, 4)
    assert bytes(ncnn.Mat(array)) == array.tobytes()
    assert bytes(ncnn.Mat()) == b""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.11 asks no class for a buffer")
def test_a_mat_is_a_buffer():
    mat = ncnn.Mat(numbers(3, 4))
    view = memoryview(cast(Any, mat))
    assert (view.shape, view.format, view.readonly) == ((3, 4), "f", False)
    view[1, 2] = 70
    assert mat.row(1)[2] == 70
    assert np.frombuffer(cast(Any, mat), np.float32)[6] == 70

"""Tensor specifications and the arrays that native code may touch."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.model.tensors import TensorSpec, aligned_empty

SPEC = TensorSpec("data", (3, 4, 5))


def test_an_array_that_fits_is_returned():
    array = np.asfortranarray(np.zeros((3, 4, 5), np.float32))
    assert SPEC.check(array) is array


@pytest.mark.parametrize(
    ("shape", "hint"),
    [
        ((1, 3, 4, 5), "leave out the batch dimension, array[0]"),
        ((2, 3, 4, 5), "give one after the other, or compile with batch=2"),
        ((4, 5, 3), "channels come first, array.transpose(2, 0, 1)"),
        ((60,), "use .reshape((3, 4, 5)) if the order of the elements is right"),
        ((3, 4, 6), None),
        ((4, 5), None),
        ((), None),
    ],
)
def test_wrong_shape(shape: tuple[int, ...], hint: str | None):
    with pytest.raises(ValueError) as caught:
        SPEC.check(np.zeros(shape, np.float32))
    assert isinstance(caught.value, NcnncError)
    text = f"blob 'data' needs shape (3, 4, 5), not {shape}"
    assert str(caught.value) == (f"{text}; hint: {hint}" if hint else text)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (np.zeros((3, 4, 5)), "float32, not float64; hint: use .astype(np.float32)"),
        (np.zeros((3, 4, 5), ">f4"), "float32, not >f4; hint: use .astype(np.float32)"),
        (np.zeros((3, 4, 5), bool), "float32, not bool; hint: use .astype(np.float32)"),
        (
            np.full((3, 4, 5), 1 << 25),
            "float32, which 33554432 does not fit; hint: use numbers from -16777216 to 16777216",
        ),
        (np.zeros((3, 4, 5), object), "float32, not object"),
        ([1.0], "a numpy array, not list; hint: use np.asarray(value, np.float32)"),
        (1.0, "a numpy array, not float; hint: use np.asarray(value, np.float32)"),
        ({"data": 1}, "a numpy array, not dict; hint: run() takes arrays by name"),
        (None, "a numpy array, not NoneType"),
    ],
)
def test_wrong_type(value: object, reason: str):
    with pytest.raises(TypeError) as caught:
        SPEC.check(value)
    assert isinstance(caught.value, NcnncError)
    assert str(caught.value) == f"blob 'data' needs {reason}"


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64])
def test_integers_are_floats_if_each_of_them_is(dtype: type[np.integer]):
    array = SPEC.check(np.full(SPEC.shape, 100, dtype))
    assert array.dtype == np.float32
    assert (array == 100).all()


def test_sizes_and_text():
    assert SPEC.nbytes == 240
    assert str(SPEC) == "data: float32[3, 4, 5]"


@pytest.mark.parametrize("alignment", [64, 4096])
def test_aligned_empty(alignment: int):
    for count in range(1, 40):
        array = aligned_empty((count, 3), "float32", alignment)
        assert array.ctypes.data % alignment == 0
        assert array.shape == (count, 3)
        assert array.flags.writeable
        assert array.flags.c_contiguous


INTEGERS = TensorSpec("words", (3,), "int32")


@pytest.mark.parametrize("dtype", [np.int64, np.uint16, np.int8, ">i4"])
def test_integers_of_another_size(dtype: str):
    array = INTEGERS.check(np.array([1, 2, 3], dtype))
    assert array.dtype == np.int32
    assert array.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.array([1, 1 << 31, 0]), "int32, which 2147483648 does not fit; hint: use numbers from"),
        (np.array([1, 2.0, 3]), "int32, not float64; hint: use .astype(np.int32)"),
        (np.array(["a", "b", "c"]), "int32, not <U1"),
    ],
)
def test_no_integers(array: np.ndarray, reason: str):
    with pytest.raises(TypeError) as caught:
        INTEGERS.check(array)
    assert isinstance(caught.value, NcnncError)
    assert str(caught.value).startswith(f"blob 'words' needs {reason}")

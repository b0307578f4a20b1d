"""Tensor specifications and the arrays that native code may touch."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.tensors import TensorSpec, aligned_empty

SPEC = TensorSpec("data", (3, 4, 5))


def test_conforming_array_is_not_copied():
    array = np.zeros((3, 4, 5), np.float32)
    assert SPEC.conform(array) is array


def test_strided_array_is_copied_in_order():
    array = np.arange(60, dtype=np.float32).reshape(5, 4, 3).transpose(2, 1, 0)
    result = SPEC.conform(array)
    assert result.flags.c_contiguous
    np.testing.assert_array_equal(result, array)


@pytest.mark.parametrize("shape", [(3, 4, 6), (60,), (1, 3, 4, 5), (4, 5, 3)])
def test_wrong_shape(shape: tuple[int, ...]):
    with pytest.raises(ValueError, match=r"blob 'data' needs shape \(3, 4, 5\), not") as caught:
        SPEC.conform(np.zeros(shape, np.float32))
    assert isinstance(caught.value, NcnncError)


@pytest.mark.parametrize("value", [np.zeros((3, 4, 5)), np.zeros((3, 4, 5), ">f4"), [1.0], None])
def test_wrong_type(value: object):
    with pytest.raises(TypeError, match="blob 'data' needs") as caught:
        SPEC.conform(value)
    assert isinstance(caught.value, NcnncError)


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

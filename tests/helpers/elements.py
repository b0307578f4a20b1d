"""Arrays of every element type, for kernels that are compared bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16
from ncnnc.dialects.element_types import dtype_of
from xdsl.dialects.builtin import bf16, f32, i8, i16, i32

TARGETS = ("x86-64", "x86-avx", "x86-avx2", "x86-avx512")
ELEMENTS = {"i8": i8, "i16": i16, "i32": i32, "bf16": bf16, "f32": f32}
SIZES = (1, 3, 7, 13, 17, 301)

on_all_targets = pytest.mark.parametrize("target", TARGETS)
moving_on_targets = pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
"""For kernels that only move elements, AVX code is like that for `x86-64` or AVX2."""
with_all_elements = pytest.mark.parametrize("element", ELEMENTS)
with_all_widths = pytest.mark.parametrize("element", ["i8", "bf16", "f32"])
"""To kernels that only move elements, those of one size are all the same."""


def numbers(element: str, *shape: int) -> np.ndarray:
    """Elements with any bits, but no NaN among the floats."""
    dtype = np.dtype(dtype_of(ELEMENTS[element]))
    random = np.random.default_rng(len(element) + sum(shape))
    if element == "f32":
        return random.standard_normal(shape, np.float32)
    if element == "bf16":
        return bits_of_bf16(random.standard_normal(shape, np.float32))
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def assert_same_bits(result: np.ndarray, expected: np.ndarray) -> None:
    """Equal arrays of one type, as bytes."""
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    np.testing.assert_array_equal(
        result.reshape(-1).view(np.uint8), np.ascontiguousarray(expected).reshape(-1).view(np.uint8)
    )

"""`kernel.gather_rows`: rows of all widths, and words that have none."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.gather_rows import GatherRowsKernelOp
from ncnnc.dialects.target.products import F16, F32
from ncnnc.dialects.target.records import ISAS, Target
from xdsl.dialects.builtin import MemRefType

from tests.helpers.bounded_kernels import COUNTS, MOST, T, bounds, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

WORDS = np.array([0, 6, -3, 7, 2.9, 1e30, -np.inf, np.nan, 5], np.float32)
ROWS = [0, 6, 0, 6, 2, 6, 0, 0, 5]


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("with_bias", [False, True], ids=["table", "bias"])
def test_rows(with_bias: bool, target: str):
    for width in (1, 3, 16, 37):
        table = np.random.default_rng(width).uniform(-1, 1, (7, width)).astype(np.float32)
        inputs = [WORDS, table, table[3]] if with_bias else [WORDS, table]
        shapes = [array.shape for array in inputs]
        kernel = compile_kernel(GatherRowsKernelOp, shapes, (len(WORDS), width), {}, target=target)
        expected = table[ROWS] + (table[3] if with_bias else 0)
        np.testing.assert_array_equal(kernel(*inputs), expected)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.uint8])
def test_narrow_tables(dtype: type[np.generic], target: str):
    if dtype == np.float16 and not Target.parse(target).converts(F16, F32):
        pytest.skip("converts no float16")
    random, scale = np.random.default_rng(1), np.array([3], np.float32)
    codebook = random.uniform(-1, 1, 256).astype(np.float32)
    table = random.integers(-127, 128, (7, 37)).astype(dtype)
    parameter = {np.int8: [scale], np.uint8: [codebook]}.get(dtype, [])
    bias = random.uniform(-1, 1, 37).astype(np.float32)
    inputs = [WORDS, table, *parameter, bias]
    types = [MemRefType(element_of_array(a), a.shape) for a in inputs]
    kernel = compile_kernel(GatherRowsKernelOp, types, (len(WORDS), 37), {}, target=target)
    numbers = table.astype(np.float32) * (np.float32(1) / scale if dtype == np.int8 else 1)
    if dtype == np.uint8:
        numbers = codebook[table]
    np.testing.assert_array_equal(kernel(*inputs), numbers[ROWS] + bias)


@pytest.mark.parametrize("target", ISAS)
def test_words_known_at_run_time(target: str):
    random = np.random.default_rng(0)
    words = random.integers(0, 7, MOST).astype(np.float32)
    table = random.uniform(-1, 1, (7, 37)).astype(np.float32)
    properties, out = {"bounds": bounds(T, 37)}, (MOST, 37)
    shapes = [words.shape, table.shape]
    kernel = compile_kernel(GatherRowsKernelOp, shapes, out, properties, target=target)
    for count in COUNTS:
        result = run_bounded(kernel, [within(words, count), table], [count])
        np.testing.assert_array_equal(result[:count], table[words.astype(int)][:count])
        assert np.isnan(result[count:]).all()

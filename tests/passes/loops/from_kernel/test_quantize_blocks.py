"""`kernel.quantize_blocks` against numpy, for odd rows."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import int8_steps
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.quantize_blocks import QuantizeBlocksOp, pitch_of
from xdsl.dialects.builtin import MemRefType, i8, i16, i32

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

OFFSET = 8


@pytest.mark.parametrize("element", [i8, i16], ids=str)
@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize(("columns", "size"), [(1, 32), (64, 32), (77, 32), (130, 64), (257, 128)])
def test_blocks(columns: int, size: int, target: str, element):
    x = np.random.default_rng(columns).standard_normal((5, columns), np.float32)
    x[3] = 0
    x[4, 0] = np.abs(x[4]).max() * np.float32(0.5 / 127)
    rows, blocks = len(x), -(-columns // size)
    outputs = [MemRefType(t, [rows, n]) for t, n in ((element, pitch_of(columns)), (i32, blocks))]
    properties = {"size": int_attr(size), "offset": int_attr(OFFSET)}
    more = [(rows, blocks), outputs[1]]
    kernel = compile_kernel(
        *(QuantizeBlocksOp, [x.shape], outputs[0], properties),
        target=target,
        more_outputs=more,
    )
    integers = kernel(x)
    factors, starts, *_ = kernel.scratch
    if element == i16:
        fours = integers.reshape(rows, -1, 4)[..., [0, 2, 1, 3]]
        integers = fours.reshape(integers.shape)
    assert not integers[:, columns:].any()
    for block in range(blocks):
        part = slice(block * size, min((block + 1) * size, columns))
        expected, scale = int8_steps(x[:, part], 1)
        np.testing.assert_array_equal(integers[:, part], expected)
        np.testing.assert_array_equal(factors[:, block], 1 / scale[:, 0])
        np.testing.assert_array_equal(starts[:, block], -OFFSET * expected.sum(1))


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("columns", [3, 77])
def test_a_magnitude_that_is_known(columns: int, target: str):
    x = np.random.default_rng(columns).standard_normal((5, columns), np.float32)
    largest, size = np.full(1, np.abs(x).max()), -(-columns // 4) * 4
    outputs = [MemRefType(t, [5, n]) for t, n in ((i8, pitch_of(columns)), (i32, 1))]
    kernel = compile_kernel(
        *(QuantizeBlocksOp, [x.shape, (1,)], outputs[0]),
        {"size": int_attr(size), "offset": int_attr(OFFSET)},
        target=target,
        more_outputs=[(5, 1), outputs[1]],
    )
    expected, scale = int8_steps(x, (), largest)
    np.testing.assert_array_equal(kernel(x, largest)[:, :columns], expected)
    np.testing.assert_array_equal(kernel.scratch[0], np.full((5, 1), 1 / scale))
    np.testing.assert_array_equal(kernel.scratch[1][:, 0], -OFFSET * expected.sum(1))


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("columns", [1, 33, 64, 77])
def test_digits_are_as_exact_as_floats(columns: int, target: str):
    x = np.random.default_rng(columns).standard_normal((4, columns), np.float32)
    x[1] *= np.float32(1e20)
    x[2], x[3] = 0, x[3] * np.float32(1e-20)
    rows, blocks = 3 * len(x), -(-columns // 32)
    outputs = [MemRefType(t, [rows, n]) for t, n in ((i8, pitch_of(columns)), (i32, blocks))]
    kernel = compile_kernel(
        *(QuantizeBlocksOp, [x.shape], outputs[0]),
        {"size": int_attr(32), "offset": int_attr(OFFSET), "digits": int_attr(3)},
        target=target,
        more_outputs=[(rows, blocks), outputs[1]],
    )
    integers = kernel(x)[:, :columns].astype(np.float64)
    factors, starts, *_ = kernel.scratch
    assert np.abs(integers).max() <= 127
    sums = np.add.reduceat(integers, range(0, columns, 32), axis=1)
    np.testing.assert_array_equal(starts, -OFFSET * sums)
    numbers = integers * np.repeat(factors.astype(np.float64), 32, axis=1)[:, :columns]
    largest = np.maximum.reduceat(np.abs(x), range(0, columns, 32), axis=1)
    error = np.abs(numbers.reshape(-1, 3, columns).sum(1) - x)
    assert (error <= 2.0**-22 * np.repeat(largest, 32, axis=1)[:, :columns]).all()
    for value in (np.nan, np.inf):
        x[0, -1] = value
        kernel(x)
        assert not np.isfinite(kernel.scratch[0][:3, -1]).any()

"""`kernel.round_rows` against numpy, for odd blocks."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import int8_steps, rounded_blocks
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.round_rows import RoundRowsOp

from tests.helpers.kernel_runner import compile_kernel

pytestmark = [pytest.mark.isa, pytest.mark.slow]


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize(("length", "size"), [(3, 32), (64, 32), (77, 32), (24, 5), (130, 64)])
def test_blocks(length: int, size: int, target: str):
    x = np.random.default_rng(length).standard_normal((5, length), np.float32)
    x[3] = 0
    x[4, 0] = np.abs(x[4]).max() * np.float32(0.5 / 127)
    properties = {"size": int_attr(size)}
    kernel = compile_kernel(RoundRowsOp, [x.shape], x.shape, properties, target=target)
    np.testing.assert_array_equal(kernel(x), rounded_blocks(x, size))


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
def test_a_magnitude_that_is_known(target: str):
    x = np.random.default_rng(1).standard_normal((6, 77), np.float32)
    inputs, properties = [x.shape, (3,)], {"size": int_attr(32)}
    matrices = x.reshape(3, 2, 77)
    largest = np.abs(matrices).max((1, 2))
    steps, scale = int8_steps(matrices, (), largest[:, None, None])
    kernel = compile_kernel(RoundRowsOp, inputs, x.shape, properties, target=target)
    np.testing.assert_array_equal(kernel(x, largest), (steps / scale).reshape(x.shape))
    inputs = [x.shape, (1,)]
    kernel = compile_kernel(RoundRowsOp, inputs, x.shape, properties, target=target)
    for largest in (np.abs(x).max(), np.float32(0)):
        steps, scale = int8_steps(x * bool(largest), (), np.full(1, largest))
        np.testing.assert_array_equal(
            kernel(x * np.float32(bool(largest)), np.full(1, largest)), steps / scale
        )

"""`kernel.softmax` against numpy: short and long rows, columns, values far apart."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.softmax import SoftmaxKernelOp

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

SHAPES = (
    *((3, n, 1) for n in (1, 2, 3, 7, 13, 16, 17, 49, 127, 129, 135, 197)),
    *((2, 5, n) for n in (2, 3, 7, 13, 17, 33)),
)


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
def test_softmax(target: str):
    for shape in SHAPES:
        x = np.random.default_rng(0).standard_normal(shape, np.float32) * 9 - 40
        kernel = compile_kernel(SoftmaxKernelOp, [shape], shape, {}, target=target)
        exponentials = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
        expected = exponentials / exponentials.sum(1, keepdims=True)
        np.testing.assert_allclose(kernel(x), expected, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("shape", [(1, 13, 1), (1, 150, 1), (1, 13, 2)])
def test_what_is_masked_is_zero(shape: tuple[int, int, int]):
    x = np.full(shape, -np.inf, np.float32)
    x[:, :2] = 3e38
    y = compile_kernel(SoftmaxKernelOp, [shape], shape, {}, target="x86-avx2")(x)
    np.testing.assert_allclose(y[:, :2], 0.5, rtol=1e-6)
    assert np.abs(y[:, 2:]).max() < 1e-37

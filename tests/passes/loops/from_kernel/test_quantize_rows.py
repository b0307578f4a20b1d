"""`kernel.quantize_rows` against numpy, for odd lengths."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import int8_steps
from ncnnc.dialects.kernel.recurrence import QuantizeRowsOp
from xdsl.dialects.builtin import MemRefType, i8

from tests.helpers.kernel_runner import compile_kernel

pytestmark = [pytest.mark.isa, pytest.mark.slow]


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("length", [1, 3, 7, 13, 17, 64])
def test_rows(length: int, target: str):
    x = np.random.default_rng(length).standard_normal((5, length), np.float32)
    x[3] = 0
    x[4, 0] = np.abs(x[4]).max() * np.float32(0.5 / 127)
    kernel = compile_kernel(
        QuantizeRowsOp, [x.shape], MemRefType(i8, x.shape), {}, target=target, more_outputs=[(5, 1)]
    )
    expected, _ = int8_steps(x, -1)
    np.testing.assert_array_equal(kernel(x), expected)

"""`kernel.unfold_columns` puts the columns under a kernel in the lanes of a pixel."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.unfold_columns import UnfoldColumnsKernelOp

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize(("target", "lanes"), [("x86-64", 4), ("x86-avx2", 8), ("x86-avx512", 16)])
@pytest.mark.parametrize(
    ("channels", "width", "kernel", "stride", "before", "columns"),
    [
        (3, 64, 3, 2, 1, 32),
        (3, 5, 3, 2, 1, 3),
        (3, 70, 7, 2, 3, 35),
        (1, 37, 5, 1, 2, 37),
        (4, 33, 3, 2, 0, 17),
        (2, 100, 3, 3, 2, 34),
        (3, 64, 17, 16, 0, 3),
        (2, 1, 3, 1, 1, 1),
    ],
)
def test_matches_the_definition(
    target: str, lanes: int, channels: int, width: int, kernel, stride, before, columns
):
    x = np.random.default_rng(1).standard_normal((channels, 2, width), np.float32)
    size = -(-channels * kernel // lanes) * lanes
    y = np.zeros((size, 2, columns), np.float32)
    for c, tap, column in np.ndindex(channels, kernel, columns):
        if 0 <= (cell := column * stride + tap - before) < width:
            y[c * kernel + tap, :, column] = x[c, :, cell]
    for p in (1, lanes):
        blocks = y[: channels * kernel] if p == 1 else y
        expected = blocks.reshape(-1, p, 2, columns).transpose(0, 2, 3, 1)
        compiled = compile_kernel(
            UnfoldColumnsKernelOp,
            [x.shape],
            expected.shape,
            {"kernel": int_attr(kernel), "stride": int_attr(stride), "before": int_attr(before)},
            target=target,
        )
        np.testing.assert_array_equal(compiled(x), expected)

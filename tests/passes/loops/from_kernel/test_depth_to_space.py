"""`kernel.depth_to_space` puts channels in their places."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.kernel.interleave import DepthToSpaceOp

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2"])
@pytest.mark.parametrize("channels", [1, 3, 7])
@pytest.mark.parametrize(
    ("size", "block", "start"),
    [
        ((9, 6), (3, 3), (0, 0)),
        ((8, 16), (2, 4), (0, 0)),
        ((8, 13), (4, 8), (3, 5)),
        ((7, 5), (3, 2), (2, 1)),
        ((1, 1), (3, 3), (1, 0)),
        ((2, 3), (1, 4), (0, 1)),
    ],
)
def test_matches_the_definition(target: str, channels: int, size, block, start):
    lanes = 4 if target == "x86-64" else 8
    rows, columns = (-(-(s + n) // b) for n, b, s in zip(size, block, start, strict=True))
    image = np.random.default_rng(1).standard_normal((channels, *size), np.float32)
    blocks = -(-block[0] * block[1] * channels // lanes)
    x = np.full((blocks, rows, columns, lanes), np.nan, np.float32)
    for c, y, column in np.ndindex(image.shape):
        (i, by), (j, bx) = divmod(y + start[0], block[0]), divmod(column + start[1], block[1])
        channel = (by * block[1] + bx) * channels + c
        x[channel // lanes, i, j, channel % lanes] = image[c, y, column]
    kernel = compile_kernel(
        DepthToSpaceOp,
        [x.shape],
        image.shape,
        {"block": int_array(block), "start": int_array(start)},
        target=target,
    )
    np.testing.assert_array_equal(kernel(x), image)

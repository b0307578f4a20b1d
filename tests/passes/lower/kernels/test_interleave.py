"""`kernel.interleave` puts phases together."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_runner import compile_kernel
from ncnnc.dialects.kernel.base import integers
from ncnnc.dialects.kernel.convolution import InterleaveOp


@pytest.mark.parametrize(
    ("size", "stride"), [((6, 8), (2, 2)), ((7, 5), (2, 3)), ((1, 4), (3, 1)), ((2, 2), (4, 4))]
)
def test_matches_the_definition(size, stride):
    image = np.random.default_rng(6).standard_normal((3, *size, 8), np.float32)
    phases = [
        np.ascontiguousarray(image[:, y :: stride[0], x :: stride[1]])
        for y in range(min(stride[0], size[0]))
        for x in range(min(stride[1], size[1]))
    ]
    kernel = compile_kernel(
        InterleaveOp,
        [p.shape for p in phases],
        image.shape,
        {"stride": integers(*stride)},
        target="x86-avx2",
    )
    np.testing.assert_array_equal(kernel(*phases), image)

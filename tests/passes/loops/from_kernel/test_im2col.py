"""`kernel.im2col` gathers windows."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.im2col import Im2colOp

from tests.helpers.kernel_runner import compile_kernel, pack

pytestmark = pytest.mark.isa

# channels, lanes, size, kernel, stride, dilation, pad
CASES = [
    (20, 16, (5, 6), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1)),
    (16, 8, (7, 9), (1, 5), (1, 2), (1, 1), (0, 2, 0, 2)),
    (3, 4, (6, 5), (2, 3), (2, 1), (1, 2), (1, 0, 0, 3)),
    (3, 1, (9, 40), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1)),
    (2, 1, (9, 11), (7, 7), (2, 2), (1, 1), (3, 3, 3, 3)),
    (4, 4, (1, 1), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1)),
    # A pad so large that whole rows and columns of outputs see nothing of the image.
    (4, 4, (2, 2), (2, 2), (1, 1), (1, 1), (4, 3, 3, 4)),
]


@pytest.mark.parametrize("case", CASES)
def test_matches_the_definition(case):
    channels, lanes, size, kernel, stride, dilation, pad = case
    x = np.random.default_rng(5).standard_normal((channels, *size), np.float32)
    source = x[..., None] if lanes == 1 else pack(x, lanes)
    expected = gather(np.nan_to_num(source), kernel, stride, dilation, pad)
    compiled = compile_kernel(
        Im2colOp,
        [source.shape],
        expected.shape,
        {
            "kernel": int_array(kernel),
            "stride": int_array(stride),
            "dilation": int_array(dilation),
            "pad": int_array(pad),
            "channels": int_attr(channels),
        },
    )
    np.testing.assert_array_equal(compiled(source), expected)


def gather(x, kernel, stride, dilation, pad):
    """The definition."""
    top, left, bottom, right = pad
    padded = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    out = [
        (padded.shape[1 + i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(2)
    ]
    parts = []
    for ky in range(kernel[0]):
        for kx in range(kernel[1]):
            first = ky * dilation[0], kx * dilation[1]
            last = [first[i] + (out[i] - 1) * stride[i] + 1 for i in range(2)]
            rows = slice(first[0], last[0], stride[0])
            parts.append(padded[:, rows, first[1] : last[1] : stride[1]])
    return np.concatenate(parts)

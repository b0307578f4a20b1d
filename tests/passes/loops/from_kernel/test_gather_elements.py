"""`kernel.gather_elements`: every axis, and indices that are outside or no numbers."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.gather_elements import GatherElementsKernelOp
from ncnnc.dialects.target.records import ISAS

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

SHAPES = (((1, 1, 1), 1), ((2, 7, 1), 3), ((1, 5, 13), 11), ((3, 4, 17), 40))


@pytest.mark.parametrize("target", ISAS)
def test_elements(target: str):
    for (outer, n, inner), m in SHAPES:
        rng = np.random.default_rng(n)
        x = rng.uniform(-1, 1, (outer, n, inner)).astype(np.float32)
        indices = rng.uniform(-2, n + 2, (outer, m, inner)).astype(np.float32)
        indices.flat[:3] = [np.nan, np.inf, -1e30][: indices.size]
        shapes = [x.shape, indices.shape]
        kernel = compile_kernel(GatherElementsKernelOp, shapes, indices.shape, {}, target=target)
        numbers = np.clip(np.nan_to_num(indices), 0, n - 1).astype(int)
        np.testing.assert_array_equal(
            kernel(x, indices), x[np.arange(outer)[:, None, None], numbers, np.arange(inner)]
        )

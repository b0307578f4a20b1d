"""`kernel.cumulative_sum`: all extents, along rows and across them."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.cumulative_sum import CumulativeSumKernelOp
from ncnnc.dialects.target.records import ISAS

from tests.helpers.bounded_kernels import T, bounds, first_elements, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

SHAPES = ((1, 1, 1), (3, 7, 1), (2, 48, 1), (1, 131, 1), (3, 5, 3), (2, 13, 17), (1, 4, 150))


@pytest.mark.parametrize("target", ISAS)
def test_sums(target: str):
    for shape in SHAPES:
        x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        result = compile_kernel(CumulativeSumKernelOp, [shape], shape, {}, target=target)(x)
        np.testing.assert_allclose(result, x.cumsum(1, np.float64), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_extents_known_at_run_time(axis: int, target: str):
    for shape in ((32, 48, 1), (3, 20, 1), (16, 32, 32), (16, 32, 150)):
        x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
        limits = [T if d == axis else extent for d, extent in enumerate(shape)]
        expected, kernel = (
            compile_kernel(CumulativeSumKernelOp, [shape], shape, properties, target=target)
            for properties in ({}, {"bounds": bounds(*limits)})
        )
        whole = expected(x)
        for count in range(shape[axis] + 1):
            extents = [count if d == axis else extent for d, extent in enumerate(shape)]
            result = first_elements(run_bounded(kernel, [within(x, *extents)], [count]), extents)
            np.testing.assert_array_equal(result, first_elements(whole, extents))

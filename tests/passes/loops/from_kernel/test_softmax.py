"""`kernel.softmax` against numpy: short and long rows, columns, values far apart."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.softmax import SoftmaxKernelOp
from xdsl.dialects.builtin import UnitAttr

from tests.helpers.bounded_kernels import COUNTS, MOST, P, T, bounds, run_bounded, within
from tests.helpers.elements import on_all_targets
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


def scores(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape, np.float32) * 9 - 40


@on_all_targets
@pytest.mark.parametrize("shape", [(3, MOST, 1), (3, 20, 1), (2, MOST, 5), (2, MOST, 21)])
def test_elements_known_at_run_time(target: str, shape: tuple[int, int, int]):
    """Sums are in the order of the fixed extent, if vectors divide the largest."""
    outer, most, inner = shape
    x, properties = scores(*shape), {"bounds": bounds(outer, T, inner)}
    kernel = compile_kernel(SoftmaxKernelOp, [shape], shape, properties, target=target)
    for count in {0, 1, 3, 8, 9, 17, min(77, most - 1), most}:
        result = run_bounded(kernel, [within(x, outer, count)], [count])
        if count:
            fixed = (outer, count, inner)
            expected = compile_kernel(SoftmaxKernelOp, [fixed], fixed, {}, target=target)
            rtol = 1e-6 if most % 16 else 0
            np.testing.assert_allclose(result[:, :count], expected(x[:, :count]), rtol=rtol)


@on_all_targets
@pytest.mark.parametrize("shape", [(MOST, 37, 1), (MOST, 7, 3), (3, 7, MOST), (3, 7, 44)])
def test_softmaxes_known_at_run_time(target: str, shape: tuple[int, int, int]):
    axis = 0 if shape[2] < 44 else 2
    x, most = scores(*shape), shape[axis]
    limits = [T if d == axis else extent for d, extent in enumerate(shape)]
    kernels = [
        compile_kernel(SoftmaxKernelOp, [shape], shape, properties, target=target)
        for properties in ({}, {"bounds": bounds(*limits)})
    ]
    expected = kernels[0](x)
    for count in [c for c in COUNTS if c < most] + [most]:
        extents = (count,) if axis == 0 else (*shape[:2], count)
        result = run_bounded(kernels[1], [within(x, *extents)], [count])
        valid = tuple(map(slice, extents))
        np.testing.assert_array_equal(result[valid], expected[valid])


@on_all_targets
@pytest.mark.parametrize("shape", [(3, 20, 48), (2, 7, 77), (1, 48, 1)])
def test_rows_and_elements_known_at_run_time(target: str, shape: tuple[int, int, int]):
    """Rows of matrices, both of dynamic number: what is past them is neither read nor written."""
    x, (outer, rows, most) = scores(*shape), shape
    properties = {"bounds": bounds(outer, T, P, symbols=2), "is_last": UnitAttr()}
    kernel = compile_kernel(SoftmaxKernelOp, [shape], shape, properties, target=target)
    lengths = 1, min(17, most), most
    for count, length in [(0, 1), *((n, length) for n in (1, 3, rows) for length in lengths)]:
        extents = (outer, count, length)
        result = run_bounded(kernel, [within(x, *extents)], [count, length])
        valid = tuple(map(slice, extents))
        powers = np.exp(x[valid].astype(np.float64) - x[valid].max(2, keepdims=True, initial=-1e9))
        expected = powers / powers.sum(2, keepdims=True)
        np.testing.assert_allclose(result[valid], expected, rtol=1e-6, atol=1e-12)
        assert np.isnan(result[:, count:]).all()

"""`kernel.normalize_rows` against numpy, for odd lengths."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.layernorm import NormalizeRowsOp
from xdsl.dialects.builtin import AffineMapAttr, FloatAttr, UnitAttr, f32
from xdsl.ir.affine import AffineExpr, AffineMap

from tests.helpers.bounded_kernels import COUNTS, MOST, T, bounds, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

EPS = 0.01


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("centred", [False, True], ids=["rms", "layer"])
@pytest.mark.parametrize("length", [1, 2, 7, 16, 37, 64, 83])
def test_rows(length, centred, target):
    generator = np.random.default_rng(length)
    x = generator.standard_normal((5, length), np.float32) + 3
    for count in (0, 1, 2):
        vectors = [generator.standard_normal(length, np.float32) for _ in range(count)]
        kernel = compile_kernel(
            NormalizeRowsOp,
            [x.shape, *(v.shape for v in vectors)],
            x.shape,
            {"eps": FloatAttr(EPS, f32), **({"centred": UnitAttr()} if centred else {})},
            target=target,
        )
        rows = x - x.mean(1, keepdims=True) if centred else x
        expected = rows / np.sqrt((rows * rows).mean(1, keepdims=True) + EPS)
        if vectors:
            expected = expected * vectors[0]
        if count == 2:
            expected = expected + vectors[1]
        np.testing.assert_allclose(kernel(x, *vectors), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("length", [37, 96, 300])
def test_a_large_mean_cancels_little(length):
    """Also where the first element is far from the others."""
    x = np.random.default_rng(0).standard_normal((2, length), np.float32) + np.float32(1000)
    x[1, 0] = 990
    kernel = compile_kernel(
        NormalizeRowsOp,
        [x.shape],
        x.shape,
        {"eps": FloatAttr(EPS, f32), "centred": UnitAttr()},
        target="x86-avx2",
    )
    rows = x.astype(np.float64) - x.astype(np.float64).mean(1, keepdims=True)
    expected = rows / np.sqrt((rows * rows).mean(1, keepdims=True) + EPS)
    np.testing.assert_allclose(kernel(x), expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
def test_rows_known_at_run_time(target):
    """Rows past the bound keep what was there."""
    x = np.random.default_rng(0).standard_normal((12, 37), np.float32)
    rows = AffineExpr.symbol(1) * 2 + AffineExpr.symbol(0)
    bounds = AffineMapAttr(AffineMap(0, 2, (rows, AffineExpr.constant(37))))
    eps = FloatAttr(EPS, f32)
    kernels = [
        compile_kernel(NormalizeRowsOp, [x.shape], x.shape, {"eps": eps, **more}, target=target)
        for more in ({}, {"bounds": bounds})
    ]
    assert kernels[1].symbols is not None
    expected = kernels[0](x)
    for symbols in ((0, 0), (1, 0), (1, 2), (2, 5)):
        kernels[1].symbols[:] = symbols
        count, result = symbols[0] + 2 * symbols[1], kernels[1](x)
        np.testing.assert_array_equal(result[:count], expected[:count])
        assert np.isnan(result[count:]).all()


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("heads", [1, 3])
def test_rows_of_heads_known_at_run_time(target, heads):
    shape = (heads, MOST, 20)
    x = np.random.default_rng(0).standard_normal(shape, np.float32)
    eps, rows = FloatAttr(EPS, f32), (heads * MOST, 20)
    kernel = compile_kernel(NormalizeRowsOp, [rows], rows, {"eps": eps}, target=target)
    expected = kernel(x.reshape(rows)).reshape(shape)
    properties = {"eps": eps, "bounds": bounds(heads, T, 20)}
    kernel = compile_kernel(NormalizeRowsOp, [shape], shape, properties, target=target)
    for count in COUNTS:
        result = run_bounded(kernel, [within(x, heads, count)], [count])
        np.testing.assert_array_equal(result[:, :count], expected[:, :count])
        assert np.isnan(result[:, count:]).all()

"""`kernel.rotary_embed`: less than a vector of pairs, whole vectors, and remainders."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.rotary_embed import RotaryEmbedKernelOp
from ncnnc.dialects.target.records import ISAS
from xdsl.dialects.builtin import UnitAttr

from tests.helpers.bounded_kernels import COUNTS, MOST, T, bounds, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("interleaved", [False, True], ids=["halves", "neighbours"])
def test_pairs_are_turned(interleaved: bool, target: str):
    for pairs in (1, 3, 7, 13, 16, 33):
        shape, angle = (2, 3, 2 * pairs), (4, pairs + 1)
        rng = np.random.default_rng(pairs)
        x, angles = rng.uniform(-1, 1, shape).astype(np.float32), rng.uniform(-3, 3, angle)
        cos, sin = (f(angles).astype(np.float32) for f in (np.cos, np.sin))
        properties = {"interleaved": UnitAttr()} if interleaved else {}
        kernel = compile_kernel(
            RotaryEmbedKernelOp, [shape, angle, angle], shape, properties, target=target
        )
        places = np.arange(2 * pairs).reshape((pairs, 2) if interleaved else (2, pairs))
        first, second = places.T if interleaved else places
        turned = (x[..., first] + 1j * x[..., second]) * (cos + 1j * sin)[:3, :pairs]
        result = kernel(x, cos, sin)
        np.testing.assert_allclose(result[..., first], turned.real, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(result[..., second], turned.imag, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("target", ISAS)
def test_second_halves_have_angles_of_their_own(target: str):
    for pairs in (1, 3, 13, 16, 33):
        shape, angle = (2, 3, 2 * pairs), (3, 2 * pairs)
        rng = np.random.default_rng(pairs)
        x, cos, sin = (rng.uniform(-1, 1, s).astype(np.float32) for s in (shape, angle, angle))
        kernel = compile_kernel(
            RotaryEmbedKernelOp, [shape, angle, angle], shape, {"apart": UnitAttr()}, target=target
        )
        rotated = np.concatenate([-x[..., pairs:], x[..., :pairs]], axis=-1)
        expected = x * cos + rotated * sin
        np.testing.assert_allclose(kernel(x, cos, sin), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("interleaved", [False, True], ids=["halves", "neighbours"])
@pytest.mark.parametrize("heads", [1, 3])
def test_rows_known_at_run_time(heads: int, interleaved: bool, target: str):
    shape, angle = (heads, MOST, 26), (MOST, 13)
    rng = np.random.default_rng(heads)
    x, cos, sin = (rng.uniform(-1, 1, s).astype(np.float32) for s in (shape, angle, angle))
    properties = {"interleaved": UnitAttr()} if interleaved else {}
    kernels = [
        compile_kernel(
            RotaryEmbedKernelOp, [shape, angle, angle], shape, properties | more, target=target
        )
        for more in ({}, {"bounds": bounds(heads, T, 26)})
    ]
    expected = kernels[0](x, cos, sin)
    for count in COUNTS:
        given = [within(x, heads, count), within(cos, count), within(sin, count)]
        result = run_bounded(kernels[1], given, [count])
        np.testing.assert_array_equal(result[:, :count], expected[:, :count])
        assert np.isnan(result[:, count:]).all()

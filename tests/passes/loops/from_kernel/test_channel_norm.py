"""`kernel.normalize_channels` against numpy, for odd channels, places and packs."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.channel_norm import NormalizeChannelsOp
from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32

from tests.helpers.bounded_kernels import COUNTS, MOST, T, bounds, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel, unpack
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

EPS = 0.01


@pytest.mark.parametrize(
    ("form", "places", "pack", "target"),
    in_turn(
        ("x86-avx512", "x86-avx2", "x86-64"),
        ((1, True, 0), (13, False, 1), (33, True, 2)),
        (1, 13, 64),
        (1, 4, 8, 16),
    ),
)
def test_columns(form, places, pack, target):
    channels, centred, count = form
    generator = np.random.default_rng(places)
    groups = -(-channels // pack)
    # Whatever is in the lanes past the last channel must not count.
    x = generator.standard_normal((groups * pack, places)).astype(np.float32) + 3
    vectors = [generator.standard_normal(groups * pack).astype(np.float32) for _ in range(count)]
    packed = np.ascontiguousarray(x.reshape(groups, pack, places).transpose(0, 2, 1))
    kernel = compile_kernel(
        NormalizeChannelsOp,
        [packed.shape, *([(groups, pack)] * count)],
        packed.shape,
        {
            "channels": int_attr(channels),
            "eps": FloatAttr(EPS, f32),
            **({"centred": UnitAttr()} if centred else {}),
        },
        target=target,
    )
    found = kernel(packed, *(v.reshape(groups, pack) for v in vectors))
    columns = x[:channels] - x[:channels].mean(0) if centred else x[:channels]
    expected = columns / np.sqrt((columns * columns).mean(0) + EPS)
    for vector, apply in zip(vectors, (np.multiply, np.add), strict=False):
        expected = apply(expected, vector[:channels, None])
    unpacked = found.transpose(0, 2, 1).reshape(groups * pack, places)[:channels]
    np.testing.assert_allclose(unpacked, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("pack", [1, 8])
def test_columns_known_at_run_time(pack, target):
    groups, channels = -(-13 // pack), 13
    x = np.random.default_rng(pack).standard_normal((groups, MOST, pack)).astype(np.float32)
    properties = {"channels": int_attr(channels), "eps": FloatAttr(EPS, f32), "centred": UnitAttr()}
    expected, kernel = (
        compile_kernel(NormalizeChannelsOp, [x.shape], x.shape, properties | more, target=target)
        for more in ({}, {"bounds": bounds(groups, T, pack)})
    )
    whole = expected(x)
    for count in COUNTS:
        result = run_bounded(kernel, [within(x, groups, count)], [count])
        np.testing.assert_array_equal(
            unpack(result[:, :count], channels), unpack(whole[:, :count], channels)
        )

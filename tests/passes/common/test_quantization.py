"""Rounding to int8, and the layers that do it, compiled, against the reference: every bit."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import to_int8

from tests.helpers.lowering import TARGETS, check_layers, param_text

pytestmark = pytest.mark.isa

BELOW_HALF = np.nextafter(np.float32(0.5), np.float32(0))
EDGES = [0, 0.5, 1.5, 2.5, BELOW_HALF, 0.75, 126.5, 127.4, 127.5, 128, 1e9, 1e38, np.inf]
ROUNDED = [0, 1, 2, 3, 0, 1, 127, 127, 127, 127, 127, 127, 127]


@pytest.mark.parametrize("target", TARGETS)
def test_halves_go_away_from_zero(target: str, tmp_path: Path):
    x = np.array([*EDGES, *(-e for e in EDGES), np.nan], np.float32)
    param, weights = tmp_path / "model.param", tmp_path / "model.bin"
    param.write_bytes(param_text("Quantize y 1 1 x y", {"x": x.shape}))
    weights.write_bytes(np.ones(1, np.float32).tobytes())
    model = ncnnc.compile(param, weights, target=target, inputs={"x": x.shape})
    expected = [*ROUNDED, *(-r for r in ROUNDED), -127]
    np.testing.assert_array_equal(model.run({"x": x})["y"], expected)
    np.testing.assert_array_equal(to_int8(x), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("shape", [(17, 3, 7), (32, 5, 5), (13,), (7, 9), (3, 2, 5, 4)])
def test_chain(target: str, packed: bool, shape: tuple[int, ...]):
    channels = shape[0]
    layers = f"""
        Quantize a 1 1 x a 0={channels}
        Dequantize b 1 1 a b 0=1 1={channels}
        Requantize y 1 1 b y 0={channels} 1=1 2=1 3=2 -23304=1,0.5
    """
    x = np.random.default_rng(0).uniform(-400, 400, shape).astype(np.float32)
    check_layers(layers, {"x": shape}, target, packed, arrays={"x": x})

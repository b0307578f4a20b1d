"""expand-int8-gemm computes what ncnn's int8 product does, in float32."""

from __future__ import annotations

import numpy as np
import pytest

SHAPES = [
    ("3x4", "4x5", ""),
    ("4x3", "4x5", "transpose_a"),
    ("3x4", "5x4", "transpose_b"),
    ("3x1x4", "4x1x5", ""),
    ("4x1x3", "5x1x4", "transpose_a transpose_b"),
]


def graph(a: str, b: str, flags: str) -> str:
    types = f"tensor<{a}xf32>, tensor<{b}xf32>"
    return f"""
        func.func @main(%a: tensor<{a}xf32>, %b: tensor<{b}xf32>) -> tensor<3x5xf32> {{
          %y = ncnn.gemm %a, %b alpha 1.5 {flags} quantize_term 2 : {types} -> tensor<3x5xf32>
          func.return %y : tensor<3x5xf32>
        }}"""


@pytest.mark.parametrize(("a", "b", "flags"), SHAPES)
def test_product_stays(run_passes, a: str, b: str, flags: str):
    run = run_passes(graph(a, b, flags), "expand-int8-gemm")
    assert run.layers[-1] == "gemm"
    assert len(run.layers) > 15
    run.assert_close()


def test_halves_go_away_from_zero(run_passes):
    row = np.array([[127.0, 0.5, -0.5, 1.4]], np.float32)
    inputs = {"arg0": np.repeat(row, 3, 0), "arg1": np.full((4, 5), 1.0, np.float32)}
    run = run_passes(graph("3x4", "4x5", ""), "expand-int8-gemm", inputs)
    np.testing.assert_allclose(run.before[0], np.full((3, 5), 1.5 * (127 + 1 - 1 + 1)), rtol=1e-6)
    run.assert_close()


def test_zeros_stay_zeros(run_passes):
    inputs = {"arg0": np.zeros((3, 4), np.float32), "arg1": np.zeros((4, 5), np.float32)}
    run = run_passes(graph("3x4", "4x5", ""), "expand-int8-gemm", inputs)
    assert not run.after[0].any()

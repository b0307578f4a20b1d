"""expand-argmax: the same places, and those that sorting pairs of element and place gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, compile_layers


def sorted_pairs(x: np.ndarray, count: int) -> list[tuple[float, int]]:
    """Sort elements with their places, the greatest pair first."""
    return sorted(((float(v), i) for i, v in enumerate(x.ravel())), reverse=True)[:count]


@pytest.mark.parametrize("shape", ["7", "3x5", "3x4x5", "2x3x2x6", "1x1"])
@pytest.mark.parametrize("values", ["", "values"], ids=["places", "values"])
def test_same_numbers(values: str, shape: str, run_passes: Any):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{shape}xf32>) -> tensor<*xf32> {{
          %y = ncnn.argmax %x {values} : tensor<{shape}xf32> -> tensor<*xf32>
          func.return %y : tensor<*xf32>
        }}""",
        "infer-shapes,expand-argmax",
    )
    assert "argmax" not in run.layers
    run.assert_identical()


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_places_of_equal_elements(target: str):
    x = np.random.default_rng(0).integers(-3, 4, (3, 4, 7)).astype(np.float32)
    lines = "ArgMax y 1 1 x y 0=1 1=20\nArgMax z 1 1 x z 1=84"
    arrays, passes = {"x": x}, ["expand-argmax"]
    layers = compile_layers(lines, {"x": x.shape}, target, arrays=arrays, passes=passes)
    results = layers.model.run(layers.inputs)
    np.testing.assert_array_equal(results["y"].T, sorted_pairs(x, 20))
    np.testing.assert_array_equal(results["z"][0], [place for _, place in sorted_pairs(x, 84)])
    for name in ("y", "z"):
        np.testing.assert_array_equal(layers.expected[name], results[name])

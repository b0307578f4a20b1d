"""expand-statistics-pooling: the same numbers."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("shape", ["7", "3x5", "3x4x5", "2x3x4x5", "3x1x1"])
@pytest.mark.parametrize("stddev", ["", "stddev"], ids=["means", "deviations"])
def test_same_numbers(stddev: str, shape: str, run_passes):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{shape}xf32>) -> tensor<*xf32> {{
          %y = ncnn.statisticspooling %x {stddev} : tensor<{shape}xf32> -> tensor<*xf32>
          func.return %y : tensor<*xf32>
        }}""",
        "infer-shapes,expand-statistics-pooling",
    )
    assert "statisticspooling" not in run.layers
    run.assert_close()

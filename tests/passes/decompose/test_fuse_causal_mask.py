"""fuse-causal-mask: the same attention without reading the mask."""

from __future__ import annotations

from typing import Any


def test_constants_that_are_causal_masks(run_passes: Any):
    run = run_passes(
        """
        func.func @main(%q: tensor<3x2x4xf32>, %k: tensor<3x3x4xf32>) -> tensor<3x2x4xf32> {
          %m = ncnn.weight <"m"> dense<[[0.0, 0.0, -65504.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
          %y = ncnn.sdpa %q, %k, %k mask %m : tensor<2x3xf32>
            : tensor<3x2x4xf32>, tensor<3x3x4xf32>, tensor<3x3x4xf32> -> tensor<3x2x4xf32>
          func.return %y : tensor<3x2x4xf32>
        }""",
        "fuse-causal-mask",
    )
    assert "causal" in str(run.module)
    run.assert_identical()

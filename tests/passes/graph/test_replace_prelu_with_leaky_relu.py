"""replace-prelu-with-leaky-relu computes the same."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("slopes", "count"), [("0.3", 1), ("[-0.25, -0.25]", 2)])
def test_equal_slopes(run_passes, slopes, count):
    text = f"""
        func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {{
          %s = ncnn.weight <"s"> dense<{slopes}> : tensor<{count}xf32>
          %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<{count}xf32>) -> tensor<2x3x4xf32>
          func.return %y : tensor<2x3x4xf32>
        }}"""
    run = run_passes(text, "replace-prelu-with-leaky-relu")
    assert run.layers == ["relu"]
    run.assert_identical()


def test_slope_in_the_store(run_passes):
    text = """
        func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
          %s = ncnn.weight <"s"> : tensor<1xf32>
          %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
          func.return %y : tensor<2x3x4xf32>
        }"""
    run = run_passes(text, "replace-prelu-with-leaky-relu")
    assert run.layers == ["relu"]
    run.assert_identical()

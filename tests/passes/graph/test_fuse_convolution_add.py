"""fuse-convolution-add computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import TERMS, each, layers


@each(TERMS)
@layers("convolution", "convolution1d", "convolution3d")
def test_term_folds_into_bias(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-convolution-add")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("shape", ["4x1x1", "1x1x1", "4x1"])
def test_term_of_any_rank_folds(run_passes, shape):
    text = f"""
        func.func @main(%x: tensor<4x5x5xf32>) -> tensor<4x2x2xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x4x4x4xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.convolution %x, %w : tensor<4x5x5xf32>, tensor<4x4x4x4xf32>
            -> tensor<4x2x2xf32>
          %y = ncnn.binaryop add %a, %k : (tensor<4x2x2xf32>, tensor<{shape}xf32>)
            -> tensor<4x2x2xf32>
          func.return %y : tensor<4x2x2xf32>
        }}"""
    run = run_passes(text, "fuse-convolution-add")
    assert run.layers == ["convolution"]
    run.assert_close()

"""fuse-deconvolution-mul computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import FACTORS, each, layers


@each(FACTORS)
@layers("deconvolution", "deconvolution1d", "deconvolution3d")
def test_factor_folds_into_weights(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-deconvolution-mul")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("shape", ["4x1x1", "1x1x1", "4x1"])
def test_factor_of_any_rank_folds(run_passes, shape):
    text = f"""
        func.func @main(%x: tensor<4x3x3xf32>) -> tensor<4x4x4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x4x2x2xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.deconvolution %x, %w : tensor<4x3x3xf32>, tensor<4x4x2x2xf32>
            -> tensor<4x4x4xf32>
          %y = ncnn.binaryop mul %a, %k : (tensor<4x4x4xf32>, tensor<{shape}xf32>)
            -> tensor<4x4x4xf32>
          func.return %y : tensor<4x4x4xf32>
        }}"""
    run = run_passes(text, "fuse-deconvolution-mul")
    assert run.layers == ["deconvolution"]
    run.assert_close()

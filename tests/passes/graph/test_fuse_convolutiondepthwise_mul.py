"""fuse-convolutiondepthwise-mul computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import FACTORS, each, layers


@each(FACTORS)
@layers("convolution_depthwise", "convolution_depthwise1d", "convolution_depthwise3d")
def test_factor_folds_into_weights(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-convolutiondepthwise-mul")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("shape", ["4x1x1", "1x1x1", "4x1"])
def test_factor_of_any_rank_folds(run_passes, shape):
    text = f"""
        func.func @main(%x: tensor<4x5x5xf32>) -> tensor<4x2x2xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x1x4x4xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.convolution_depthwise %x, %w group 4 : tensor<4x5x5xf32>, tensor<4x1x4x4xf32>
            -> tensor<4x2x2xf32>
          %y = ncnn.binaryop mul %a, %k : (tensor<4x2x2xf32>, tensor<{shape}xf32>)
            -> tensor<4x2x2xf32>
          func.return %y : tensor<4x2x2xf32>
        }}"""
    run = run_passes(text, "fuse-convolutiondepthwise-mul")
    assert run.layers == ["convolution_depthwise"]
    run.assert_close()


def test_weights_that_do_not_count_are_no_rows_of_outputs(run_passes):
    text = """
        func.func @main(%x: tensor<2x9xf32>) -> tensor<4x7xf32> {
          %w = ncnn.weight <"w"> : tensor<4x2x3xf32>
          %k = ncnn.weight <"k"> : tensor<4xf32>
          %a = ncnn.convolution_depthwise1d %x, %w group 2
            : tensor<2x9xf32>, tensor<4x2x3xf32> -> tensor<4x7xf32>
          %y = ncnn.binaryop mul %a, %k : (tensor<4x7xf32>, tensor<4xf32>) -> tensor<4x7xf32>
          func.return %y : tensor<4x7xf32>
        }"""
    run = run_passes(text, "fuse-convolutiondepthwise-mul")
    assert run.layers == ["convolution_depthwise1d", "binaryop"]
    run.assert_identical()

"""replace-convolution-with-innerproduct computes the same."""

from __future__ import annotations


def test_convolutions_of_vectors(run_passes):
    text = """
        func.func @main(%x: tensor<8x3x5xf32>) -> tensor<3xf32> {
          %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
          %b = ncnn.weight <"b"> : tensor<4xf32>
          %v = ncnn.weight <"v"> : tensor<3x4x1x1xf32>
          %p = ncnn.pooling avg %x global : tensor<8x3x5xf32> -> tensor<8xf32>
          %a = ncnn.convolution %p, %w bias %b : tensor<4xf32> activation relu
            : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
          %y = ncnn.convolution %a, %v pad [1, 1, 1, 1]
            : tensor<4xf32>, tensor<3x4x1x1xf32> -> tensor<3xf32>
          func.return %y : tensor<3xf32>
        }"""
    run = run_passes(text, "replace-convolution-with-innerproduct")
    assert run.layers == ["pooling", "innerproduct", "innerproduct"]
    run.assert_close()

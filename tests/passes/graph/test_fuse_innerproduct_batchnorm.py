"""fuse-innerproduct-batchnorm computes the same with one layer less."""

from __future__ import annotations

from tests.helpers.linear_consumers import BATCHNORM, layers, with_zero_variance


@layers("innerproduct")
def test_batchnorm_folds_into_weights(run_passes, linear, layer):
    run = run_passes(linear(BATCHNORM), "fuse-innerproduct-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


@layers("innerproduct")
def test_zero_variance_does_not_divide_by_zero(run_passes, linear, layer):
    run = run_passes(with_zero_variance(linear(BATCHNORM)), "fuse-innerproduct-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


def test_batchnorm_of_rows_stays(run_passes):
    text = """
        func.func @main(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
          %w = ncnn.weight <"w"> : tensor<4x6xf32>
          %k = ncnn.weight <"k"> : tensor<4xf32>
          %variance = ncnn.weight <"variance"> : tensor<4xf32>
          %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
          %y = ncnn.batchnorm %a, %k, %k, %variance, %k
            : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
            -> tensor<4x4xf32>
          func.return %y : tensor<4x4xf32>
        }"""
    run = run_passes(text, "fuse-innerproduct-batchnorm")
    assert run.layers == ["innerproduct", "batchnorm"]
    run.assert_identical()

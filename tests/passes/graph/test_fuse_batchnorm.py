"""fuse-batchnorm computes the same with one layer less."""

from __future__ import annotations

BATCHNORM = """
    %y = ncnn.batchnorm %a, %k1, %k2, %variance, %k3 eps 0.01
      : (OUT, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> OUT"""


def test_batchnorm_folds_into_weights(run_passes, linear, layer):
    run = run_passes(linear(BATCHNORM), "fuse-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


def test_zero_variance_does_not_divide_by_zero(run_passes, linear, layer):
    text = linear(BATCHNORM.replace("0.01", "0.0"))
    zero = '%variance = ncnn.weight <"variance"> dense<[0.0, 1.0, 0.0, 4.0]> : tensor<4xf32>'
    text = text.replace('%variance = ncnn.weight <"variance"> : tensor<4xf32>', zero)
    run = run_passes(text, "fuse-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


def test_chain_after_convolution_leaves_one_layer(run_passes, linear, layer):
    chain = """
        %b = ncnn.batchnorm %a, %k1, %k2, %variance, %k3
          : (OUT, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> OUT
        %c = ncnn.scale %b, %k2 bias %k1 : (OUT, tensor<4xf32>, tensor<4xf32>) -> OUT
        %d = ncnn.binaryop mul %c, %k3 : (OUT, tensor<4xf32>) -> OUT
        %e = ncnn.binaryop sub %d, %k2 : (OUT, tensor<4xf32>) -> OUT
        %y = ncnn.relu %e : (OUT) -> OUT"""
    passes = "fuse-batchnorm-scale,fuse-batchnorm,fuse-mul,fuse-add,fuse-activation"
    run = run_passes(linear(chain), passes)
    assert run.layers == [layer]
    run.assert_close()

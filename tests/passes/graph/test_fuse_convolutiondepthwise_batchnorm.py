"""fuse-convolutiondepthwise-batchnorm computes the same with one layer less."""

from __future__ import annotations

from tests.helpers.linear_consumers import (
    BATCHNORM,
    layers,
    with_zero_variance,
    without_shapes,
)


@layers("convolution_depthwise", "convolution_depthwise1d", "convolution_depthwise3d")
def test_batchnorm_folds_into_weights(run_passes, linear, layer):
    run = run_passes(linear(BATCHNORM), "fuse-convolutiondepthwise-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


@layers("convolution_depthwise", "convolution_depthwise1d", "convolution_depthwise3d")
def test_zero_variance_does_not_divide_by_zero(run_passes, linear, layer):
    run = run_passes(with_zero_variance(linear(BATCHNORM)), "fuse-convolutiondepthwise-batchnorm")
    assert run.layers == [layer]
    run.assert_close()


@layers("convolution_depthwise", "convolution_depthwise1d", "convolution_depthwise3d")
def test_shapes_are_not_needed(run_passes, linear, layer):
    run = run_passes(without_shapes(linear(BATCHNORM)), "fuse-convolutiondepthwise-batchnorm")
    assert run.layers == [layer]
    run.assert_close()

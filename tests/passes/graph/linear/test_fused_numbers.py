"""Each pass that makes an op part of a linear layer computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import (
    ACTIVATIONS,
    BATCHNORM,
    FACTORS,
    LINEAR_LAYERS,
    TERMS,
    with_zero_variance,
    without_shapes,
)

PASSES = {
    "convolution": (
        *("fuse-convolution-activation", "fuse-convolution-add"),
        *("fuse-convolution-batchnorm", "fuse-convolution-mul"),
    ),
    "convolution_depthwise": (
        *("fuse-convolutiondepthwise-activation", "fuse-convolutiondepthwise-add"),
        *("fuse-convolutiondepthwise-batchnorm", "fuse-convolutiondepthwise-mul"),
    ),
    "deconvolution": (
        *("fuse-deconvolution-activation", "fuse-deconvolution-add"),
        *("fuse-deconvolution-batchnorm", "fuse-deconvolution-mul"),
    ),
    "deconvolution_depthwise": (
        *("fuse-deconvolutiondepthwise-activation", "fuse-deconvolutiondepthwise-add"),
        *("fuse-deconvolutiondepthwise-batchnorm", "fuse-deconvolutiondepthwise-mul"),
    ),
    "innerproduct": (
        *("fuse-innerproduct-activation", "fuse-innerproduct-add"),
        *("fuse-innerproduct-batchnorm", "fuse-innerproduct-mul"),
    ),
}
"""By the layer without its number of axes: what makes an op after it part of it."""
CONSUMERS = {
    "activation": ACTIVATIONS,
    "add": TERMS,
    "batchnorm": {"batchnorm": BATCHNORM},
    "mul": FACTORS,
}
IMAGES = {
    "convolution": ("4x5x5", "4x4x4x4", "4x2x2", ""),
    "convolution_depthwise": ("4x5x5", "4x1x4x4", "4x2x2", "group 4"),
    "deconvolution": ("4x3x3", "4x4x2x2", "4x4x4", ""),
    "deconvolution_depthwise": ("4x3x3", "4x1x2x2", "4x4x4", "group 4"),
}
"""Shapes of input, weights and output, and properties; axes are alike, so that wrong ones fit."""


def fusions(*ops: str) -> pytest.MarkDecorator:
    """Run a test for each pass that is for some ops, and for each layer that it is for."""
    found = [
        (layer, name)
        for layer in LINEAR_LAYERS
        for name in PASSES[layer.removesuffix("1d").removesuffix("3d")]
        if name.rsplit("-", 1)[1] in ops
    ]
    return pytest.mark.parametrize(("layer", "name"), found)


@pytest.mark.slow
@fusions(*CONSUMERS)
def test_op_becomes_part_of_the_layer(run_passes, linear, layer, name):
    for kind, consumer in CONSUMERS[name.rsplit("-", 1)[1]].items():
        run = run_passes(linear(consumer), name)
        assert run.layers == [layer], kind
        run.assert_close()


@fusions("activation")
def test_second_activation_stays(run_passes, linear, layer, name):
    activations = "%b = ncnn.relu %a : (OUT) -> OUT\n%y = ncnn.sigmoid %b : (OUT) -> OUT"
    run = run_passes(linear(activations), f"{name},{name}")
    assert run.layers == [layer, "sigmoid"]
    run.assert_close()


@fusions("batchnorm")
def test_zero_variance_does_not_divide_by_zero(run_passes, linear, layer, name):
    run = run_passes(with_zero_variance(linear(BATCHNORM)), name)
    assert run.layers == [layer]
    run.assert_close()


@fusions("batchnorm")
def test_batchnorm_folds_before_shapes_are_known(run_passes, linear, layer, name):
    if layer != "innerproduct":
        run = run_passes(without_shapes(linear(BATCHNORM)), name)
        assert run.layers == [layer]
        run.assert_close()


@pytest.mark.parametrize("layer", IMAGES)
@pytest.mark.parametrize("operator", ["add", "mul"])
@pytest.mark.parametrize("shape", ["4x1x1", "1x1x1", "4x1"])
def test_constant_of_any_rank_folds(run_passes, layer, operator, shape):
    source, weight, result, properties = IMAGES[layer]
    text = f"""
        func.func @main(%x: tensor<{source}xf32>) -> tensor<{result}xf32> {{
          %w = ncnn.weight <"w"> : tensor<{weight}xf32>
          %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.{layer} %x, %w {properties}
            : tensor<{source}xf32>, tensor<{weight}xf32> -> tensor<{result}xf32>
          %y = ncnn.binaryop {operator} %a, %k
            : (tensor<{result}xf32>, tensor<{shape}xf32>) -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}"""
    run = run_passes(text, f"fuse-{layer.replace('_', '')}-{operator}")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("operator", ["add", "mul"])
@pytest.mark.parametrize(
    ("rows", "shape", "folds"),
    [(3, "4", True), (1, "4", True), (4, "4", False), (3, "1x4", True), (4, "4x1", False)],
)
def test_constant_of_rows_folds_along_the_outputs_alone(run_passes, operator, rows, shape, folds):
    text = f"""
        func.func @main(%x: tensor<{rows}x6xf32>) -> tensor<{rows}x4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x6xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.innerproduct %x, %w
            : tensor<{rows}x6xf32>, tensor<4x6xf32> -> tensor<{rows}x4xf32>
          %y = ncnn.binaryop {operator} %a, %k
            : (tensor<{rows}x4xf32>, tensor<{shape}xf32>) -> tensor<{rows}x4xf32>
          func.return %y : tensor<{rows}x4xf32>
        }}"""
    run = run_passes(text, f"fuse-innerproduct-{operator}")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "binaryop"])
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

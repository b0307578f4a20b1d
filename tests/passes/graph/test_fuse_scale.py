"""fuse-scale computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import LINEAR_LAYERS, VECTOR, each, layers, without_shapes

SCALES = {
    "scale": f"%y = ncnn.scale %a, %k1 : {VECTOR}",
    "scale_and_bias": """
        %y = ncnn.scale %a, %k1 bias %k2 : (OUT, tensor<4xf32>, tensor<4xf32>) -> OUT""",
}
IMAGES = [name for name in LINEAR_LAYERS if "1d" not in name and name != "innerproduct"]
"""Layers whose results Bias sees channels in."""


@each(SCALES)
@layers(*LINEAR_LAYERS)
def test_scale_folds_into_weights(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-scale")
    assert run.layers == [layer]
    run.assert_close()


@layers(*IMAGES)
def test_bias_layer_folds_into_bias(run_passes, linear, layer):
    run = run_passes(linear(f"%y = ncnn.bias %a, %k1 : {VECTOR}"), "fuse-scale")
    assert run.layers == [layer]
    run.assert_close()


@layers(*IMAGES, "convolution1d", "convolution3d")
def test_shapes_are_not_needed(run_passes, linear, layer):
    run = run_passes(without_shapes(linear(SCALES["scale_and_bias"])), "fuse-scale")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize(("count", "folds"), [(1, True), (4, False)])
def test_bias_layer_adds_its_first_term_to_a_vector(run_passes, count, folds):
    text = f"""
        func.func @main(%x: tensor<12xf32>) -> tensor<4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x12xf32>
          %k = ncnn.weight <"k"> : tensor<{count}xf32>
          %a = ncnn.innerproduct %x, %w : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
          %y = ncnn.bias %a, %k : (tensor<4xf32>, tensor<{count}xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    run = run_passes(text, "fuse-scale")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "bias"])
    run.assert_close()


def test_scale_of_rows_stays(run_passes):
    text = """
        func.func @main(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
          %w = ncnn.weight <"w"> : tensor<4x6xf32>
          %k = ncnn.weight <"k"> : tensor<4xf32>
          %a = ncnn.innerproduct %x, %w : tensor<4x6xf32>, tensor<4x6xf32> -> tensor<4x4xf32>
          %y = ncnn.scale %a, %k : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
          func.return %y : tensor<4x4xf32>
        }"""
    run = run_passes(text, "fuse-scale")
    assert run.layers == ["innerproduct", "scale"]
    run.assert_identical()

"""fuse-innerproduct-mul computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import FACTORS, each, layers


@each(FACTORS)
@layers("innerproduct")
def test_factor_folds_into_weights(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-innerproduct-mul")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize(
    ("rows", "shape", "folds"),
    [(3, "4", True), (1, "4", True), (4, "4", False), (3, "1x4", True), (4, "4x1", False)],
)
def test_factor_of_rows_folds_along_the_outputs_alone(run_passes, rows, shape, folds):
    text = f"""
        func.func @main(%x: tensor<{rows}x6xf32>) -> tensor<{rows}x4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x6xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.innerproduct %x, %w
            : tensor<{rows}x6xf32>, tensor<4x6xf32> -> tensor<{rows}x4xf32>
          %y = ncnn.binaryop mul %a, %k
            : (tensor<{rows}x4xf32>, tensor<{shape}xf32>) -> tensor<{rows}x4xf32>
          func.return %y : tensor<{rows}x4xf32>
        }}"""
    run = run_passes(text, "fuse-innerproduct-mul")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "binaryop"])
    run.assert_close()

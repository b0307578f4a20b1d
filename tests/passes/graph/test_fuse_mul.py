"""fuse-mul computes the same with one layer less."""

from __future__ import annotations

import pytest

FACTORS = {
    "vector": "%y = ncnn.binaryop mul %a, %k1 : (OUT, tensor<4xf32>) -> OUT",
    "vector_first": "%y = ncnn.binaryop mul %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "division": "%y = ncnn.binaryop div %a, %variance : (OUT, tensor<4xf32>) -> OUT",
    "one": """%s = ncnn.weight <"s"> : tensor<1xf32>
              %y = ncnn.binaryop mul %s, %a : (tensor<1xf32>, OUT) -> OUT""",
    "scalar": "%y = ncnn.binaryop_scalar mul %a, -0.75 : (OUT) -> OUT",
    "scalar_division": "%y = ncnn.binaryop_scalar div %a, 3.0 : (OUT) -> OUT",
    "scale": "%y = ncnn.scale %a, %k1 : (OUT, tensor<4xf32>) -> OUT",
    "scale_and_bias": """
        %y = ncnn.scale %a, %k1 bias %k2 : (OUT, tensor<4xf32>, tensor<4xf32>) -> OUT""",
}


@pytest.mark.parametrize("factor", FACTORS.values(), ids=FACTORS)
def test_factor_folds_into_weights(run_passes, linear, layer, factor):
    run = run_passes(linear(factor), "fuse-mul")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("shape", ["4x1x1", "1x1x1", "4x1"])
def test_factor_of_any_rank_folds_into_convolution(run_passes, shape):
    text = f"""
        func.func @main(%x: tensor<4x5x5xf32>) -> tensor<4x2x2xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x4x4x4xf32> %k = ncnn.weight <"k"> : tensor<{shape}xf32>
          %a = ncnn.convolution %x, %w : tensor<4x5x5xf32>, tensor<4x4x4x4xf32> -> tensor<4x2x2xf32>
          %y = ncnn.binaryop mul %a, %k : (tensor<4x2x2xf32>, tensor<{shape}xf32>) ->
          tensor<4x2x2xf32> func.return %y : tensor<4x2x2xf32>
        }}"""
    run = run_passes(text, "fuse-mul")
    assert run.layers == ["convolution"]
    run.assert_close()


@pytest.mark.parametrize(("rows", "folds"), [(3, True), (1, True), (4, False)])
def test_factor_of_rows_folds_along_the_outputs_alone(run_passes, rows, folds):
    text = f"""
        func.func @main(%x: tensor<{rows}x6xf32>) -> tensor<{rows}x4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x6xf32> %k = ncnn.weight <"k"> : tensor<4xf32> %a =
          ncnn.innerproduct %x, %w : tensor<{rows}x6xf32>, tensor<4x6xf32> -> tensor<{rows}x4xf32>
          %y = ncnn.binaryop mul %a, %k
            : (tensor<{rows}x4xf32>, tensor<4xf32>) -> tensor<{rows}x4xf32>
          func.return %y : tensor<{rows}x4xf32>
        }}"""
    run = run_passes(text, "fuse-mul")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "binaryop"])
    run.assert_close()

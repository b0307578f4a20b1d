"""fuse-add computes the same with one layer less."""

from __future__ import annotations

import pytest

from .conftest import LINEAR_LAYERS

TERMS = {
    "vector": "%y = ncnn.binaryop add %a, %k1 : (OUT, tensor<4xf32>) -> OUT",
    "vector_first": "%y = ncnn.binaryop add %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "subtraction": "%y = ncnn.binaryop sub %a, %k1 : (OUT, tensor<4xf32>) -> OUT",
    "one": """%s = ncnn.weight <"s"> : tensor<1xf32>
              %y = ncnn.binaryop add %s, %a : (tensor<1xf32>, OUT) -> OUT""",
    "scalar": "%y = ncnn.binaryop_scalar add %a, -0.75 : (OUT) -> OUT",
    "scalar_subtraction": "%y = ncnn.binaryop_scalar sub %a, 3.0 : (OUT) -> OUT",
}


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_term_folds_into_bias(run_passes, linear, layer, term):
    run = run_passes(linear(term), "fuse-add")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("layer", [name for name in LINEAR_LAYERS if name != "innerproduct"])
def test_bias_layer_folds_into_bias(run_passes, linear, layer):
    run = run_passes(linear("%y = ncnn.bias %a, %k1 : (OUT, tensor<4xf32>) -> OUT"), "fuse-add")
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
    run = run_passes(text, "fuse-add")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "bias"])
    run.assert_close()


def test_term_of_rows_folds_along_the_outputs(run_passes):
    text = """
        func.func @main(%x: tensor<3x6xf32>) -> tensor<3x4xf32> {
          %w = ncnn.weight <"w"> : tensor<4x6xf32>
          %k = ncnn.weight <"k"> : tensor<1x4xf32>
          %a = ncnn.innerproduct %x, %w : tensor<3x6xf32>, tensor<4x6xf32> -> tensor<3x4xf32>
          %y = ncnn.binaryop add %a, %k : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
          func.return %y : tensor<3x4xf32>
        }"""
    run = run_passes(text, "fuse-add")
    assert run.layers == ["innerproduct"]
    run.assert_close()

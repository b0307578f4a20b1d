"""fuse-affine computes the same with one layer less."""

from __future__ import annotations

import pytest

from tests.helpers.linear_consumers import LINEAR_LAYERS, VECTOR, each, layers, without_shapes

SCALARS = {
    "factor": "%y = ncnn.binaryop_scalar mul %a, -0.75 : (OUT) -> OUT",
    "division": "%y = ncnn.binaryop_scalar div %a, 3.0 : (OUT) -> OUT",
    "term": "%y = ncnn.binaryop_scalar add %a, -0.75 : (OUT) -> OUT",
    "subtraction": "%y = ncnn.binaryop_scalar sub %a, 3.0 : (OUT) -> OUT",
    "subtraction_from": "%y = ncnn.binaryop_scalar rsub %a, 3.0 : (OUT) -> OUT",
    "negation": "%y = ncnn.unaryop neg %a : (OUT) -> OUT",
    "power": "%y = ncnn.power %a power 1.0 scale 0.3 shift 0.7 : (OUT) -> OUT",
    "dropout": "%y = ncnn.dropout %a scale 0.4 : (OUT) -> OUT",
}
CONSTANTS = {
    "subtraction": f"%y = ncnn.binaryop sub %a, %k1 : {VECTOR}",
    "subtraction_from": "%y = ncnn.binaryop sub %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "reversed": f"%y = ncnn.binaryop rsub %a, %k1 : {VECTOR}",
    "reversed_first": "%y = ncnn.binaryop rsub %k1, %a : (tensor<4xf32>, OUT) -> OUT",
    "division": f"%y = ncnn.binaryop div %a, %variance : {VECTOR}",
    "reversed_division": "%y = ncnn.binaryop rdiv %variance, %a : (tensor<4xf32>, OUT) -> OUT",
}


@pytest.mark.slow
@each(SCALARS)
@layers(*LINEAR_LAYERS)
def test_scalars_fold(run_passes, linear, layer, consumer):
    run = run_passes(without_shapes(linear(consumer)), "fuse-affine")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.slow
@each(CONSTANTS)
@layers(*LINEAR_LAYERS)
def test_constants_fold(run_passes, linear, layer, consumer):
    run = run_passes(linear(consumer), "fuse-affine")
    assert run.layers == [layer]
    run.assert_close()


@pytest.mark.parametrize("operator", ["prod", "sum", "sum_with_coeffs"])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("bias", ["", "bias %b : tensor<4xf32>"])
def test_eltwise_with_a_constant_folds(run_passes, operator, first, bias):
    operands = "%k, %a" if first else "%a, %k"
    coeffs = "coeffs [0.5, -3.0]" if "coeffs" in operator else ""
    text = f"""
        func.func @main(%x: tensor<3x1x1xf32>) -> tensor<4x1x1xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x3x1x1xf32>
          %b = ncnn.weight <"b"> : tensor<4xf32>
          %k = ncnn.weight <"k"> : tensor<4x1x1xf32>
          %a = ncnn.convolution %x, %w {bias}
            : tensor<3x1x1xf32>, tensor<4x3x1x1xf32> -> tensor<4x1x1xf32>
          %y = ncnn.eltwise {operator.split("_")[0]} {operands} {coeffs}
            : (tensor<4x1x1xf32>, tensor<4x1x1xf32>) -> tensor<4x1x1xf32>
          func.return %y : tensor<4x1x1xf32>
        }}"""
    run = run_passes(text, "fuse-affine")
    assert run.layers == ["convolution"]
    run.assert_close()


@pytest.mark.parametrize("activation", ["relu", "leaky_relu params [0.25]"])
@pytest.mark.parametrize(("factor", "folds"), [(2.5, True), (-2.5, False)])
def test_positive_factors_go_through_a_relu(run_passes, activation, factor, folds):
    text = f"""
        func.func @main(%x: tensor<12xf32>) -> tensor<4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x12xf32>
          %b = ncnn.weight <"b"> : tensor<4xf32>
          %a = ncnn.innerproduct %x, %w bias %b : tensor<4xf32> activation {activation}
            : tensor<12xf32>, tensor<4x12xf32> -> tensor<4xf32>
          %y = ncnn.binaryop_scalar mul %a, {factor} : (tensor<4xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    run = run_passes(text, "fuse-affine")
    assert run.layers == (["innerproduct"] if folds else ["innerproduct", "binaryop_scalar"])
    run.assert_close()


POSITIVE = {
    "factor": "%y = ncnn.binaryop mul %a, %k : (BLOB, tensor<4xf32>) -> BLOB",
    "factor_first": "%y = ncnn.binaryop mul %k, %a : (tensor<4xf32>, BLOB) -> BLOB",
    "division": "%y = ncnn.binaryop div %a, %k : (BLOB, tensor<4xf32>) -> BLOB",
    "scale": "%y = ncnn.scale %a, %k : (BLOB, tensor<4xf32>) -> BLOB",
}


@each(POSITIVE)
@pytest.mark.parametrize(
    ("values", "folds"), [("2.0, 0.5, 3.0, 1.0", True), ("2.0, 1.0, -1.0, 1.0", False)]
)
@pytest.mark.parametrize("bias", ["", "bias %k : tensor<4xf32>"])
def test_positive_constants_go_through_a_relu(run_passes, consumer, values, folds, bias):
    blob = "tensor<4x3x3xf32>"
    text = f"""
        func.func @main(%x: tensor<2x3x3xf32>) -> {blob} {{
          %w = ncnn.weight <"w"> : tensor<4x2x1x1xf32>
          %k = ncnn.weight <"k"> dense<[{values}]> : tensor<4xf32>
          %a = ncnn.convolution %x, %w {bias} activation leaky_relu params [0.25]
            : tensor<2x3x3xf32>, tensor<4x2x1x1xf32> -> {blob}
          {consumer.replace("BLOB", blob)}
          func.return %y : {blob}
        }}"""
    run = run_passes(text, "fuse-affine")
    assert len(run.layers) == (1 if folds else 2)
    run.assert_close()


@pytest.mark.parametrize("divisor", ["scalar", "constant"])
def test_division_by_zero_stays(run_passes, divisor):
    division = (
        "ncnn.binaryop_scalar div %a, 0.0 : (tensor<4xf32>)"
        if divisor == "scalar"
        else "ncnn.binaryop div %a, %k : (tensor<4xf32>, tensor<4xf32>)"
    )
    text = f"""
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          %w = ncnn.weight <"w"> : tensor<4x4xf32>
          %k = ncnn.weight <"k"> dense<[1.0, 0.0, 2.0, 3.0]> : tensor<4xf32>
          %a = ncnn.innerproduct %x, %w : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
          %y = {division} -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    run = run_passes(text, "fuse-affine")
    assert len(run.layers) == 2
    run.assert_identical()

"""fold-constants evaluates what depends on constants alone, into the weight store."""

from __future__ import annotations

from ncnnc.dialects.ncnn.internal.weight import WeightOp


def test_arrays_go_to_the_store(run_passes):
    text = """
        func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
          %k = ncnn.weight <"k"> : tensor<2x1x1xf32>
          %t = ncnn.weight <"t"> : tensor<2xf32>
          %a = ncnn.flatten %k : tensor<2x1x1xf32> -> tensor<2xf32>
          %b = ncnn.binaryop add %a, %t : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
          %y = ncnn.binaryop mul %x, %b : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
          func.return %y : tensor<2x3x4xf32>
        }"""
    run = run_passes(text, "fold-constants")
    assert run.layers == ["binaryop"]
    (weight,) = (op for op in run.module.walk() if isinstance(op, WeightOp))
    assert weight.value is None
    assert weight.key.data == "k#3"
    assert [key for key in ("k", "t", "k#2", "k#3") if key in run.weights] == ["k", "t", "k#3"]
    run.assert_identical()


def test_ops_with_several_results(run_passes):
    text = """
        func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
          %k = ncnn.weight <"k"> : tensor<5xf32>
          %a, %b = ncnn.slice %k sizes [2, -233] : (tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>)
          %y = ncnn.binaryop mul %x, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
          func.return %y, %b : tensor<2xf32>, tensor<3xf32>
        }"""
    run = run_passes(text, "fold-constants")
    assert run.layers == ["binaryop"]
    run.assert_identical()

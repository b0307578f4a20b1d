"""fuse-binaryop-eltwise computes the same with one layer instead of up to three."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("scaled", ["both", "first", "second"])
def test_weighted_sum(run_passes, scaled):
    scales = {"both": ("%a", "%b"), "first": ("%a", "%y"), "second": ("%x", "%b")}
    ops = {
        "%a": "%a = ncnn.binaryop_scalar mul %x, 0.3 : (tensor<6xf32>) -> tensor<6xf32>",
        "%b": "%b = ncnn.binaryop_scalar mul %y, -1.7 : (tensor<6xf32>) -> tensor<6xf32>",
    }
    first, second = scales[scaled]
    text = f"""
        func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {{
          {ops.get(first, "")}
          {ops.get(second, "")}
          %z = ncnn.binaryop add {first}, {second} : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
          func.return %z : tensor<6xf32>
        }}"""
    run = run_passes(text, "fuse-binaryop-eltwise")
    assert run.layers == ["eltwise"]
    run.assert_close(1e-6)


def test_scaled_operand_twice(run_passes):
    text = """
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %a = ncnn.binaryop_scalar mul %x, 0.3 : (tensor<4xf32>) -> tensor<4xf32>
          %z = ncnn.binaryop add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
          func.return %z : tensor<4xf32>
        }"""
    run = run_passes(text, "fuse-binaryop-eltwise")
    assert run.layers == ["binaryop_scalar", "binaryop"]
    run.assert_identical()

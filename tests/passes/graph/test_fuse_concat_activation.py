"""fuse-concat-activation computes the same without the activation layer."""

from __future__ import annotations

import pytest

A, B = "tensor<4x4x4xf32>", "tensor<8x4x4xf32>"


@pytest.mark.parametrize(
    ("first", "activation"),
    [
        ("%p", "relu %c"),
        ("%p", "relu %c slope 0.25"),
        ("%p", "clip %c min 0.0 max 6.0"),
        ("%d", "relu %c"),
        ("%d", "sigmoid %c"),
        ("%d", "clip %c min -0.1 max 0.1"),
    ],
)
def test_activation_goes(run_passes, first, activation):
    text = f"""
        func.func @main(%x: {A}) -> ({B}, {A}) {{
          %w = ncnn.weight <"w"> : tensor<4x4x1x1xf32>
          %v = ncnn.weight <"v"> : tensor<4x4x3x3xf32>
          %r = ncnn.hardsigmoid %x : ({A}) -> {A}
          %p = ncnn.pooling max %r kernel [3, 3] pad [1, 1, 1, 1] : {A} -> {A}
          %b = ncnn.convolution %r, %w : {A}, tensor<4x4x1x1xf32> -> {A}
          %d = ncnn.convolution %r, %v pad [1, 1, 1, 1] : {A}, tensor<4x4x3x3xf32> -> {A}
          %c = ncnn.concat {first}, %b : ({A}, {A}) -> {B}
          %y = ncnn.{activation} : ({B}) -> {B}
          func.return %y, %p : {B}, {A}
        }}"""
    run = run_passes(text, "fuse-concat-activation")
    assert run.layers[-1] == "concat"
    run.assert_identical()

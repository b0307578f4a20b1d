"""Passes that remove layers which give what they are given keep every number."""

from __future__ import annotations

import pytest

X = "tensor<4x3x4xf32>"
NETWORKS = {
    "permutes": (
        "eliminate-permute",
        f"""%a = ncnn.permute %x order 1 : {X} -> tensor<4x4x3xf32>
        %y = ncnn.permute %a order 3 : tensor<4x4x3xf32> -> {X}""",
        ["permute"],
    ),
    "reshapes": (
        "eliminate-reshape-chain",
        f"""%a = ncnn.reshape %x shape [6, 8] : ({X}) -> tensor<6x8xf32>
        %b = ncnn.flatten %a : tensor<6x8xf32> -> tensor<48xf32>
        %c = ncnn.relu %b : (tensor<48xf32>) -> tensor<48xf32>
        %d = ncnn.reshape %c shape [3, 4, -1] : (tensor<48xf32>) -> tensor<3x4x4xf32>
        %y = ncnn.reshape %d shape [4, 3, 0] : (tensor<3x4x4xf32>) -> {X}""",
        ["flatten", "relu", "reshape"],
    ),
    "slice_concat": (
        "eliminate-slice-concat",
        f"""%a, %b = ncnn.slice %x axis 2 sizes [1, 3]
          : ({X}) -> (tensor<4x3x1xf32>, tensor<4x3x3xf32>)
        %y = ncnn.concat %a, %b axis 2 : (tensor<4x3x1xf32>, tensor<4x3x3xf32>) -> {X}""",
        [],
    ),
    "concat_slice": (
        "eliminate-slice-concat",
        f"""%a = ncnn.concat %x, %x axis 1 : ({X}, {X}) -> tensor<4x6x4xf32>
        %b, %c = ncnn.slice %a axis 1 sizes [-233, -233] : (tensor<4x6x4xf32>) -> ({X}, {X})
        %y = ncnn.binaryop add %b, %c : ({X}, {X}) -> {X}""",
        ["binaryop"],
    ),
    "crop": ("eliminate-crop", f"%y = ncnn.crop box %x size [4, 1, 9, 4] : ({X}) -> {X}", []),
    "interp": ("eliminate-interp", f"%y = ncnn.interp bicubic %x size [3, 4] : ({X}) -> {X}", []),
    "padding": ("eliminate-padding", f"%y = ncnn.padding replicate %x : {X} -> {X}", []),
    "relu6": (
        "eliminate-repeated-activation",
        f"""%a = ncnn.relu %x : ({X}) -> {X}
        %b = ncnn.clip %a min -1.0 max 0.5 : ({X}) -> {X}
        %y = ncnn.relu %b : ({X}) -> {X}""",
        ["clip"],
    ),
    "range": (
        "eliminate-repeated-activation",
        f"""%a = ncnn.hardsigmoid %x : ({X}) -> {X}
        %b = ncnn.pooling max %a kernel [3, 3] pad [1, 1, 1, 1] : {X} -> {X}
        %c = ncnn.concat %b, %a : ({X}, {X}) -> tensor<8x3x4xf32>
        %d = ncnn.clip %c min -0.5 max 1.0 : (tensor<8x3x4xf32>) -> tensor<8x3x4xf32>
        %e, %f = ncnn.slice %d sizes [4, 4] : (tensor<8x3x4xf32>) -> ({X}, {X})
        %g = ncnn.binaryop mul %e, %f : ({X}, {X}) -> {X}
        %y = ncnn.relu %g slope 0.5 : ({X}) -> {X}""",
        ["hardsigmoid", "pooling", "concat", "slice", "binaryop"],
    ),
    "duplicates": (
        "eliminate-duplicate",
        f"""%k = ncnn.weight <"k.data"> memory_data dense<0.5> : tensor<4xf32>
        %l = ncnn.weight <"l.data"> memory_data dense<0.5> : tensor<4xf32>
        %a = ncnn.binaryop mul %x, %k : ({X}, tensor<4xf32>) -> {X}
        %b = ncnn.binaryop mul %x, %l : ({X}, tensor<4xf32>) -> {X}
        %y = ncnn.binaryop add %a, %b : ({X}, {X}) -> {X}""",
        ["binaryop", "binaryop"],
    ),
    "arithmetic": (
        "eliminate-identity-arithmetic",
        f"""%a = ncnn.binaryop_scalar mul %x, 1.0 : ({X}) -> {X}
        %b = ncnn.power %a : ({X}) -> {X}
        %y = ncnn.binaryop_scalar sub %b, 0.0 : ({X}) -> {X}""",
        [],
    ),
}


@pytest.mark.parametrize(("name", "layers", "left"), NETWORKS.values(), ids=NETWORKS)
def test_identity_goes(run_passes, name, layers, left):
    text = f"func.func @main(%x: {X}) -> {X} {{\n{layers}\nfunc.return %y : {X}\n}}"
    run = run_passes(text, name)
    assert run.layers == left
    run.assert_identical()
    again = run_passes(text, f"{name},{name}")
    assert again.layers == left

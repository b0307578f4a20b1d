"""move-strides-up computes the same from fewer pixels."""

from __future__ import annotations

import pytest

TARGET = "attach-target{target=x86-avx2}"
A = "tensor<8x13x11xf32>"
BLOCK = f"""
    func.func @main(%x: {A}) -> OUT {{
      %v = ncnn.weight <"v"> : tensor<8x8x3x3xf32> %u = ncnn.weight <"u"> : tensor<8x8x1x1xf32>
      %k = ncnn.weight <"k"> : tensor<8xf32> %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
      %r = ncnn.relu %x : ({A}) -> {A}
      %a = ncnn.convolution %r, %u activation relu : {A}, tensor<8x8x1x1xf32> -> {A}
      LAYERS
      %y = ncnn.convolution %z, %w stride [STRIDE] : {A}, tensor<4x8x1x1xf32> -> OUT
      func.return %y : OUT
    }}"""
BLOCKS = {
    "residual": (
        f"""%b = ncnn.bias %a, %k : ({A}, tensor<8xf32>) -> {A}
        %z = ncnn.eltwise sum %r, %b coeffs [0.5, 2.0] : ({A}, {A}) -> {A}""",
        ["relu", "convolution", "bias", "pooling", "eltwise", "convolution"],
    ),
    "pooling": (
        f"%z = ncnn.pooling avg %a kernel [3, 3] pad [1, 1, 1, 1] pad_mode valid : {A} -> {A}",
        ["relu", "convolution", "pooling", "convolution"],
    ),
    "depthwise": (
        f"""%d = ncnn.weight <"d"> : tensor<8x1x5x5xf32>
        %z = ncnn.convolution_depthwise %a, %d group 8 pad [-234, -234, -234, -234]
          : {A}, tensor<8x1x5x5xf32> -> {A}""",
        ["relu", "convolution", "convolution_depthwise", "convolution"],
    ),
}


@pytest.mark.parametrize(("layers", "left"), BLOCKS.values(), ids=BLOCKS)
@pytest.mark.parametrize(("stride", "out"), [("2, 2", "7x6"), ("3, 1", "5x11"), ("5, 4", "3x3")])
def test_fewer_pixels_are_computed(run_passes, layers, left, stride, out):
    text = BLOCK.replace("LAYERS", layers).replace("STRIDE", stride)
    run = run_passes(text.replace("OUT", f"tensor<4x{out}xf32>"), f"{TARGET},move-strides-up")
    assert sorted(run.layers) == sorted(left)
    *_, last = (op for op in run.module.walk() if op.name == "ncnn.convolution")
    assert "stride" not in last.properties or last.properties["stride"].get_values() == (1, 1)
    run.assert_close(1e-6)


def test_named_layers_stay(run_passes):
    text = BLOCK.replace("LAYERS", f"%z = ncnn.relu %a : ({A}) -> {A}").replace("STRIDE", "2, 2")
    text = text.replace("OUT", "tensor<4x7x6xf32>")
    fixed = f'{TARGET},move-strides-up{{fixed="Convolution"}}'
    assert run_passes(text, fixed).layers == ["relu", "convolution", "relu", "convolution"]

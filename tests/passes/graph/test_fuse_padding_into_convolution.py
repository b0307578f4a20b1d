"""fuse-padding-into-convolution computes the same without the Padding layer."""

from __future__ import annotations

import pytest

USERS = {
    "convolution": ("ncnn.convolution %a, %w", "4x4x3x3", "4x6x5"),
    "strided": ("ncnn.convolution %a, %w stride [2, 2] pad [1, 1, 1, 1]", "4x4x3x3", "4x4x4"),
    "same": (
        "ncnn.convolution %a, %w stride [3, 2] pad [-234, -234, -234, -234]",
        "4x4x3x3",
        "4x3x4",
    ),
    "depthwise": ("ncnn.convolution_depthwise %a, %w group 4", "4x1x5x3", "4x4x5"),
}
PADDING = "before [0, 1, 0] after [0, 2, 2]"


@pytest.mark.parametrize("user", USERS.values(), ids=USERS)
@pytest.mark.parametrize("value", [0.0, -1.5])
def test_convolution_pads(run_passes, user, value):
    layer, weight, result = user
    pad_value = f"pad_value {value}" if " pad " in layer else ""
    text = f"""
        func.func @main(%x: tensor<4x5x5xf32>) -> tensor<{result}xf32> {{
          %w = ncnn.weight <"w"> : tensor<{weight}xf32>
          %a = ncnn.padding constant %x {PADDING} value {value}
            : tensor<4x5x5xf32> -> tensor<4x8x7xf32>
          %y = {layer} {pad_value} : tensor<4x8x7xf32>, tensor<{weight}xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}"""
    run = run_passes(text, "fuse-padding-into-convolution")
    assert len(run.layers) == 1
    run.assert_identical()


def test_convolution_of_sequence_pads(run_passes):
    text = """
        func.func @main(%x: tensor<4x5xf32>) -> tensor<2x6xf32> {
          %w = ncnn.weight <"w"> : tensor<2x4x3xf32>
          %a = ncnn.padding constant %x before [0, 0, 1] after [0, 0, 2]
            : tensor<4x5xf32> -> tensor<4x8xf32>
          %y = ncnn.convolution1d %a, %w : tensor<4x8xf32>, tensor<2x4x3xf32> -> tensor<2x6xf32>
          func.return %y : tensor<2x6xf32>
        }"""
    run = run_passes(text, "fuse-padding-into-convolution")
    assert run.layers == ["convolution1d"]
    run.assert_identical()


@pytest.mark.parametrize(
    ("pooling", "result"),
    [
        ("max %a kernel [3, 3] stride [2, 2]", "4x3x3"),
        ("max %a kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_mode valid", "4x4x3"),
        ("avg %a kernel [3, 3] stride [1, 1]", "4x5x4"),
        ("avg %a kernel [3, 3] stride [2, 2] pad_mode valid", "4x3x2"),
    ],
)
def test_pooling_pads(run_passes, pooling, result):
    text = f"""
        func.func @main(%x: tensor<4x5x5xf32>) -> tensor<{result}xf32> {{
          %r = ncnn.relu %x : (tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
          %a = ncnn.padding constant %r before [0, 1, 0] after [0, 1, 1]
            : tensor<4x5x5xf32> -> tensor<4x7x6xf32>
          %y = ncnn.pooling {pooling} : tensor<4x7x6xf32> -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}"""
    run = run_passes(text, "fuse-padding-into-convolution")
    assert run.layers == ["relu", "pooling"]
    run.assert_close(1e-6)

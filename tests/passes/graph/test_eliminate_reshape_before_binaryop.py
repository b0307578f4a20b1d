"""eliminate-reshape-before-binaryop keeps every bit."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("before", "after", "beside", "result", "layers"),
    [
        ("8", "8x1x1", "8x4x5", "8x4x5", ["binaryop"]),
        ("5", "1x1x5", "8x4x5", "8x4x5", ["binaryop"]),
        ("8x4", "8x4x1", "8x4x5", "8x4x5", ["binaryop"]),
        ("8", "1x1x8", "8x4x8", "8x4x8", ["reshape", "binaryop"]),
        ("8", "8x1x1", "1x4x8", "8x4x8", ["reshape", "binaryop"]),
    ],
)
def test_operand_of_binaryop(run_passes, before, after, beside, result, layers):
    shape = ", ".join(after.split("x"))
    text = f"""
        func.func @main(%v: tensor<{before}xf32>, %x: tensor<{beside}xf32>) -> tensor<{result}xf32>
        {{
          %a = ncnn.reshape %v shape [{shape}] : (tensor<{before}xf32>) -> tensor<{after}xf32>
          %y = ncnn.binaryop sub %a, %x
            : (tensor<{after}xf32>, tensor<{beside}xf32>) -> tensor<{result}xf32>
          func.return %y : tensor<{result}xf32>
        }}"""
    run = run_passes(text, "eliminate-reshape-before-binaryop")
    assert run.layers == layers
    run.assert_identical()

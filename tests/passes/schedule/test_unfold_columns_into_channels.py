"""unfold-columns-into-channels: the same convolution, whose products sum over columns."""

from __future__ import annotations

import pytest

PASSES = 'attach-target{target="x86-avx512+bf16"},unfold-columns-into-channels,fold-constants'


@pytest.mark.parametrize(
    ("channels", "kernel", "stride", "pad", "size"),
    [
        (3, (3, 3), (2, 2), (1, 1, 1, 1), (32, 37)),
        (1, (5, 7), (1, 2), (0, 3, 2, 2), (19, 61)),
        (4, (2, 3), (2, 1), (1, 0, 0, 2), (35, 33)),
        (2, (7, 5), (3, 3), (3, 2, 3, 0), (43, 45)),
    ],
)
def test_same_numbers(run_passes, channels: int, kernel, stride, pad, size):
    image = "x".join(map(str, (channels, *size)))
    extents = [(size[i] + pad[i] + pad[2 + i] - kernel[i]) // stride[i] + 1 for i in range(2)]
    out = "x".join(map(str, (64, *extents)))
    weight = f"tensor<64x{channels}x{kernel[0]}x{kernel[1]}xf32>"
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{image}xf32>) -> tensor<{out}xf32> {{
          %w = ncnn.weight <"w"> : {weight}
          %b = ncnn.weight <"b"> : tensor<64xf32>
          %y = ncnn.convolution %x, %w bias %b : tensor<64xf32> stride [{stride[0]}, {stride[1]}]
            pad [{", ".join(map(str, pad))}] activation relu
            : tensor<{image}xf32>, {weight} -> tensor<{out}xf32>
          func.return %y : tensor<{out}xf32>
        }}""",
        PASSES,
    )
    assert run.layers[-2:] == ["unfold_columns", "convolution"]
    run.assert_close(1e-5)

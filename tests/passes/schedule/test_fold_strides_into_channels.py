"""fold-strides-into-channels: the same convolution, of blocks of pixels."""

from __future__ import annotations

import pytest

TARGET = 'attach-target{target="x86-avx512+bf16"}'
PASSES = f"{TARGET},fold-strides-into-channels{{bfloat16=true}},fold-constants"


@pytest.mark.parametrize(
    ("channels", "kernel", "stride", "pad", "size"),
    [
        (3, (8, 8), 8, (0, 0, 0, 0), (64, 72)),
        (1, (16, 16), 8, (0, 0, 0, 0), (77, 61)),
        (3, (11, 9), 4, (2, 4, 1, 0), (65, 67)),
        (4, (7, 7), 2, (3, 3, 3, 3), (43, 45)),
        (2, (5, 13), 5, (1, 0, 0, 3), (64, 77)),
    ],
)
def test_same_numbers(run_passes, channels: int, kernel, stride: int, pad, size):
    image = "x".join(map(str, (channels, *size)))
    extents = [(size[i] + pad[i] + pad[2 + i] - kernel[i]) // stride + 1 for i in range(2)]
    out = "x".join(map(str, (64, *extents)))
    weight = f"tensor<64x{channels}x{kernel[0]}x{kernel[1]}xf32>"
    run = run_passes(
        f"""
        func.func @main(%x: tensor<{image}xf32>) -> tensor<{out}xf32> {{
          %w = ncnn.weight <"w"> : {weight}
          %b = ncnn.weight <"b"> : tensor<64xf32>
          %y = ncnn.convolution %x, %w bias %b : tensor<64xf32> stride [{stride}, {stride}]
            pad [{", ".join(map(str, pad))}] activation relu
            : tensor<{image}xf32>, {weight} -> tensor<{out}xf32>
          func.return %y : tensor<{out}xf32>
        }}""",
        PASSES,
    )
    assert run.layers[-2:] == ["reorg", "convolution"]
    run.assert_close(1e-5)

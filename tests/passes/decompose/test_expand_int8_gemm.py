"""expand-int8-gemm computes what ncnn's int8 product does."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization

SHAPES = [
    ("3x4", "4x5", ""),
    ("4x3", "4x5", "transpose_a"),
    ("3x4", "5x4", "transpose_b"),
    ("3x1x4", "4x1x5", ""),
    ("4x1x3", "5x1x4", "transpose_a transpose_b"),
    ("4", "4x5", ""),
    ("3", "5", "transpose_a"),
]


def graph(a: str, b: str, flags: str) -> str:
    types, result = f"tensor<{a}xf32>, tensor<{b}xf32>", f"tensor<{1 if a == '4' else 3}x5xf32>"
    return f"""
        func.func @main(%a: tensor<{a}xf32>, %b: tensor<{b}xf32>) -> {result} {{
          %y = ncnn.gemm %a, %b alpha 1.5 {flags} quantize_term 2 : {types} -> {result}
          func.return %y : {result}
        }}"""


@pytest.mark.parametrize(("a", "b", "flags"), SHAPES)
def test_product_stays(run_passes, a: str, b: str, flags: str):
    run = run_passes(graph(a, b, flags), "expand-int8-gemm")
    assert run.layers[-1] == "gemm"
    assert run.layers.count("round_blocks") == 2
    run.assert_close()


def test_halves_go_away_from_zero(run_passes):
    row = np.array([[127.0, 0.5, -0.5, 1.4]], np.float32)
    inputs = {"arg0": np.repeat(row, 3, 0), "arg1": np.full((4, 5), 1.0, np.float32)}
    run = run_passes(graph("3x4", "4x5", ""), "expand-int8-gemm", inputs)
    np.testing.assert_allclose(run.before[0], np.full((3, 5), 1.5 * (127 + 1 - 1 + 1)), rtol=1e-6)
    run.assert_close()


def test_zeros_stay_zeros(run_passes):
    inputs = {"arg0": np.zeros((3, 4), np.float32), "arg1": np.zeros((4, 5), np.float32)}
    run = run_passes(graph("3x4", "4x5", ""), "expand-int8-gemm", inputs)
    assert not run.after[0].any()


@pytest.mark.parametrize("term", [400, 411, 612, 800, 810])
@pytest.mark.parametrize("flags", ["", "transpose_a"])
def test_blocks_stay(run_passes, term: int, flags: str):
    """Of 40 columns, which are a block and a part, or a part of one."""
    blocks = BlockQuantization.of_term(term)
    assert blocks is not None
    random = np.random.default_rng(term)
    stored = random.integers(-128, 128, (5, blocks.row_bytes(40))).tolist()
    count, scales = blocks.block_count(40), term % 100 // 10
    a = "40x3" if flags else "3x40"
    inputs = "b_input_scales %i : tensor<40xf32>" if scales else ""
    run = run_passes(
        f"""
        func.func @main(%a: tensor<{a}xf32>) -> tensor<3x5xf32> {{
          %w = ncnn.weight <"w"> dense<{stored}> : tensor<5x{blocks.row_bytes(40)}xi8>
          %s = ncnn.weight <"variance"> : tensor<5x{count}xf32>
          %i = ncnn.weight <"i"> : tensor<40xf32>
          %y = ncnn.gemm %a, %w b_block_scales %s : tensor<5x{count}xf32> {inputs} {flags}
            transpose_b constant_b n 5 k 40 quantize_term {term}
            : tensor<{a}xf32>, tensor<5x{blocks.row_bytes(40)}xi8> -> tensor<3x5xf32>
          func.return %y : tensor<3x5xf32>
        }}""",
        "expand-int8-gemm",
    )
    assert run.layers[-1] == "gemm"
    run.assert_close()


@pytest.mark.parametrize(
    ("term", "stored", "expected"),
    [
        (400, [0x21, 0xF8], [1, 2, -8, -1]),
        (600, [0x81, 0x00, 0x80], [1, 2, 0, -32]),
        (800, [1, 127, 128, 255], [1, 127, -128, -1]),
    ],
)
def test_integers_lie_without_gaps(term: int, stored: list[int], expected: list[int]):
    blocks = BlockQuantization.of_term(term)
    assert blocks is not None
    rows = np.array([stored], np.uint8).view(np.int8)
    numbers = blocks.numbers(rows, np.array([[2.0]], np.float32), 4)
    np.testing.assert_array_equal(numbers, np.array([expected]) / 2)
    assert not blocks.numbers(rows, np.zeros((1, 1), np.float32), 4).any()

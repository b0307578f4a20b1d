"""round-block-inputs rounds rows in the blocks of a matrix of 4 and 6 bits, once."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import rounded_blocks
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization


@pytest.mark.parametrize("term", [400, 600, 800])
@pytest.mark.parametrize("flags", ["", "transpose_a"])
def test_rows_are_rounded(run_passes, term: int, flags: str):
    blocks = BlockQuantization.of_term(term)
    assert blocks is not None
    random = np.random.default_rng(term)
    stored = random.integers(-128, 128, (5, blocks.row_bytes(40))).tolist()
    rows = random.standard_normal((3, 40), np.float32)
    a = rows.T if flags else rows
    shape = "x".join(map(str, a.shape))
    text = f"""
        func.func @main(%a: tensor<{shape}xf32>) -> tensor<3x5xf32> {{
          %w = ncnn.weight <"w"> dense<{stored}> : tensor<5x{blocks.row_bytes(40)}xi8>
          %s = ncnn.weight <"s"> dense<3.0> : tensor<5x2xf32>
          %y = ncnn.gemm %a, %w b_block_scales %s : tensor<5x2xf32> {flags}
            transpose_b constant_b n 5 k 40 quantize_term {term}
            : tensor<{shape}xf32>, tensor<5x{blocks.row_bytes(40)}xi8> -> tensor<3x5xf32>
          func.return %y : tensor<3x5xf32>
        }}"""
    passes = "expand-int8-gemm,round-block-inputs"
    run = run_passes(text, passes, {"arg0": np.ascontiguousarray(a)})
    assert run.layers.count("round_blocks") == 1
    integers = np.array(stored, np.int8)
    numbers = blocks.numbers(integers, np.full((5, 2), 3, np.float32), 40)
    expected = rounded_blocks(rows, 32) @ numbers.T
    np.testing.assert_allclose(run.after[0], expected, rtol=1e-5, atol=1e-4)

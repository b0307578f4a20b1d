"""expand-multiheadattention computes what ncnn's attention with blocks of few bits does."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization

PARTS = ("query", "key", "value", "out")


@pytest.mark.parametrize("term", [400, 611, 802])
def test_blocks_stay(run_passes, term: int):
    blocks = BlockQuantization.of_term(term)
    assert blocks is not None
    random = np.random.default_rng(term)
    row, count = blocks.row_bytes(40), blocks.block_count(40)
    stored = random.integers(-128, 128, (40, row)).tolist()
    matrices = " ".join(
        f"{part} %w : tensor<40x{row}xi8> bias %b : tensor<40xf32>" for part in PARTS
    )
    scales = [f"{part}_scales %s : tensor<40x{count}xf32>" for part in PARTS]
    if blocks.has_input_scales:
        scales += [f"{part}_input_scales %b : tensor<40xf32>" for part in PARTS]
    run = run_passes(
        f"""
        func.func @main(%x: tensor<3x40xf32>) -> tensor<3x40xf32> {{
          %w = ncnn.weight <"w"> dense<{stored}> : tensor<40x{row}xi8>
          %s = ncnn.weight <"variance"> : tensor<40x{count}xf32>
          %b = ncnn.weight <"b"> : tensor<40xf32>
          %y = ncnn.multiheadattention %x : tensor<3x40xf32> {matrices} {" ".join(scales)}
            embed_dim 40 num_heads 2 query_dim 40 key_dim 40 value_dim 40 scale 0.25
            quantize_term {term} -> tensor<3x40xf32>
          func.return %y : tensor<3x40xf32>
        }}""",
        "expand-multiheadattention",
    )
    assert run.layers.count("gemm") == len(PARTS)
    run.assert_close()


def test_int8(run_passes):
    """Queries, keys and values have one scale for all rows, what attention gives one for each."""
    random = np.random.default_rng(1)
    stored = random.integers(-127, 128, (40, 40)).tolist()
    matrices = " ".join(f"{part} %w : tensor<40x40xi8> bias %b : tensor<40xf32>" for part in PARTS)
    scales = " ".join(f"{part}_scales %s : tensor<40xf32>" for part in PARTS[:3])
    run = run_passes(
        f"""
        func.func @main(%x: tensor<3x40xf32>) -> tensor<3x40xf32> {{
          %w = ncnn.weight <"w"> dense<{stored}> : tensor<40x40xi8>
          %s = ncnn.weight <"variance"> : tensor<40xf32>
          %o = ncnn.weight <"o"> dense<[300.0]> : tensor<1xf32>
          %b = ncnn.weight <"b"> : tensor<40xf32>
          %y = ncnn.multiheadattention %x : tensor<3x40xf32> {matrices} {scales}
            out_scales %o : tensor<1xf32>
            embed_dim 40 num_heads 2 query_dim 40 key_dim 40 value_dim 40 scale 0.25
            quantize_term 2 -> tensor<3x40xf32>
          func.return %y : tensor<3x40xf32>
        }}""",
        "expand-multiheadattention",
    )
    assert run.layers.count("gemm") == run.layers.count("round_blocks") == len(PARTS)
    assert run.layers.count("reduction") == 1
    run.assert_close()

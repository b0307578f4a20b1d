"""expand-normalize: the same numbers for every rank, sum and use of eps."""

from __future__ import annotations

import pytest

SUMS = ("", "across_spatial", "across_channel", "across_spatial across_channel")


@pytest.mark.parametrize("shape", ["6", "6x5", "6x5x4", "6x3x2x5"])
@pytest.mark.parametrize("sums", SUMS)
@pytest.mark.parametrize("shared", ["", "channel_shared"])
def test_same_numbers(run_passes, shared: str, sums: str, shape: str):
    type = f"tensor<{shape}xf32>"
    for guard in ("added_to_square", "least_root", "least_square", "added_to_root"):
        run = run_passes(
            f"""
            func.func @main(%x: {type}) -> {type} {{
              %s = ncnn.weight <"s"> : tensor<7xf32>
              %y = ncnn.normalize {guard} %x, %s {sums} {shared} eps 0.7
                : ({type}, tensor<7xf32>) -> {type}
              func.return %y : {type}
            }}""",
            "expand-normalize",
        )
        assert "normalize" not in run.layers
        run.assert_close(1e-6)

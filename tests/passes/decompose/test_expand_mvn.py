"""expand-mvn: the same numbers for every rank."""

from __future__ import annotations

import pytest

SHAPES = {"6": "1x1x6", "6x5": "1x6x5", "6x5x4": "6x5x4", "6x3x2x5": "6x3x2x5"}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("across", ["", "across_channels"])
@pytest.mark.parametrize("variance", ["", "normalize_variance"])
def test_same_numbers(run_passes, variance: str, across: str, shape: str):
    source, result = f"tensor<{shape}xf32>", f"tensor<{SHAPES[shape]}xf32>"
    run = run_passes(
        f"""
        func.func @main(%x: {source}) -> {result} {{
          %y = ncnn.mvn %x {variance} {across} : {source} -> {result}
          func.return %y : {result}
        }}""",
        "expand-mvn",
    )
    assert "mvn" not in run.layers
    assert ("normalize_groups" in run.layers) == bool(variance)
    run.assert_close(1e-6)

"""expand-group-norm: the same numbers for every rank."""

from __future__ import annotations

import pytest

RANKS = pytest.mark.parametrize("shape", ["6", "6x5", "6x5x4", "6x3x2x5"])


@RANKS
@pytest.mark.parametrize("affine", [False, True], ids=["plain", "affine"])
@pytest.mark.parametrize("layer", ["groupnorm", "instancenorm"])
def test_same_numbers(run_passes, layer: str, affine: bool, shape: str):
    parameters = "gamma %g : tensor<6xf32> beta %b : tensor<6xf32>" if affine else ""
    groups = "group 2 channels 6" if layer == "groupnorm" else ""
    type = f"tensor<{shape}xf32>"
    run = run_passes(
        f"""
        func.func @main(%x: {type}) -> {type} {{
          %g = ncnn.weight <"g"> : tensor<6xf32>
          %b = ncnn.weight <"b"> : tensor<6xf32>
          %y = ncnn.{layer} %x {parameters} {groups} : {type} -> {type}
          func.return %y : {type}
        }}""",
        "expand-group-norm",
    )
    assert set(run.layers) <= {"normalize_groups", "reshape"}
    assert run.layers.count("normalize_groups") == 1
    run.assert_close(1e-6)

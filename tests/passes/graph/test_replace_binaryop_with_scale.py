"""replace-binaryop-with-scale computes the same in one layer."""

from __future__ import annotations

import pytest

OPERATIONS = ["add %x, %k", "sub %x, %k", "sub %k, %x", "mul %x, %k", "div %x, %k", "rdiv %k, %x"]


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    ("shape", "constant"), [("4x3x3", "4x1x1"), ("4x3x3", "4"), ("4x5", "4x1"), ("4", "4")]
)
def test_binaryop_stores_its_constant(run_passes, operation, shape, constant):
    types = f"tensor<{shape}xf32>", f"tensor<{constant}xf32>"
    operands = ", ".join(types if operation.split()[1] == "%x," else types[::-1])
    text = f"""
        func.func @main(%x: {types[0]}) -> {types[0]} {{
          %k = ncnn.weight <"variance.data"> memory_data : {types[1]}
          %y = ncnn.binaryop {operation} : ({operands}) -> {types[0]}
          func.return %y : {types[0]}
        }}"""
    run = run_passes(text, "replace-binaryop-with-scale")
    assert run.layers in (["scale"], ["bias"])
    run.assert_close(1e-6)

"""fuse-memorydata-binaryop computes the same, for every operator and either order of operands."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.ncnn.elementwise import BinaryOperator, BinaryScalarOp

OPERATORS = [operator.value for operator in BinaryOperator]


def network(operator: str, lhs: str, rhs: str) -> str:
    types = {"%x": "tensor<3x4x5xf32>", "%k": "tensor<1xf32>"}
    return f"""
        func.func @main(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {{
          %k = ncnn.weight <"k"> dense<0.75> : tensor<1xf32>
          %y = ncnn.binaryop {operator} {lhs}, {rhs}
            : ({types[lhs]}, {types[rhs]}) -> tensor<3x4x5xf32>
          func.return %y : tensor<3x4x5xf32>
        }}"""


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize(("lhs", "rhs"), [("%x", "%k"), ("%k", "%x")])
def test_scalar_operand_keeps_every_bit(run_passes, operator, lhs, rhs):
    run = run_passes(network(operator, lhs, rhs), "fuse-memorydata-binaryop")
    assert run.layers == ["binaryop_scalar"]
    run.assert_identical()


@pytest.mark.parametrize("operator", OPERATORS)
def test_compat_swaps_what_ncnnoptimize_swaps(run_passes, operator):
    run = run_passes(network(operator, "%k", "%x"), "fuse-memorydata-binaryop{compat=true}")
    swapped = operator in ("add", "sub", "mul", "div", "max", "min")
    assert run.layers == (["binaryop_scalar"] if swapped else ["binaryop"])
    run.assert_identical()


@pytest.mark.parametrize("value", [2.0**-149, -0.0, 0.1, 0.123456789])
def test_scalar_keeps_the_bits_of_the_constant(run_passes, value):
    text = f"""
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          %k = ncnn.weight <"k"> dense<{value:.20e}> : tensor<1xf32>
          %y = ncnn.binaryop sub %x, %k : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    run = run_passes(text, "fuse-memorydata-binaryop")
    (scalar,) = (op for op in run.module.walk() if isinstance(op, BinaryScalarOp))
    assert np.float32(scalar.scalar.value.data).tobytes() == np.float32(value).tobytes()
    run.assert_identical()


@pytest.mark.parametrize(
    ("operator", "expected"), [("sub", [9, 8, 13, 9.5]), ("div", [10, 5, -10 / 3, 20])]
)
def test_constant_stays_the_first_operand(run_passes, operator, expected):
    text = f"""
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
          %k = ncnn.weight <"k"> dense<10.0> : tensor<1xf32>
          %y = ncnn.binaryop {operator} %k, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }}"""
    x = np.array([1, 2, -3, 0.5], np.float32)
    run = run_passes(text, "fuse-memorydata-binaryop", {"arg0": x})
    assert run.layers == ["binaryop_scalar"]
    np.testing.assert_allclose(run.after[0], expected, rtol=1e-6)

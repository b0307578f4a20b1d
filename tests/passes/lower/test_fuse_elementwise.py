"""fuse-elementwise: chains are one kernel, in any layout, and compute what the reference does."""

from __future__ import annotations

import pytest
from lowering import TARGETS, check_layers


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("shape", [(17, 4, 3), (33,), (5, 9)])
def test_chain_is_one_kernel(target, packed, shape):
    layers = """
        BinaryOp a 2 1 x g a 0=2
        HardSwish b 1 1 a b
        BinaryOp c 2 1 b x c 0=1
        Swish y 1 1 c y
    """
    gate = (shape[0],) if len(shape) != 2 else (shape[0], 1)
    compiled = check_layers(layers, {"x": shape, "g": gate}, target, packed)
    assert compiled.kernels.count("linalg.generic") == 1


def test_values_of_two_kernels_are_computed_once():
    layers = """
        Sigmoid a 1 1 x a
        Exp y 1 1 a y
        Swish z 1 1 a z
    """
    compiled = check_layers(layers, {"x": (5, 3, 3)})
    assert compiled.kernels.count("linalg.generic") == 3


def test_values_that_one_kernel_reads_twice_are_computed_in_it():
    layers = """
        Sigmoid a 1 1 x a
        Exp b 1 1 a b
        BinaryOp y 2 1 b a y 0=1
    """
    compiled = check_layers(layers, {"x": (5, 3, 3)})
    assert compiled.kernels.count("linalg.generic") == 1

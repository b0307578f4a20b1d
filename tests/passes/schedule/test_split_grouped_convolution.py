"""split-grouped-convolution: groups of few outputs, with sums in parts, give the same numbers."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import check_layers

pytestmark = pytest.mark.isa

LAYERS = """
Pooling a 1 1 x a 0=0 1=2 2=2
Convolution b 1 1 x b 0=184 1=1 3=2 5=1 6=1472 9=1
Concat c 2 1 a b c
Split p 1 2 c c0 c1
ConvolutionDepthWise d 1 1 c0 d 0=60 1=1 5=1 6=3840 7=3 9=1
ShuffleChannel e 1 1 d e 0=3
ConvolutionDepthWise f 1 1 e f 0=192 1=1 5=1 6=3840 7=3
BinaryOp y 2 1 f c1 y 0=0
"""
"""A unit of ShuffleNet: the sum reads what is concatenated, and the groups read parts of it."""


@pytest.mark.parametrize(
    ("target", "in_parts", "gathers"),
    [("x86-64", 0, 0), ("x86-avx2", 0, 0), ("x86-avx512", 1, 1)],
)
def test_groups_of_few_outputs(target: str, in_parts: int, gathers: int):
    """Equal kernels are one function; only the first concatenation is stored, and read in place."""
    passes = ["eliminate-split", "split-grouped-convolution"]
    compiled = check_layers(LAYERS, {"x": (8, 57, 34)}, target, packed=True, passes=passes)
    assert compiled.kernels.count("partial_sums") == in_parts
    assert compiled.kernels.count("kernel.gather_channels") == gathers

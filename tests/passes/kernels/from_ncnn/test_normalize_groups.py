"""Normalisations of channels in networks: layouts, what is fused with them, all shapes."""

from __future__ import annotations

import re

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

EXPAND = ("expand-group-norm", "expand-mvn", "expand-normalize", "fold-constants")
U_NET = """
    Convolution a 1 1 x a 0=40 1=3 4=1 5=1 6=3240 9=0
    GroupNorm b 1 1 a b 0=4 1=40
    Swish c 1 1 b c
    Convolution d 1 1 c d 0=9 1=3 4=1 5=1 6=3240
    InstanceNorm e 1 1 d e 0=9
    BinaryOp f 2 1 e x f 0=0
    ReLU y 1 1 f y
"""


@pytest.mark.parametrize("target", TARGETS)
def test_between_convolutions(target: str):
    """Only inputs are packed and outputs unpacked; what is element by element is fused."""
    layers = check_layers(U_NET, {"x": (9, 6, 7)}, target, passes=EXPAND, tolerance=5e-6)
    found = re.findall(r"kernel\.(?:normalize_groups|(?:un)?pack) |linalg\.generic", layers.kernels)
    assert [kernel.strip() for kernel in found] == [
        "kernel.pack",
        "kernel.normalize_groups",
        "kernel.normalize_groups",
        "kernel.unpack",
    ]


LAYERS = [
    "GroupNorm y 1 1 x y 0=2 1=6",
    "GroupNorm y 1 1 x y 0=3 1=6 3=0",
    "InstanceNorm y 1 1 x y 0=7 2=1",
    "InstanceNorm y 1 1 x y 2=0",
    "MVN y 1 1 x y",
    "MVN y 1 1 x y 0=1",
    "MVN y 1 1 x y 0=1 1=1",
    "MVN y 1 1 x y 1=1",
    *(f"Normalize y 1 1 x y 0={s} 4={c} 1=0 3=7 9=1" for s, c in ((0, 1), (1, 0), (1, 1))),
    "Normalize y 1 1 x y 0=0 4=1 1=1 3=1 9=2",
]


@pytest.mark.parametrize("layer", LAYERS)
def test_ranks_and_layouts(layer: str):
    for shape in ((6,), (6, 5), (6, 5, 4), (6, 3, 2, 5)):
        for packed in (False, True):
            check_layers(layer, {"x": shape}, "x86-avx2", packed, passes=EXPAND, tolerance=4e-6)

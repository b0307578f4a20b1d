"""Interp, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

MODES = pytest.mark.parametrize("mode", [1, 2, 3], ids=["nearest", "bilinear", "bicubic"])
LAYOUTS = pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
SIZES = {
    "twice": "1=2.0 2=2.0",
    "scales": "1=1.5 2=3.0",
    "smaller": "3=4 4=3",
    "corners": "3=9 4=11 6=1",
    "same": "3=6 4=5",
    "one column": "3=6 4=1",
}


@LAYOUTS
@MODES
@pytest.mark.parametrize("case", SIZES, ids=str)
def test_image(case, mode, packed):
    layer = f"Interp y 1 1 x y 0={mode} {SIZES[case]}"
    check_layers(layer, {"x": (18, 6, 5)}, packed=packed)


@MODES
@pytest.mark.parametrize("target", TARGETS)
def test_for_target(target, mode):
    check_layers(f"Interp y 1 1 x y 0={mode} 3=10 4=7", {"x": (3, 6, 5)}, target)


@MODES
def test_other_ranks(mode):
    check_layers(f"Interp y 1 1 x y 0={mode} 2=3.0", {"x": (5, 6)})
    check_layers(f"Interp y 1 1 x y 0={mode} 3=4 4=5", {"x": (18,)}, packed=True)


def test_like_another_blob():
    layers = "Interp y 2 1 x z y 0=2\nReLU u 1 1 z u"
    check_layers(layers, {"x": (18, 5, 6), "z": (3, 8, 9)}, packed=True)


def test_enlargement_has_no_tables():
    kernels = check_layers("Interp y 1 1 x y 0=1 1=2.0 2=2.0", {"x": (18, 6, 5)}).kernels
    assert "kernel.interp" not in kernels

"""LRN, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

REGIONS = pytest.mark.parametrize("region", [0, 1], ids=["across", "within"])


@REGIONS
@pytest.mark.parametrize("channels", [3, 16, 37, 80])
@pytest.mark.parametrize("size", [1, 4, 5, 19])
def test_neighbours(size, channels, region):
    layer = f"LRN y 1 1 x y 0={region} 1={size} 2=0.5 4=1.5"
    check_layers(layer, {"x": (channels, 4, 5)}, packed=True, tolerance=3e-6)


@REGIONS
@pytest.mark.parametrize("target", TARGETS)
def test_for_target(target, region):
    layer = f"LRN y 1 1 x y 0={region} 1=5 2=0.5 3=0.6"
    check_layers(layer, {"x": (19, 4, 5)}, target, tolerance=3e-6)


@REGIONS
@pytest.mark.parametrize("shape", [(13,), (7, 9)])
def test_other_ranks(shape, region):
    check_layers(f"LRN y 1 1 x y 0={region} 1=3", {"x": shape}, tolerance=3e-6)

"""Padding, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

LAYOUTS = pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
KINDS = pytest.mark.parametrize("kind", [0, 1, 2], ids=["constant", "replicate", "reflect"])


@LAYOUTS
@KINDS
@pytest.mark.parametrize(
    "params", ["0=2 1=1 2=3 3=4", "3=2", "1=1 7=1 8=2", "0=0", "8=4", "8=14", "7=16 8=1"]
)
def test_image(params, kind, packed):
    layer = f"Padding y 1 1 x y {params} 4={kind} 5=0.5"
    check_layers(layer, {"x": (18, 6, 37)}, packed=packed, tolerance=0)


@pytest.mark.parametrize("params", ["8=4", "8=31", "7=16 8=17", "7=3", "0=1 2=2 7=20 8=1"])
def test_whole_vectors_of_channels(params):
    layer = f"Padding y 1 1 x y {params} 5=0.5"
    found = check_layers(layer, {"x": (32, 4, 5)}, packed=True, tolerance=0)
    # The blob itself is packed into its place unless lanes move or other axes grow.
    moved = "7=3" in params or "7=20" in params
    assert ("kernel.padding" in found.kernels) == moved


@LAYOUTS
@pytest.mark.parametrize(("params", "count"), [("", 18), ("7=1 8=2", 21)])
def test_constants_by_channel(params, count, packed):
    layer = f"Padding y 1 1 x y 0=2 1=1 2=3 3=4 6={count} {params}"
    check_layers(layer, {"x": (18, 6, 7)}, packed=packed, tolerance=0)


@KINDS
@pytest.mark.parametrize("shape", [(40,), (25, 70), (2, 4, 5, 6)])
def test_other_ranks(shape, kind):
    pads = {1: "2=13 3=38", 2: "0=2 1=24 2=35 3=1", 4: "0=1 1=2 2=3 3=4 7=2 8=1"}[len(shape)]
    check_layers(f"Padding y 1 1 x y {pads} 4={kind} 5=-2", {"x": shape}, tolerance=0)


@KINDS
@pytest.mark.parametrize("target", TARGETS)
def test_for_target(target, kind):
    layer = f"Padding y 1 1 x y 0=1 1=1 2=1 3=1 4={kind}"
    check_layers(layer, {"x": (7, 9, 11)}, target, packed=True, tolerance=0)

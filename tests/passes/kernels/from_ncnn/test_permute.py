"""Permute and PixelShuffle, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = pytest.mark.isa

EXTENTS = {2: (19, 35), 3: (17, 3, 21), 4: (5, 3, 1, 7)}
ORDERS = [(2, 1), *((3, order) for order in range(6)), *((4, order) for order in (1, 5, 8, 14, 22))]


@pytest.mark.parametrize(("rank", "order"), ORDERS)
def test_permute(rank, order):
    check_layers(f"Permute y 1 1 x y 0={order}", {"x": EXTENTS[rank]}, tolerance=0)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("order", [3, 4], ids=["channels inside", "channels outside"])
def test_permute_for_target(order, target):
    check_layers(f"Permute y 1 1 x y 0={order}", {"x": (33, 18, 20)}, target, packed=True)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("channels", [3, 18, 32])
def test_packed_channels_go_inside_in_one_pass(channels, target):
    layers = "ReLU a 1 1 x a\nPermute y 1 1 a y 0=3"
    kernels = check_layers(layers, {"x": (channels, 5, 7)}, target, True, tolerance=0).kernels
    assert "kernel_unpack" not in kernels


def test_axes_of_one_index_move_freely():
    layers = "ReLU a 1 1 x a\nPermute b 1 1 a b 0=3\nReLU y 1 1 b y"
    assert check_layers(layers, {"x": (18, 1, 1)}).kernels.count("func.call") == 2


@pytest.mark.parametrize("order", [0, 1], ids=["crd", "dcr"])
@pytest.mark.parametrize("factor", [1, 2, 3, 4])
def test_pixelshuffle(factor, order):
    layers = f"PixelShuffle y 1 1 x y 0={factor} 1={order}"
    check_layers(layers, {"x": (2 * factor**2 + 1, 7, 19)}, packed=True, tolerance=0)

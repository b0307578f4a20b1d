"""Reshape, Flatten and Crop, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import check_layers

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("layer", ["Reshape y 1 1 x y 0=6 1=-1", "Flatten y 1 1 x y"])
def test_reshape(layer, packed):
    check_layers(layer, {"x": (18, 3, 5)}, packed=packed, tolerance=0)


def test_no_copy_between_kernels():
    layers = "ReLU a 1 1 x a\nReshape b 1 1 a b 0=10 1=9\nReLU y 1 1 b y"
    assert "kernel.copy" not in check_layers(layers, {"x": (18, 5)}).kernels


CROPS = {
    "rows and columns": ("0=1 1=2 2=0 3=5 4=3 5=-233", (17, 7, 9)),
    "channels": ("0=0 1=0 2=2 3=-233 4=-233 5=11", (17, 7, 9)),
    "all": ("0=1 1=2 2=2 3=5 4=4 5=11", (17, 7, 9)),
    "nothing": ("3=-233 4=-233 5=-233", (17, 7, 9)),
    "one element": ("0=3 1=2 2=1 3=1 4=1 5=1", (17, 7, 9)),
    "vector": ("-23309=1,2 -23310=1,31", (40,)),
    "matrix": ("-23309=2,1,-5 -23310=2,4,-1", (5, 40)),
    "depth": ("-23309=2,1,2 -23310=2,4,7 -23311=2,1,3", (2, 5, 6, 7)),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("case", CROPS, ids=str)
def test_crop(case, packed):
    params, shape = CROPS[case]
    check_layers(f"Crop y 1 1 x y {params}", {"x": shape}, packed=packed, tolerance=0)


def test_crop_of_whole_channels_is_no_kernel():
    layers = "ReLU a 1 1 x a\nCrop b 1 1 a b 2=2 3=-233 4=-233 5=3\nReLU y 1 1 b y"
    assert check_layers(layers, {"x": (6, 4, 5)}).kernels.count("func.call") == 2


def test_crop_like_another_blob():
    layers = "Crop y 2 1 x z y 0=1 1=2\nReLU u 1 1 z u"
    check_layers(layers, {"x": (17, 8, 9), "z": (3, 5, 6)}, packed=True, tolerance=0)

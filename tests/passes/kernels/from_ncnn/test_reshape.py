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
    "first channels": ("0=0 1=0 2=0 3=-233 4=-233 5=20", (37, 3, 5)),
    "whole vectors": ("0=0 1=0 2=16 3=-233 4=-233 5=21", (37, 3, 5)),
    "whole vectors of a box": ("0=1 1=1 2=16 3=3 4=2 5=-233", (40, 3, 5)),
    "channels of volumes": ("-23309=1,5 -23310=1,22 -23311=1,0", (37, 2, 3, 4)),
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


def test_crop_of_packed_channels_is_no_kernel():
    layers = "ReLU a 1 1 x a\nCrop b 1 1 a b 2=16 3=-233 4=-233 5=17\nReLU y 1 1 b y"
    kernels = check_layers(layers, {"x": (40, 4, 5)}, packed=True, tolerance=0).kernels
    # The conversions of input and output, and two ReLUs.
    assert kernels.count("func.call") == 4


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        ("Reshape y 1 1 a y 0=15 1=1 2=18", (18, 3, 5)),
        ("Reshape y 1 1 a y 0=5 1=3 11=2 2=18", (18, 6, 5)),
        ("Reshape y 1 1 a y 0=6 1=5 2=18", (18, 2, 3, 5)),
        ("Flatten y 1 1 a y", (18, 1, 1)),
        ("Reshape y 1 1 a y 0=1 1=1 2=18", (18,)),
    ],
)
def test_packed_reshape_is_no_kernel(layer, shape):
    kernels = check_layers(f"ReLU a 1 1 x a\n{layer}", {"x": shape}, packed=True).kernels
    # The conversions of input and output, and the ReLU.
    assert kernels.count("func.call") == 3


def test_crop_like_another_blob():
    layers = "Crop y 2 1 x z y 0=1 1=2\nReLU u 1 1 z u"
    check_layers(layers, {"x": (17, 8, 9), "z": (3, 5, 6)}, packed=True, tolerance=0)

"""Pooling and Reduction, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

LAYOUTS = pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])

WINDOWS = {
    "3x3 stride 2 padded": ("1=3 2=2 3=1", (17, 13, 15)),
    "3x3 stride 2 valid": ("1=3 2=2 3=1 5=1", (5, 12, 12)),
    "2x2": ("1=2 2=2", (16, 8, 9)),
    "1x1 map": ("1=3 2=1 3=1", (3, 1, 1)),
    "same": ("1=3 2=2 5=2", (7, 7, 10)),
    "asymmetric": ("1=3 11=2 2=1 12=2 3=1 13=0 14=2 15=1", (4, 9, 11)),
    "13x13": ("1=13 2=1 3=6", (3, 14, 15)),
    "window without cells": ("1=1 2=1 3=2", (4, 3, 3)),
    "include pad": ("1=3 2=2 3=1 6=1", (17, 7, 7)),
    "adaptive": ("7=1 8=3 18=2", (18, 7, 8)),
    "adaptive, dividing": ("7=1 8=7 18=7", (18, 28, 28)),
    "adaptive, many kinds": ("7=1 8=29 18=31", (5, 47, 43)),
    "adaptive, 1x1": ("7=1 8=1 18=1", (5, 9, 10)),
    "global": ("4=1", (17, 9, 10)),
    "global 1x1": ("4=1", (17, 1, 1)),
}


@LAYOUTS
@pytest.mark.parametrize("kind", [0, 1], ids=["max", "mean"])
@pytest.mark.parametrize("case", WINDOWS, ids=str)
def test_pooling(case, kind, packed):
    params, shape = WINDOWS[case]
    check_layers(f"Pooling y 1 1 x y 0={kind} {params}", {"x": shape}, packed=packed)


@pytest.mark.parametrize("target", TARGETS)
def test_pooling_for_target(target):
    layers = "Pooling a 1 1 x a 0=0 1=3 2=2 3=1\nPooling y 1 1 a y 0=1 4=1"
    check_layers(layers, {"x": (19, 15, 15)}, target, packed=True)


@pytest.mark.parametrize("kind", range(11))
def test_reduction_kind(kind):
    if kind == 9:
        layers = "AbsVal a 1 1 x a\nReduction y 1 1 a y 0=9 1=0 -23303=1,2 5=1 2=0.5"
    else:
        layers = f"Reduction y 1 1 x y 0={kind} 1=0 -23303=1,2 5=1 2=0.5"
    check_layers(layers, {"x": (5, 3, 13)}, tolerance=1e-5)


@LAYOUTS
@pytest.mark.parametrize("keepdims", [0, 1])
@pytest.mark.parametrize("axes", ["0", "1", "2", "0,1", "1,2", "0,2", "0,1,2"])
def test_reduction_axes(axes, keepdims, packed):
    count = len(axes.split(","))
    layers = f"Reduction y 1 1 x y 0=3 1=0 -23303={count},{axes} 4={keepdims} 5=1"
    check_layers(layers, {"x": (17, 6, 21)}, packed=packed)


@pytest.mark.parametrize("shape", [(13,), (100,), (7, 20), (2, 3, 4, 5)])
def test_reduction_of_everything(shape):
    check_layers("Reduction y 1 1 x y 0=3", {"x": shape})
    check_layers("Reduction y 1 1 x y 0=4 4=1", {"x": shape})

"""InnerProduct, lowered to machine code, against the reference."""

from __future__ import annotations

from math import prod

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = pytest.mark.isa

LAYOUTS = pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
SHAPES = [(1,), (7,), (48,), (32, 3, 3), (17, 3, 5), (17, 1, 1), (2, 3, 4, 5)]


def layer(outputs: int, shape: tuple[int, ...], params: str = "", inputs: str = "x") -> str:
    """An InnerProduct on a blob of that shape."""
    return f"InnerProduct y 1 1 {inputs} y 0={outputs} 1=1 2={outputs * prod(shape)} {params}"


@LAYOUTS
@pytest.mark.parametrize("outputs", [1, 32, 100])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_vector(shape, outputs, packed):
    check_layers(layer(outputs, shape), {"x": shape}, packed=packed, tolerance=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("outputs", [5, 64, 71])
def test_target(target, outputs):
    shape = (16, 2, 2)
    for packed in (False, True):
        check_layers(layer(outputs, shape, "9=1"), {"x": shape}, target, packed, tolerance=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("rows", "outputs"), [(2, 3), (7, 33), (17, 64)])
def test_rows(rows, outputs, target):
    layers = f"InnerProduct y 1 1 x y 0={outputs} 1=1 2={outputs * 29} 9=4"
    check_layers(layers, {"x": (rows, 29)}, target, tolerance=1e-5)


@LAYOUTS
def test_epilogue(packed):
    layers = f"""
        {layer(19, (24,)).replace("y 1 1 x y", "a 1 1 x a")}
        BinaryOp b 2 1 a r b 0=0
        HardSwish y 1 1 b y
    """
    compiled = check_layers(layers, {"x": (24,), "r": (19,)}, packed=packed, tolerance=1e-5)
    assert compiled.kernels.count("kernel.matvec") == 1
    assert "linalg.generic" not in compiled.kernels


def test_packed_image_is_read_as_it_lies():
    compiled = check_layers(layer(10, (32, 3, 3)), {"x": (32, 3, 3)}, packed=True, tolerance=1e-5)
    assert "kernel.unpack" not in compiled.kernels

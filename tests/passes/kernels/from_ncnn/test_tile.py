"""Tile, Flip, Reorg, CopyTo, Diag and Cast, lowered to machine code, against the reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

SHAPES = [(19,), (5, 19), (3, 5, 7), (2, 3, 4, 17)]


@pytest.mark.parametrize("shape", SHAPES, ids=len)
def test_tile(shape: tuple[int, ...]):
    for params in ("0=0 1=3", "0=1 1=2", "-23302=1,2", "-23302=2,3,2", "-23302=4,2,1,3,2"):
        check_layers(f"Tile y 1 1 x y {params}", {"x": shape}, tolerance=0)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", SHAPES, ids=len)
def test_flip(shape: tuple[int, ...], target: str):
    for axes in ("1,-1", "1,0", "2,-1,0"):
        check_layers(f"Flip y 1 1 x y -23300={axes}", {"x": shape}, target, tolerance=0)


def test_flip_joins_arithmetic():
    layers = "Flip a 1 1 x a -23300=1,-1\nBinaryOp y 2 1 a x y 0=2"
    assert check_layers(layers, {"x": (3, 5, 19)}).kernels.count("func.call") == 1
    layers = "Flip a 1 1 x a -23300=1,-1\nPermute b 1 1 x b 0=1\nBinaryOp y 2 1 a b y 0=1"
    check_layers(layers, {"x": (3, 19, 19)}, tolerance=0)


@pytest.mark.parametrize("mode", [0, 1], ids=["crd", "dcr"])
@pytest.mark.parametrize("shape", [(2, 7, 19), (19, 35), (2, 3, 8, 9)], ids=len)
def test_reorg(shape: tuple[int, ...], mode: int):
    for stride in (1, 2, 3):
        layers = f"Reorg y 1 1 x y 0={stride} 1={mode}"
        check_layers(layers, {"x": shape}, packed=True, tolerance=0)


COPIES = [
    ((19,), (5,), "0=14"),
    ((19,), (5, 3), "-23309=1,-7"),
    ((5, 19), (2, 7), "-23309=2,-2,3"),
    ((5, 19), (2, 19), "-23309=1,3 -23311=1,0"),
    ((3, 5, 7), (2, 2), "2=1 1=3 0=5"),
    ((3, 5, 7), (2, 2, 2, 2), "2=1"),
    ((2, 3, 4, 5), (2, 1, 2, 3), "13=2 1=1 0=2"),
    ((2, 3, 4, 5), (1, 2, 4), "0=3"),
    ((3, 5, 7), (3, 5, 3), "0=6"),
    ((3, 5, 7), (3, 5, 7), "0=1"),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("shape", "source", "params"), COPIES)
def test_copyto(shape: tuple[int, ...], source: tuple[int, ...], params: str, target: str):
    layers = f"CopyTo y 2 1 x s y {params}"
    check_layers(layers, {"x": shape, "s": source}, target, tolerance=0)


@pytest.mark.parametrize("diagonal", [0, 1, -1, 3, -3])
def test_diag(diagonal: int):
    layers = f"Diag y 1 1 x y 0={diagonal}\nDiag z 1 1 m z 0={diagonal}"
    check_layers(layers, {"x": (1,), "m": (4, 4)}, tolerance=0)
    check_layers(layers, {"x": (17,), "m": (5, 19)}, tolerance=0)


EDGES = np.array(
    [
        *(0.0, -0.0, 1.00048828125, 1.00146484375, 65504.0, 65519.99, 65520.0, -7e4, 1e38),
        *(5.96e-8, 2.98e-8, 2.99e-8, -8.94e-8, 6.1e-5, np.inf, -np.inf, np.nan),
        *(1.00390625, 1.01171875, -1.00390625, 3.3895e38, 1e-30),
    ],
    np.float32,
)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("code", [2, 4], ids=["float16", "bfloat16"])
def test_cast(code: int, target: str):
    x = np.concatenate([EDGES, np.random.default_rng(0).uniform(-3, 3, 400).astype(np.float32)])
    layers = f"Cast a 1 1 x a 0=1 1={code}\nPacking b 1 1 a b 0=4\nCast y 1 1 b y 0={code} 1=1"
    result = check_layers(layers, {"x": x.shape}, target, arrays={"x": x}, tolerance=0)
    assert result.kernels.count("func.call") == 1
    np.testing.assert_array_equal(
        result.model(x).view(np.int32)[~np.isnan(x)],
        result.expected["y"].view(np.int32)[~np.isnan(x)],
    )

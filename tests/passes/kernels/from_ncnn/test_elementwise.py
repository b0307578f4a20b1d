"""Element-wise ops, lowered to machine code, against the reference."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers, compile_layers

pytestmark = pytest.mark.isa

LAYOUTS = pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
TARGET = pytest.mark.parametrize("target", TARGETS)

ACTIVATIONS = (
    *("AbsVal", "BNLL", "CELU", "Clip", "ELU", "Erf", "GELU", "HardSigmoid", "HardSwish", "Mish"),
    *("ReLU", "SELU", "Shrink", "Sigmoid", "Softplus", "Swish", "TanH", "Threshold"),
)


@pytest.mark.parametrize("kind", ACTIVATIONS)
def test_activation(kind):
    check_layers(f"{kind} y 1 1 x y", {"x": (3, 5, 7)})


@TARGET
def test_gelu_is_exact_to_a_few_units_and_saturates(target):
    x = np.linspace(-7, 7, 20001, dtype=np.float32)
    expected = np.array([v * erfc(-v / sqrt(2)) / 2 for v in x.astype(np.float64)])
    compiled = compile_layers("GELU y 1 1 x y", {"x": x.shape}, target, arrays={"x": x})
    y = compiled.model.run({"x": x})["y"]
    assert (np.abs(y - expected) <= 6 * 2**-24 * np.abs(x)).all()
    units = np.abs(y - expected) / np.spacing(np.abs(expected).astype(np.float32))
    assert units[x > 0].max() < 4
    assert (y[x < -5.6] == 0).all()
    assert (y[x > 5.6] == x[x > 5.6]).all()


@TARGET
@LAYOUTS
@pytest.mark.parametrize(
    "shape", [(1, 1, 1), (17, 7, 3), (32, 33, 41), (13,), (5, 9), (3, 2, 5, 4)]
)
def test_chain(target, packed, shape):
    layers = """
        Swish a 1 1 x a
        PReLU b 1 1 a b 0=1
        HardSwish y 1 1 b y 0=0.1666667 1=0.5
    """
    check_layers(layers, {"x": shape}, target, packed)


@pytest.mark.requirement("F17")
@pytest.mark.parametrize("operator", range(19))
def test_binary_operator(operator):
    shapes = {"a": (5, 4, 6), "b": (5, 4, 6)}
    rng = np.random.default_rng(1)
    arrays = {n: rng.uniform(0.3, 3, s).astype(np.float32) for n, s in shapes.items()}
    check_layers(f"BinaryOp y 2 1 a b y 0={operator}", shapes, arrays=arrays)
    check_layers(
        f"BinaryOp y 1 1 a y 0={operator} 1=1 2=0.75", {"a": (5, 4, 6)}, arrays={"a": arrays["a"]}
    )


@pytest.mark.requirement("D9")
@TARGET
def test_arithmetic_is_that_of_ieee(target: str):
    """Maxima and minima hand NaN on from either side, and quotients are rounded once."""
    a = np.array([np.nan, 1, np.nan, np.inf, -2, 3, 7, 0.3, -np.inf, 1e-40], np.float32)
    b = np.array([1, np.nan, np.nan, 5, np.nan, 10, 3, 0.7, np.nan, 3], np.float32)
    layers = """
        BinaryOp max 2 1 a b max 0=4
        BinaryOp min 2 1 a b min 0=5
        BinaryOp div 2 1 a b div 0=3
        Eltwise eltwise 2 1 a b eltwise 0=2
        BinaryOp least 1 1 a least 0=4 1=1 2=1.5
        BinaryOp tenth 1 1 b tenth 0=8 1=1 2=10.0
    """
    compiled = compile_layers(layers, {"a": a.shape, "b": b.shape}, target)
    results = compiled.model.run({"a": a, "b": b})
    np.testing.assert_array_equal(results["max"], np.maximum(a, b))
    np.testing.assert_array_equal(results["min"], np.minimum(a, b))
    np.testing.assert_array_equal(results["div"], a / b)
    np.testing.assert_array_equal(results["eltwise"], np.maximum(a, b))
    np.testing.assert_array_equal(results["least"], np.maximum(a, np.float32(1.5)))
    np.testing.assert_array_equal(results["tenth"], np.float32(10) / b)


BROADCASTS = [
    ((17, 4, 6), (17, 1, 1)),
    ((17, 4, 6), (1, 4, 6)),
    ((17, 4, 6), (17,)),
    ((17, 4, 6), (6,)),
    ((17, 4, 6), (17, 4)),
    ((17, 4, 6), (1,)),
    ((17, 4, 1), (17, 1, 6)),
    ((2, 3, 4, 5), (5,)),
    ((2, 3, 4, 5), (2, 3, 4)),
    ((2, 3, 4, 5), (2, 3)),
    ((2, 3, 4, 5), (1, 3, 1, 5)),
    ((7, 20), (7, 1)),
    ((7, 20), (20,)),
    ((40,), (1,)),
]


@pytest.mark.requirement("F18")
@LAYOUTS
@pytest.mark.parametrize(("first", "second"), BROADCASTS, ids=str)
def test_broadcasting(first, second, packed):
    check_layers("BinaryOp y 2 1 a b y 0=1", {"a": first, "b": second}, packed=packed)
    check_layers("BinaryOp y 2 1 b a y 0=3", {"a": first, "b": second}, packed=packed)


@pytest.mark.parametrize("operator", [*range(8), 9, 10, 11, 12, 14, *range(15, 24), 24, 26])
def test_unary_operator(operator):
    x = np.random.default_rng(2).uniform(0.1, 0.9, (3, 5, 7)).astype(np.float32)
    check_layers(f"UnaryOp y 1 1 x y 0={operator}", {"x": x.shape}, arrays={"x": x})


@LAYOUTS
@pytest.mark.parametrize("shape", [(17, 3, 5), (19,), (4, 6)])
def test_by_channel(shape, packed):
    count = shape[0]
    layers = f"""
        BatchNorm a 1 1 x a 0={count} 1=0.001
        Scale b 1 1 a b 0={count} 1=1
        Bias c 1 1 b c 0={count}
        PReLU y 1 1 c y 0={count}
    """
    check_layers(layers, {"x": shape}, packed=packed)


@LAYOUTS
def test_eltwise(packed):
    shapes = dict.fromkeys("abc", (17, 5, 3))
    check_layers("Eltwise y 3 1 a b c y 0=1 -23301=3,0.5,-1.0,2.0", shapes, packed=packed)
    check_layers("Eltwise y 3 1 a b c y 0=0", shapes, packed=packed)
    check_layers("Eltwise y 3 1 a b c y 0=2", shapes, packed=packed)


def test_large_blob_is_computed_in_parts():
    compiled = check_layers("ReLU y 1 1 x y 0=0.1", {"x": (3, 173, 171)})
    assert "linalg.generic" in compiled.kernels


def test_power_exp_log():
    x = {"x": np.random.default_rng(3).uniform(0.5, 3, (40,)).astype(np.float32)}
    for exponent in (-0.75, 0.25, 0.5, 2, 3, 4, 1.7):
        check_layers(f"Power y 1 1 x y 0={exponent} 1=0.5 2=1.0", {"x": (40,)}, arrays=x)
    check_layers("Exp y 1 1 x y 0=2.0 1=0.5 2=1.0", {"x": (40,)}, arrays=x)
    check_layers("Log y 1 1 x y 0=10.0 1=0.5 2=1.0", {"x": (40,)}, arrays=x)


def test_scale_by_an_input_has_two_results():
    check_layers("Scale y 2 2 x s y z 0=-233", {"x": (5, 3, 3), "s": (5,)})


def test_dropout():
    check_layers("Dropout y 1 1 x y 0=0.5", {"x": (5, 3, 3)})

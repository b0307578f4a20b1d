"""The layers of transformers, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

TOLERANCE = 1e-5
FOR_TARGETS = pytest.mark.parametrize("target", TARGETS)
GEMM = "Gemm y {inputs} 1 {names} y {params}"


@FOR_TARGETS
@pytest.mark.parametrize(
    ("params", "shapes"),
    [
        ("", {"a": (7, 13), "b": (13, 19)}),
        ("2=1 3=1 0=0.5", {"a": (13, 7), "b": (19, 13)}),
        ("14=1 11=1 1=2.0", {"a": (7, 13), "b": (13, 19), "c": (7,)}),
        ("3=1", {"a": (5, 1, 13), "b": (19, 13), "c": (5, 19)}),
        ("2=1", {"a": (70, 5), "b": (70, 80), "c": (1, 80)}),
        ("4=1 6=1 7=9 9=13 10=2", {"b": (13, 5)}),
        ("5=1 6=1 8=70 9=1024 10=4", {"a": (20, 1024)}),
        ("5=1 8=1 9=13", {"a": (7, 13)}),
        ("", {"a": (37,), "b": (37, 19), "c": (19,)}),
        ("2=1", {"a": (19,), "b": (23,)}),
    ],
    ids=str,
)
def test_gemm(params, shapes, target):
    layer = GEMM.format(inputs=len(shapes), names=" ".join(shapes), params=params)
    check_layers(layer, shapes, target, tolerance=TOLERANCE)


@FOR_TARGETS
def test_gemm_with_all_that_follows(target):
    layers = """
        Gemm g 1 1 x g 3=1 5=1 6=1 8=37 9=13 10=4
        GELU e 1 1 g e 0=0
        BinaryOp y 2 1 e r y 0=0
    """
    compiled = check_layers(layers, {"x": (9, 13), "r": (9, 37)}, target, tolerance=TOLERANCE)
    assert "linalg.generic" not in compiled.kernels


def test_gemm_that_is_turned_takes_no_operands():
    layers = """
        Gemm g 2 1 a b g 14=1
        TanH t 1 1 g t
        BinaryOp y 2 1 t r y 0=0
    """
    shapes = {"a": (9, 13), "b": (13, 5), "r": (5, 9)}
    compiled = check_layers(layers, shapes, tolerance=TOLERANCE)
    assert "math.tanh" in compiled.kernels
    assert "linalg.generic" in compiled.kernels


@FOR_TARGETS
@pytest.mark.parametrize("mask", ["", "5,6", "3,5,6"])
@pytest.mark.parametrize("inputs", [1, 2, 3])
def test_multiheadattention(inputs, mask, target):
    keys = 5 if inputs == 1 else 6
    shapes = {"q": (5, 12), "k": (keys, 7), "v": (keys, 7 if inputs == 2 else 9)}
    shapes = dict(list(shapes.items())[:inputs])
    params = f"0=24 1=3 2=288 3={(12, 7, 7)[inputs - 1]} 4={(12, 7, 9)[inputs - 1]}"
    if mask:
        extents = tuple(int(v) for v in mask.replace("6", str(keys)).split(","))
        shapes |= {"m": extents}
        params += " 5=1"
    layer = f"MultiHeadAttention y {len(shapes)} 1 {' '.join(shapes)} y {params} 6=0.3"
    check_layers(layer, shapes, target, tolerance=TOLERANCE)


@FOR_TARGETS
@pytest.mark.parametrize("heads", [2, 6])
@pytest.mark.parametrize("mask", ["", "5,7", "all"])
def test_sdpa(mask, heads, target):
    shapes = {"q": (heads, 5, 9), "k": (2, 7, 9), "v": (2, 7, 4)}
    if mask:
        shapes["m"] = (heads, 5, 7) if mask == "all" else (5, 7)
    layer = f"SDPA y {len(shapes)} 1 {' '.join(shapes)} y 5={int(bool(mask))}"
    check_layers(layer, shapes, target, tolerance=TOLERANCE)


@FOR_TARGETS
@pytest.mark.parametrize("kind", ["LayerNorm", "RMSNorm"])
@pytest.mark.parametrize(
    ("shape", "size"), [((29,), 29), ((7, 29), 29), ((3, 5, 7), 7), ((3, 5, 7), 35)], ids=str
)
def test_normalisation(shape, size, kind, target):
    for affine in (0, 1):
        layer = f"{kind} y 1 1 x y 0={size} 1=0.01 2={affine}"
        check_layers(layer, {"x": shape}, target, tolerance=TOLERANCE)


@FOR_TARGETS
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((6,), (6,)),
        ((6,), (2, 6, 5)),
        ((2, 4, 6), (6,)),
        ((4, 6), (6, 6)),
        ((2, 4, 6), (6, 5)),
        ((4, 6), (2, 6, 5)),
        ((70, 64), (3, 64, 70)),
        ((3, 1, 4, 6), (2, 6, 5)),
    ],
    ids=str,
)
def test_matmul(a, b, target):
    check_layers("MatMul y 2 1 a b y", {"a": a, "b": b}, target, tolerance=TOLERANCE)
    turned = b if len(b) == 1 else (*b[:-2], b[-1], b[-2])
    check_layers("MatMul y 2 1 a b y 0=1", {"a": a, "b": turned}, target, tolerance=TOLERANCE)


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
def test_queries_a_cache_way_apart_are_put_in_order(target: str):
    """Rows of 1024 floats evict each other: each head's are copied first."""
    layer = "MultiHeadAttention a 1 1 x y 0=1024 1=16 2=1048576 3=1024 4=1024"
    kernels = check_layers(layer, {"x": (13, 1024)}, target, tolerance=TOLERANCE).kernels
    assert "tensor<16x13x64xf32>" in kernels or "memref<16x13x64xf32>" in kernels
    other = "MultiHeadAttention a 1 1 x y 0=48 1=3 2=2304 3=48 4=48"
    assert "3x13x16xf32" not in check_layers(other, {"x": (13, 48)}, target).kernels

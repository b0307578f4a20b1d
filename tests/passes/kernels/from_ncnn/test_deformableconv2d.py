"""DeformableConv2D, lowered to machine code, against the reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]


def check(params: str, x: tuple[int, ...], taps: int, out: tuple[int, int], **how):
    """With and without masks; offsets lead outside too."""
    shapes = {"x": x, "o": (2 * taps, *out), "m": (taps, *out)}
    offsets = np.random.default_rng(1).uniform(-3, 3, shapes["o"]).astype(np.float32)
    for masks in ("", " m"):
        layers = f"DeformableConv2D y {2 + len(masks.split())} 1 x o{masks} y {params}"
        used = shapes if masks else {n: shapes[n] for n in "xo"}
        check_layers(layers, used, arrays={"o": offsets}, tolerance=1e-5, **how)


@pytest.mark.parametrize("target", TARGETS)
def test_channels(target: str):
    for channels, outputs, packed in ((1, 17, False), (83, 5, True)):
        params = f"0={outputs} 1=2 5=1 6={outputs * channels * 4} 9=1"
        check(params, (channels, 5, 6), 4, (4, 5), target=target, packed=packed)


@pytest.mark.parametrize(
    ("params", "taps", "out"),
    [
        ("1=3 11=2 2=2 12=1 3=2 13=1 4=1 15=2 14=0 16=1 9=2 -23310=1,0.1", 6, (7, 3)),
        ("1=1 9=4", 1, (7, 6)),
        ("1=3 4=-1 9=3 -23310=2,-0.5,0.5", 9, (3, 2)),
        # The kernel exceeds the input by less than the stride: there is one column.
        ("1=7 11=1 3=2 13=1", 7, (7, 1)),
    ],
)
def test_windows(params: str, taps: int, out: tuple[int, int]):
    check(f"0=5 5=1 6={5 * 4 * taps} {params}", (4, 7, 6), taps, out, target="x86-avx2")


def test_what_follows_is_fused():
    layers = """
        DeformableConv2D a 2 1 x o a 0=9 1=1 6=27
        Swish b 1 1 a b
        BinaryOp y 2 1 b r y 0=0
    """
    shapes = {"x": (3, 4, 5), "o": (2, 4, 5), "r": (9, 4, 5)}
    assert "linalg.generic" not in check_layers(layers, shapes, "x86-avx2", packed=True).kernels


def test_places_that_are_none_are_zero():
    offsets = np.full((2, 2, 8), np.inf, np.float32)
    offsets[0, 0, ::2] = np.nan
    shapes = {"x": (3, 2, 8), "o": offsets.shape}
    with np.errstate(all="ignore"):
        layer = "DeformableConv2D y 2 1 x o y 0=5 1=1 5=1 6=15"
        check_layers(layer, shapes, "x86-avx2", arrays={"o": offsets})


@pytest.mark.parametrize("target", TARGETS)
def test_infinity_outside_of_the_place_is_not_seen(target: str):
    rng = np.random.default_rng(3)
    offsets = (rng.integers(-12, 13, (2, 4, 9)) / 4).astype(np.float32)
    x = rng.uniform(-1, 1, (1, 4, 9)).astype(np.float32)
    x[:, 0] = np.inf
    x[:, :, [0, -1]] = np.inf
    shapes = {"x": x.shape, "o": offsets.shape}
    layer = "DeformableConv2D y 2 1 x o y 0=3 1=1 6=3"
    with np.errstate(invalid="ignore"):
        compiled = check_layers(layer, shapes, target, arrays={"x": x, "o": offsets})
    assert (compiled.expected["y"] == 0).any()
    assert np.isinf(compiled.expected["y"]).any()

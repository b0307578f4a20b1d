"""GLU, CumulativeSum and RotaryEmbed, of all ranks and along all axes."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

SHAPES = [(13,), (7, 6), (5, 3, 17), (4, 3, 2, 5)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("type", ["GLU", "CumulativeSum"])
def test_every_axis(type: str, shape: tuple[int, ...], target: str):
    lines = [f"{type} y{axis} 1 1 x{axis} y{axis} 0={axis}" for axis in range(-len(shape), 0)]
    shapes = {f"x{axis}": shape for axis in range(-len(shape), 0)}
    check_layers("\n".join(lines), shapes, target, tolerance=5e-6)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("interleaved", [0, 1])
def test_rotary_embed(interleaved: int, target: str):
    for shape, angles in (((2, 5, 26), (5, 13)), ((5, 6), (7, 4)), ((8,), (4,))):
        layer = f"RotaryEmbed y 3 1 x c s y 0={interleaved}"
        check_layers(layer, {"x": shape, "c": angles, "s": angles}, target)

"""GridSample, lowered to machine code, against the reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers, compile_layers
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

BILINEAR, NEAREST, BICUBIC = 1, 2, 3


def grid(shape: tuple[int, ...]) -> np.ndarray:
    """Places in the image and around it."""
    return np.random.default_rng(1).uniform(-1.6, 1.6, shape).astype(np.float32)


def check(params: str, x: tuple[int, ...], g: tuple[int, ...], target: str, packed: bool = False):
    shapes, layer = {"x": x, "g": g}, f"GridSample y 2 1 x g y {params}"
    check_layers(layer, shapes, target, packed, {"g": grid(g)}, tolerance=1e-5)


@pytest.mark.parametrize("padding", [1, 2, 3])
@pytest.mark.parametrize("mode", [BILINEAR, NEAREST, BICUBIC])
@pytest.mark.parametrize("aligned", [0, 1])
def test_image(mode: int, padding: int, aligned: int):
    params = f"0={mode} 1={padding} 2={aligned}"
    check(params, (19, 6, 5), (3, 7, 2), "x86-avx2")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("planar", [0, 1])
def test_more_blocks_and_pixels(target: str, planar: int):
    g = (2, 5, 17) if planar else (5, 17, 2)
    check(f"3={planar}", (83, 6, 5), g, target, packed=True)
    check(f"3={planar}", (3, 1, 1), g, target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("planar", [0, 1])
@pytest.mark.parametrize("mode", [BILINEAR, NEAREST])
def test_volume(target: str, planar: int, mode: int):
    g = (3, 2, 3, 7) if planar else (2, 3, 7, 3)
    check(f"0={mode} 3={planar}", (5, 4, 3, 6), g, target, packed=True)


@pytest.mark.parametrize("padding", [1, 2, 3])
def test_places_far_away_are_read_nowhere(padding: int):
    far = np.full((2, 9, 2), 3e38, np.float32)
    far[0, ::2] = -np.inf
    far[1, ::2] = np.nan
    for mode in (BILINEAR, NEAREST, BICUBIC):
        layer = f"GridSample y 2 1 x g y 0={mode} 1={padding}"
        shapes = {"x": (5, 6, 7), "g": far.shape}
        found = check_far(layer, shapes, far)
        assert np.isfinite(found).all()
        assert padding != 1 or not found.any()


@pytest.mark.parametrize(
    ("mode", "padding", "target"), in_turn(TARGETS, (BILINEAR, NEAREST, BICUBIC), (1, 2, 3))
)
def test_infinity_outside_of_the_place_is_not_seen(mode: int, padding: int, target: str):
    """One program has all layers: each writes an output of its own."""
    rng = np.random.default_rng(2)
    arrays, layers = dict[str, np.ndarray](), list[str]()
    for x, g in (((5, 4, 3), (9, 5, 2)), ((3, 1, 7), (3, 7, 2)), ((2, 3, 3, 4), (2, 3, 9, 3))):
        if len(x) == 4 and mode == BICUBIC:
            continue
        cells = rng.uniform(-1, 1, x).astype(np.float32)
        cells[rng.random(x) < 0.3] = np.inf
        places = (rng.integers(-48, 48, g) / 32).astype(np.float32)
        for aligned in (0, 1):
            i = len(layers)
            arrays |= {f"x{i}": cells, f"g{i}": places}
            params = f"0={mode} 1={padding} 2={aligned}"
            layers.append(f"GridSample y{i} 2 1 x{i} g{i} y{i} {params}")
    shapes = {name: array.shape for name, array in arrays.items()}
    with np.errstate(invalid="ignore"):
        checked = check_layers("\n".join(layers), shapes, target, arrays=arrays, tolerance=1e-5)
    assert len(checked.expected) == len(layers)


def check_far(layer: str, shapes: dict[str, tuple[int, ...]], far: np.ndarray) -> np.ndarray:
    """Sample at invalid places."""
    with np.errstate(all="ignore"):
        compiled = compile_layers(layer, shapes, "x86-avx2", arrays={"g": far})
    return compiled.model.run(compiled.inputs)["y"]

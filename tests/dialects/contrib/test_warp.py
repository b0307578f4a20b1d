"""The warps of frame interpolation: their definition, and compiled code on every target."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.contrib.warp import warped
from ncnnc.dialects.ncnn.errors import ShapeError

from tests.helpers.lowering import TARGETS, compile_layers

TYPES = ("rife.Warp", "ifrnet.Warp", "dain.OpticalFlowWarp")
SIZES = (
    (1, 1, 1),
    (3, 5, 18),
    (7, 1, 9),
    (13, 6, 1),
    (17, 3, 33),
    (70, 4, 5),
)


def clamped(image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Compute `rife.Warp` pixel by pixel."""
    _, height, width = image.shape
    y = np.empty_like(image)
    for i, j in np.ndindex(height, width):
        row = min(max(i + flow[1, i, j], 0), height - 1)
        column = min(max(j + flow[0, i, j], 0), width - 1)
        y[:, i, j] = bilinear(image, row, column)
    return y


def zero_outside(image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Compute `dain.OpticalFlowWarp` pixel by pixel."""
    _, height, width = image.shape
    y = np.zeros_like(image)
    for i, j in np.ndindex(height, width):
        row, column = i + flow[1, i, j], j + flow[0, i, j]
        if 0 <= floor(row) < height - 1 and 0 <= floor(column) < width - 1:
            y[:, i, j] = bilinear(image, row, column)
    return y


def bilinear(image: np.ndarray, row: float, column: float) -> np.ndarray:
    """Sample all channels at one place inside."""
    _, height, width = image.shape
    i, j = floor(row), floor(column)
    under, after = row - i, column - j
    below, right = min(i + 1, height - 1), min(j + 1, width - 1)
    top = image[:, i, j] * (1 - after) + image[:, i, right] * after
    bottom = image[:, below, j] * (1 - after) + image[:, below, right] * after
    return top * (1 - under) + bottom * under


def arrays(shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """An image and a flow into it and around it, by whole pixels at some places."""
    rng = np.random.default_rng(sum(shape))
    image = rng.uniform(-2, 2, shape).astype(np.float32)
    flow = rng.uniform(-5, 5, (2, *shape[1:])).astype(np.float32)
    whole = rng.random(flow.shape) < 0.3
    return image, np.where(whole, np.round(flow), flow)


@pytest.mark.parametrize("shape", SIZES)
def test_definition(shape: tuple[int, ...]):
    image, flow = arrays(shape)
    layers = contrib_layers()
    kept = clamped(image, flow)
    np.testing.assert_allclose(layers["rife.Warp"].reference({}, image, flow), kept, atol=2e-6)
    np.testing.assert_allclose(layers["ifrnet.Warp"].reference({}, flow, image), kept, atol=2e-6)
    found = layers["dain.OpticalFlowWarp"].reference({}, image, flow)
    np.testing.assert_allclose(found, zero_outside(image, flow), atol=2e-6)


@pytest.mark.parametrize("type", TYPES)
def test_sizes_that_do_not_fit_are_refused(type: str):
    rule = contrib_layers()[type].shape
    order = slice(None, None, -1) if type == "ifrnet.Warp" else slice(None)
    assert rule({}, *[(5, 4, 6), (2, 4, 6)][order]) == (5, 4, 6)
    for flow in ((2, 4, 5), (3, 4, 6), (2, 24)):
        with pytest.raises(ShapeError, match=r"flow must have shape \[2, 4, 6\]"):
            rule({}, *[(5, 4, 6), flow][order])
    with pytest.raises(ShapeError, match="image must have 3 dimensions, not 2"):
        rule({}, *[(4, 6), (2, 4, 6)][order])


@pytest.mark.isa
@pytest.mark.parametrize(("target", "packed"), [*zip(TARGETS, (True, False, True), strict=True)])
def test_compiled(target: str, packed: bool):
    """All sizes and layers in one module, against the reference."""
    lines, shapes, given = [], dict[str, tuple[int, ...]](), dict[str, np.ndarray]()
    for n, shape in enumerate(SIZES):
        given[f"x{n}"], given[f"f{n}"] = arrays(shape)
        shapes |= {f"x{n}": shape, f"f{n}": (2, *shape[1:])}
        for i, type in enumerate(TYPES):
            blobs = f"f{n} x{n}" if type == "ifrnet.Warp" else f"x{n} f{n}"
            lines.append(f"{type} y{n}{i} 2 1 {blobs} y{n}{i}")
    passes = ["expand-custom-layers"]
    layers = compile_layers("\n".join(lines), shapes, target, packed, given, passes)
    assert layers.kernels.count("kernel.warp") == 2 * len(SIZES)  # the first two are the same
    results = layers.model.run(layers.inputs)
    for name, expected in layers.expected.items():
        np.testing.assert_allclose(results[name], expected, rtol=0, atol=1e-5)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_flows_far_away_and_no_numbers_read_nothing_outside(target: str):
    """Places that no integer holds are those of the border; what is no number is at 0."""
    shape = 17, 6, 20
    image, flow = arrays(shape)
    for value, every in ((3e38, 3), (-np.inf, 4), (np.nan, 5), (np.inf, 7), (-1e10, 11)):
        flow[0].flat[::every] = value
        flow[1].flat[1::every] = value
    lines = "rife.Warp y 2 1 x f y\ndain.OpticalFlowWarp z 2 1 x f z"
    shapes = {"x": shape, "f": flow.shape}
    given = {"x": image, "f": flow}
    layers = compile_layers(lines, shapes, target, True, given, ["expand-custom-layers"])
    results = layers.model.run(layers.inputs)
    assert np.isfinite(results["y"]).all()
    columns = np.clip(np.nan_to_num(flow[0] + np.arange(20), nan=0), 0, 19)
    rows = np.clip(np.nan_to_num(flow[1] + np.arange(6)[:, None], nan=0), 0, 5)
    near = np.stack([columns - np.arange(20), rows - np.arange(6)[:, None]]).astype(np.float32)
    np.testing.assert_allclose(results["y"], warped(image, near), atol=1e-5)
    far = ~(np.abs(flow) < 100).all(0)
    assert not results["z"][:, far].any()
    np.testing.assert_allclose(results["z"], layers.expected["z"], atol=1e-5)

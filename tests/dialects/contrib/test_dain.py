"""DAIN's layers: their definition, and compiled code on every target."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError

from tests.helpers.lowering import TARGETS, compile_layers

CORRELATION, FILTER, PROJECTION = (
    contrib_layers()[f"dain.{name}"]
    for name in ("Correlation", "FilterInterpolation", "DepthFlowProjection")
)
PASSES = ["expand-custom-layers"]
SIZES = ((1, 1, 1), (3, 5, 18), (13, 6, 1), (7, 1, 9), (17, 9, 33))


def correlated(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compute dain.Correlation pixel by pixel."""
    _, height, width = a.shape
    result = np.zeros((81, height, width), np.float32)
    for n, y, x in np.ndindex(*result.shape):
        i, j = y + n // 9 - 4, x + n % 9 - 4
        if 0 <= i < height and 0 <= j < width:
            result[n, y, x] = np.mean(a[:, y, x].astype(np.float64) * b[:, i, j])
    return result


def filtered(image: np.ndarray, flow: np.ndarray, filter: np.ndarray) -> np.ndarray:
    """Compute dain.FilterInterpolation pixel by pixel."""
    _, height, width = image.shape
    result = image.copy()
    for y, x in np.ndindex(height, width):
        row, column = y + flow[1, y, x], x + flow[0, y, x]
        is_near = abs(flow[0, y, x]) <= width / 2 and abs(flow[1, y, x]) <= height / 2
        if not (0 <= row < height - 1 and 0 <= column < width - 1 and is_near):
            continue
        top, left = floor(row), floor(column)
        quarters = np.zeros((2, 2, image.shape[0]))
        for i, j in np.ndindex(4, 4):
            cell = min(max(top + i - 1, 0), height - 1), min(max(left + j - 1, 0), width - 1)
            quarters[i // 2, j // 2] += image[:, *cell] * filter[4 * i + j, y, x]
        upper, lower = quarters[:, 0] * (1 - column + left) + quarters[:, 1] * (column - left)
        result[:, y, x] = upper * (1 - row + top) + lower * (row - top)
    return result


def projected(flow: np.ndarray, depth: np.ndarray) -> np.ndarray:
    """Compute dain.DepthFlowProjection pixel by pixel."""
    _, height, width = flow.shape
    sums, weights = np.zeros(flow.shape), np.zeros((height, width))
    for y, x in np.ndindex(height, width):
        row, column = y + flow[1, y, x], x + flow[0, y, x]
        if 0 <= row < height - 1 and 0 <= column < width - 1:
            for i, j in np.ndindex(2, 2):
                sums[:, floor(row) + i, floor(column) + j] -= flow[:, y, x] * depth[0, y, x]
                weights[floor(row) + i, floor(column) + j] += depth[0, y, x]
    result = np.where(weights > 0, sums / np.where(weights > 0, weights, 1), sums)
    holes = {}
    for y, x in np.argwhere(~(weights > 0)):
        near = []
        for i, j in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            row, column = y + i, x + j
            while 0 <= row < height and 0 <= column < width and not weights[row, column] > 0:
                row, column = row + i, column + j
            if 0 <= row < height and 0 <= column < width:
                near.append(result[:, row, column])
        if near:
            holes[y, x] = np.mean(near, 0)
    for place, value in holes.items():
        result[:, *place] = value
    return result


def uniform(shape: tuple[int, ...], most: float, seed: int) -> np.ndarray:
    """Numbers up to a magnitude, some of them whole."""
    rng = np.random.default_rng(seed)
    values = rng.uniform(-most, most, shape)
    return np.where(rng.random(shape) < 0.3, np.round(values), values).astype(np.float32)


@pytest.mark.parametrize("shape", SIZES)
def test_definitions(shape: tuple[int, ...]):
    a, b = (uniform(shape, 1, seed) for seed in (1, 2))
    flow, filter = uniform((2, *shape[1:]), 4, 3), uniform((16, *shape[1:]), 1, 4)
    depth = np.abs(uniform((1, *shape[1:]), 1, 5)) + np.float32(0.01)
    np.testing.assert_allclose(CORRELATION.reference({}, a, b), correlated(a, b), atol=1e-6)
    expected = filtered(a, flow, filter)
    np.testing.assert_allclose(FILTER.reference({}, a, flow, filter), expected, atol=1e-5)
    expected = projected(flow, depth)
    np.testing.assert_allclose(PROJECTION.reference({}, flow, depth), expected, atol=1e-5)


@pytest.mark.isa
@pytest.mark.parametrize(("target", "packed"), [*zip(TARGETS, (True, False, True), strict=True)])
def test_compiled(target: str, packed: bool):
    lines, given = [], dict[str, np.ndarray]()
    for n, shape in enumerate(SIZES[::2]):
        size = shape[1:]
        given |= {f"a{n}": uniform(shape, 1, 1), f"b{n}": uniform(shape, 1, 2)}
        given |= {f"f{n}": uniform((2, *size), 4, 3), f"w{n}": uniform((16, *size), 1, 4)}
        given[f"d{n}"] = np.abs(uniform((1, *size), 1, 5)) + np.float32(0.01)
        lines.append(f"dain.Correlation c{n} 2 1 a{n} b{n} c{n}")
        lines.append(f"dain.FilterInterpolation i{n} 3 1 a{n} f{n} w{n} i{n}")
        lines.append(f"dain.DepthFlowProjection p{n} 2 1 f{n} d{n} p{n}")
    shapes = {name: array.shape for name, array in given.items()}
    layers = compile_layers("\n".join(lines), shapes, target, packed, given, PASSES)
    results = layers.model.run(layers.inputs)
    for name, expected in layers.expected.items():
        np.testing.assert_allclose(results[name], expected, rtol=0, atol=2e-5, err_msg=name)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_flows_far_away_and_no_numbers_lead_nowhere(target: str):
    image = uniform((5, 6, 20), 1, 1)
    image[:, 2, 3:9] = np.inf
    flow = uniform((2, 6, 20), 3, 2)
    for value, every in ((3e38, 3), (-np.inf, 4), (np.nan, 5), (np.inf, 7), (-1e10, 11)):
        flow[0].flat[::every] = value
        flow[1].flat[1::every] = value
    filter, depth = uniform((16, 6, 20), 1, 3), np.ones((1, 6, 20), np.float32)
    given = {"x": image, "f": flow, "w": filter, "d": depth}
    lines = "dain.FilterInterpolation i 3 1 x f w i\ndain.DepthFlowProjection p 2 1 f d p"
    shapes = {name: array.shape for name, array in given.items()}
    with np.errstate(invalid="ignore"):
        layers = compile_layers(lines, shapes, target, True, given, PASSES)
    results = layers.model.run(layers.inputs)
    far = ~(np.abs(flow) < 100).all(0)
    np.testing.assert_array_equal(results["i"][:, far], image[:, far])
    assert np.isfinite(results["p"]).all()
    np.testing.assert_allclose(results["p"], layers.expected["p"], atol=1e-5)


@pytest.mark.isa
def test_a_flow_that_leads_nowhere_leaves_zeros():
    flow, depth = np.full((2, 4, 5), 100, np.float32), np.ones((1, 4, 5), np.float32)
    given = {"f": flow, "d": depth}
    shapes = {name: array.shape for name, array in given.items()}
    line = "dain.DepthFlowProjection p 2 1 f d p"
    layers = compile_layers(line, shapes, "x86-avx2", False, given, PASSES)
    assert not layers.model.run(layers.inputs)["p"].any()
    assert not PROJECTION.reference({}, flow, depth).any()


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(
        InvalidLayerError, match=r"\[4, 5, 6\] and \[4, 5, 7\], which must be equal"
    ):
        CORRELATION.shape({}, (4, 5, 6), (4, 5, 7))
    assert CORRELATION.shape({}, (4, 5, 6), (4, 5, 6)) == (81, 5, 6)
    with pytest.raises(ShapeError, match=r"filter must have shape \[16, 5, 6\], not \[9, 5, 6\]"):
        FILTER.shape({}, (4, 5, 6), (2, 5, 6), (9, 5, 6))
    with pytest.raises(ShapeError, match=r"depth must have shape \[1, 5, 6\], not \[2, 5, 6\]"):
        PROJECTION.shape({}, (2, 5, 6), (2, 5, 6))
    with pytest.raises(ShapeError, match=r"flow must have shape \[2, h, w\], not \[3, 5, 6\]"):
        PROJECTION.shape({}, (3, 5, 6), (1, 5, 6))

"""Mask2Former's layers: their definition, and compiled code on every target."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError

from tests.helpers.lowering import TARGETS, compile_layers

LAYER, ATTENTION = contrib_layers()["gen_attn"], contrib_layers()["ms_attn"]


def defined(masks: np.ndarray) -> np.ndarray:
    """Fill pixel by pixel."""
    queries, height, width = masks.shape
    y = np.full((8, 100, height * width), -np.inf, np.float32)
    for head, query in np.ndindex(8, queries):
        row = masks[query].ravel()
        for pixel in range(height * width):
            if row[pixel] >= 0.5 or not any(value >= 0.5 for value in row):
                y[head, query, pixel] = 0
    return y


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_definition_and_code(target: str):
    rng = np.random.default_rng(4)
    for shape in ((100, 3, 5), (7, 1, 1)):
        masks = rng.uniform(0, 1, shape).astype(np.float32)
        masks[::3] *= 0.5
        edges = [0.5, np.nan, np.nextafter(np.float32(0.5), np.float32(0))]
        masks[1::2, 0, 0] = np.resize(edges, len(masks) // 2)
        expected = defined(masks)
        np.testing.assert_array_equal(LAYER.reference({}, masks), expected)
        passes = ["expand-custom-layers"]
        layers = compile_layers(
            "gen_attn y 1 1 x y", {"x": shape}, target, False, {"x": masks}, passes
        )
        np.testing.assert_array_equal(layers.model.run(layers.inputs)["y"], expected)


def test_more_queries_are_refused():
    assert LAYER.shape({}, (100, 4, 5)) == (8, 100, 20)
    with pytest.raises(InvalidLayerError, match="input has 101 queries, at most 100 are possible"):
        LAYER.shape({}, (101, 4, 5))


def attended(
    sizes: np.ndarray, values: np.ndarray, weights: np.ndarray, x: np.ndarray, y: np.ndarray
) -> np.ndarray:
    """Sum cell by cell."""
    queries, heads, levels, points = x.shape
    result = np.zeros((queries, heads, values.shape[2]))
    for q, head, level, point in np.ndindex(queries, heads, levels, points):
        height, width = sizes[level].astype(int)
        first = int(sum(np.prod(sizes[:level], 1)))
        row = y[q, head, level, point] * height - 0.5
        column = x[q, head, level, point] * width - 0.5
        for i, j in np.ndindex(2, 2):
            down, across = floor(row) + i, floor(column) + j
            if 0 <= down < height and 0 <= across < width:
                share = (1 - abs(row - down)) * (1 - abs(column - across))
                share *= weights[q, head, level, point]
                result[q, head] += share * values[first + down * width + across, head]
    return result.reshape(queries, -1)


def attention_inputs(
    sizes: list[tuple[int, int]], queries: int, heads: int, depth: int, points: int
) -> dict[str, np.ndarray]:
    """Inputs whose places are in the images and around them."""
    rng = np.random.default_rng(depth)
    places = queries, heads, len(sizes), points
    arrays = {
        "s": np.array(sizes),
        "v": rng.uniform(-1, 1, (sum(h * w for h, w in sizes), heads, depth)),
        "w": rng.uniform(0, 1, places),
        "x": rng.uniform(-0.3, 1.3, places),
        "y": rng.uniform(-0.3, 1.3, places),
    }
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def run_attention(inputs: dict[str, np.ndarray], target: str) -> np.ndarray:
    """Run compiled code."""
    shapes = {name: array.shape for name, array in inputs.items()}
    line = "ms_attn o 5 1 s v w x y o"
    layers = compile_layers(line, shapes, target, False, inputs, ["expand-custom-layers"])
    return layers.model.run(layers.inputs)["o"]


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_attention(target: str):
    for case in (
        ([(4, 5), (2, 3), (1, 1)], 7, 2, 13, 4),
        ([(1, 1)], 1, 1, 1, 1),
        ([(2, 2), (3, 1)], 2, 3, 70, 2),
    ):
        inputs = attention_inputs(*case)
        expected = attended(*inputs.values())
        reference = ATTENTION.reference({}, *inputs.values())
        np.testing.assert_allclose(reference, expected, atol=1e-5)
        np.testing.assert_allclose(run_attention(inputs, target), expected, atol=1e-5)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_attention_reads_no_cells_that_there_are_not(target: str):
    """Neither where places say so, nor sizes."""
    inputs = attention_inputs([(3, 4), (2, 2)], 5, 2, 17, 4)
    inputs["x"].flat[::5] = np.resize([np.nan, np.inf, -np.inf, 3e38], 16)
    for sizes in ([(3, 4), (2, 2)], [(30, 40), (3e9, 2)], [(np.nan, 4), (-5, np.inf)]):
        inputs["s"] = np.array(sizes, np.float32)
        result = run_attention(inputs, target)
        assert np.isfinite(result).all()
        expected = ATTENTION.reference({}, *inputs.values())
        np.testing.assert_allclose(result, expected, atol=1e-4)


def test_other_shapes_of_attention_are_refused():
    good = [(2, 2), (10, 3, 8), (5, 3, 2, 4), (5, 3, 2, 4), (5, 3, 2, 4)]
    assert ATTENTION.shape({}, *good) == (5, 24)
    assert ATTENTION.shape({}, (4,), good[1], (5, 3, 8), *good[3:]) == (5, 24)
    for place, shape, reason in (
        (0, (3, 2), "needs two sizes for each of 2 levels"),
        (1, (10, 4, 8), r"values must have shape \[n, 3, d\], not \[10, 4, 8\]"),
        (2, (5, 3, 2, 3), "needs a weight for each of 120 places"),
        (3, (5, 3, 8), "places must have shape"),
    ):
        with pytest.raises(ShapeError, match=reason):
            ATTENTION.shape({}, *good[:place], shape, *good[place + 1 :])

"""Mask2Former's gen_attn: its definition, and compiled code on every target."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.base import InvalidLayerError

from tests.helpers.lowering import TARGETS, compile_layers

LAYER = contrib_layers()["gen_attn"]


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
    for shape in ((100, 3, 5), (7, 1, 1), (13, 2, 9)):
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

"""Clip: what it does to infinity without one of its bounds, or both."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.ncnn.rules.value_range import FLOAT_MAX

from tests.helpers.lowering import check_layers

pytestmark = pytest.mark.isa

LAYERS = {
    "Clip y 1 1 x y": (-FLOAT_MAX, FLOAT_MAX),
    "Clip y 1 1 x y 0=-1.0": (-1.0, FLOAT_MAX),
    "Clip y 1 1 x y 1=1.0": (-FLOAT_MAX, 1.0),
    "ReLU a 1 1 x a\nClip y 1 1 a y 0=-1.0": (0.0, FLOAT_MAX),
    "Clip a 1 1 x a 0=-1.0\nReLU y 1 1 a y": (0.0, FLOAT_MAX),
}


@pytest.mark.parametrize("layers", LAYERS)
def test_infinity_is_beyond_the_bounds(layers: str):
    x = np.array([np.inf, -np.inf, 0.5], np.float32)
    passes = ("eliminate-repeated-activation",)
    compiled = check_layers(layers, {"x": x.shape}, "x86-64", arrays={"x": x}, passes=passes)
    expected = np.clip(x, *LAYERS[layers]).tolist()
    assert compiled.model.run(compiled.inputs)["y"].tolist() == expected

"""Layers between float32, int32, int8 and other types."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, raw
from ..draws import Draws, Shape
from ..tolerance import ARITHMETIC, MOVED
from .matrices import ONE_STEP
from .parts import activation_params, given


def vector(d: Draws, shape: Shape, low: float, high: float) -> np.ndarray:
    """One number, or one for each element of the outermost axis."""
    return d.uniform((d.choice((1, shape[0])),), low, high)


@GENERATORS.add(ONE_STEP, "Quantize")
def quantize(d: Draws, layer: str) -> LayerCase:
    """Some elements are beyond what 8 bits hold."""
    x = d.uniform(d.shape(), -2, 2)
    scale = vector(d, x.shape, 30, 90)
    return LayerCase(layer, (x,), counts(d, {0: scale}), (raw(scale),))


def counts(d: Draws, vectors: dict[int, np.ndarray | None]) -> dict[int, Value]:
    """Return the lengths of vectors as parameters."""
    params: dict[int, Value] = {}
    for id, array in vectors.items():
        number = 0 if array is None else array.size
        default = id == 0 and number == 1
        params |= given(d, {id: number}) if default else {id: number}
    return params


@GENERATORS.add(ARITHMETIC, "Dequantize")
def dequantize(d: Draws, layer: str) -> LayerCase:
    """Integers by a scale, and perhaps a bias."""
    x = d.integers(d.shape(), -100_000, 100_000)
    scale = vector(d, x.shape, 1e-4, 1e-3)
    bias = vector(d, x.shape, -1, 1) if d.chance(50) else None
    weights = (scale,) if bias is None else (scale, bias)
    params = counts(d, {0: scale, 1: bias})
    return LayerCase(layer, (x,), params, tuple(map(raw, weights)))


@GENERATORS.add(ONE_STEP, "Requantize")
def requantize(d: Draws, layer: str) -> LayerCase:
    """Integers by a scale, a bias, an activation and another scale."""
    x = d.integers(d.shape(), -10_000, 10_000)
    before, after = vector(d, x.shape, 1e-4, 1e-3), vector(d, x.shape, 10, 100)
    bias = vector(d, x.shape, -1, 1) if d.chance(50) else None
    params = {0: before.size, 1: after.size, 2: 0 if bias is None else bias.size}
    code = d.choice((0, 1, 2, 3, 4, 5, 6))
    numbers = activation_params(d, code)
    params |= ({3: code} if code else {}) | ({4: numbers} if numbers else {})
    weights = (before, after) if bias is None else (before, after, bias)
    return LayerCase(layer, (x,), params, tuple(map(raw, weights)))


FLOAT32, FLOAT16, INT8 = 1, 2, 3


@GENERATORS.add(MOVED, "Cast")
def cast(d: Draws, layer: str) -> LayerCase:
    """Those that start from what an input can be, and whose result numpy can read."""
    if d.chance(50):
        x = d.integers(d.shape(), -127, 127).astype(np.int8)
        return LayerCase(layer, (x,), {0: INT8, 1: FLOAT32})
    return LayerCase(layer, (d.uniform(d.shape()),), {0: FLOAT32, 1: d.choice((FLOAT32, FLOAT16))})

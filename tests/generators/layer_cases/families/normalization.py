"""Layers that normalize, along one axis or several."""

from __future__ import annotations

import math
from dataclasses import replace

from ...network import Value
from ..case import GENERATORS, LayerCase, raw
from ..draws import Draws, Shape
from ..tolerance import FUNCTION, Tolerance
from .parts import divisors, given

NORMALIZED = Tolerance(
    "a difference from a mean, which may be rounding alone, by a deviation that may be small",
    relative=2e-5,
    of_largest=1e-5,
    absolute=2e-5,
)
EPSILONS = (1e-3, 1e-5, 2e-2)


def affine(d: Draws, shape: Shape, percent: int = 60) -> tuple:
    """Factors and summands, or none."""
    if not d.chance(percent):
        return ()
    return raw(d.uniform(shape, 0.5, 1.5)), raw(d.uniform(shape))


@GENERATORS.add(NORMALIZED, "LayerNorm", "RMSNorm")
def layernorm(d: Draws, layer: str) -> LayerCase:
    """Over rows, over planes, or over the volumes of channels."""
    x = d.uniform(d.shape())
    axes = d.integer(1, max(1, x.ndim - 1))
    size = math.prod(x.shape[-axes:])
    weights = affine(d, (size,))
    params: dict[int, Value] = {0: size, **given(d, {1: d.choice(EPSILONS)})}
    params |= given(d, {2: 1}) if weights else {2: 0}
    return LayerCase(layer, (x,), params, weights[: 1 if layer == "RMSNorm" else 2])


@GENERATORS.add(NORMALIZED, "GroupNorm")
def groupnorm(d: Draws, layer: str) -> LayerCase:
    """Normalize over groups of the outermost axis."""
    x = d.uniform(d.shape())
    channels = x.shape[0]
    weights = affine(d, (channels,))
    params: dict[int, Value] = {0: d.choice(divisors(channels)), 1: channels}
    params |= given(d, {2: d.choice(EPSILONS)})
    params |= given(d, {3: 1}) if weights else {3: 0}
    tolerance = None
    if x.size == params[0]:
        # What is left of an x times a factor up to 1.5 / sqrt(epsilon) is the rounding of it.
        epsilon = float(str(params.get(2, 1e-3)))
        tolerance = replace(NORMALIZED, absolute=3e-7 / epsilon**0.5)
    return LayerCase(layer, (x,), params, weights, tolerance=tolerance)


@GENERATORS.add(NORMALIZED, "InstanceNorm")
def instancenorm(d: Draws, layer: str) -> LayerCase:
    """Over each channel."""
    x = d.uniform(d.shape(3, 4))
    weights = affine(d, x.shape[:1])
    params: dict[int, Value] = {0: x.shape[0] if weights else 0}
    params |= given(d, {1: d.choice(EPSILONS)})
    params |= given(d, {2: 1}) if weights else {2: 0}
    return LayerCase(layer, (x,), params, weights)


@GENERATORS.add(NORMALIZED, "MVN")
def mvn(d: Draws, layer: str) -> LayerCase:
    """By mean, and perhaps by deviation, of a channel or of all."""
    x = d.uniform(d.shape())
    numbers: dict[int, Value] = {0: d.choice((0, 1)), 1: d.choice((0, 1)), 2: d.choice(EPSILONS)}
    return LayerCase(layer, (x,), given(d, numbers, 80))


@GENERATORS.add(NORMALIZED, "Normalize")
def normalize(d: Draws, layer: str) -> LayerCase:
    """By the length of vectors of any axes; three ways to use epsilon."""
    x = d.uniform(d.shape(3, 4))
    shared = d.choice((0, 1))
    across = {0: d.choice((0, 1)), 4: d.choice((1, 0))}
    if not any(across.values()):
        across[4] = 1
    size = 1 if shared else x.shape[0]
    params: dict[int, Value] = {**across, 1: shared, 2: d.choice(EPSILONS), 3: size}
    params |= given(d, {9: d.choice((0, 1, 2))})
    return LayerCase(layer, (x,), params, (raw(d.uniform((size,), 0.5, 1.5)),))


@GENERATORS.add(FUNCTION, "LRN")
def lrn(d: Draws, layer: str) -> LayerCase:
    """Across channels, or within them."""
    x = d.uniform(d.shape(3))
    numbers: dict[int, Value] = {
        0: d.choice((0, 1)),
        1: d.choice((5, 1, 3, 7)),
        2: d.choice((1.0, 1e-4, 0.6)),
        3: d.choice((0.75, 0.4, 0.12)),
        4: d.choice((1.0, 0.5, 2.4)),
    }
    return LayerCase(layer, (x,), given(d, numbers))


@GENERATORS.add(FUNCTION, "Softmax")
def softmax(d: Draws, layer: str) -> LayerCase:
    """Along any axis."""
    x = d.uniform(d.shape(), -9, 9)
    axis = d.axis(x.ndim)
    params: dict[int, Value] = {0: axis, 1: 1} if axis else given(d, {0: 0, 1: 1})
    return LayerCase(layer, (x,), params)


@GENERATORS.add(FUNCTION, "GLU")
def glu(d: Draws, layer: str) -> LayerCase:
    """One half by the sigmoid of the other."""
    shape = list(d.shape(cells=1000))
    axis = d.axis(len(shape))
    shape[axis] *= 2
    x = d.uniform(tuple(shape), -5, 5)
    return LayerCase(layer, (x,), {0: axis} if axis else given(d, {0: 0}))


@GENERATORS.add(FUNCTION, "CumulativeSum")
def cumulative_sum(d: Draws, layer: str) -> LayerCase:
    """Along any axis."""
    x = d.uniform(d.shape())
    axis = d.axis(x.ndim)
    return LayerCase(layer, (x,), {0: axis} if axis else given(d, {0: 0}))

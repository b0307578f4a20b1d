"""Priors of boxes, and what regions pool."""

from __future__ import annotations

import math

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws, Shape, Unsuitable
from ..tolerance import ARITHMETIC, SUM, Tolerance
from .parts import ABSENT, given


@GENERATORS.add(ARITHMETIC, "PriorBox")
def prior_box(d: Draws, layer: str) -> LayerCase:
    """Caffe's priors of a feature map and an image, or MXNet's of the map alone."""
    feature = d.uniform((d.choice((1, 3)), d.extent(9), d.extent(9)))
    sizes = tuple(d.choice((30.0, 45.0, 105.0)) + 7 * i for i in range(d.integer(1, 3)))
    ratios = tuple(d.choice(((2.0,), (2.0, 3.0), (0.5, 1.5, 2.5))))
    common: dict[int, Value] = {7: d.choice((1, 0)), 8: d.choice((0, 1)), 13: d.choice((0.5, 0.0))}
    params = given(d, common, 70)
    if d.chance(25):
        small = tuple(size / 256 for size in sizes)
        params |= {0: small, 2: (1.0, *ratios), 9: ABSENT, 10: ABSENT}
        if d.chance(40):
            params |= {11: 0.125, 12: 0.25}
        return LayerCase(layer, (feature,), params)
    params |= {0: sizes} | given(d, {2: ratios}, 80)
    if d.chance(60):
        params[1] = tuple(size + 45 for size in sizes)
    params |= given(d, {3 + i: d.choice((0.1, 0.2, 0.3)) for i in range(4)}, 40)
    params |= given(d, {14: 1, 15: 1}, 30)
    if d.chance(50):
        params |= {11: d.choice((16.0, 100.0)), 12: d.choice((16.0, 100.0))}
    image = d.uniform((d.choice((1, 3)), d.choice((16, 31, 50)), d.choice((16, 33, 48))))
    sized = d.chance(40)
    params |= {9: 300, 10: 200} if sized else {9: ABSENT, 10: ABSENT}
    return LayerCase(layer, (feature, image), params)


# Regions ------------------------------------------------------------------------------------------


def region(d: Draws, shape: Shape, scale: float, beyond: float = 0.0) -> np.ndarray:
    """A box `x0, y0, x1, y1` in an image that is larger than the blob by the scale."""
    height, width = (extent / scale for extent in shape[-2:])
    dice = d.generator()
    xs = np.sort(dice.uniform(-beyond * width, width * (1 + beyond), 2))
    ys = np.sort(dice.uniform(-beyond * height, height * (1 + beyond), 2))
    box = np.array([xs[0], ys[0], xs[1], ys[1]], np.float32)
    return box.reshape(d.choice(((4,), (1, 4), (1, 1, 4))))


SCALES = (1.0, 0.5, 0.25, 0.0625)


LAST_BINS = Tolerance(
    "the wheel divides by a reciprocal that the CPU approximates: a bin that ends at an integer,"
    " as the last one does, has a cell more on some CPUs",
    few=0.6,
)


@GENERATORS.add(LAST_BINS, "ROIPooling")
def roi_pooling(d: Draws, layer: str) -> LayerCase:
    """Maxima of parts of a region, of which no inner one ends at an integer."""
    x = d.uniform(d.shape(3, cells=900))
    scale = d.choice(SCALES)
    bins = d.choice((1, 3, 5, 7)), d.choice((1, 3, 5, 7))
    box = region(d, x.shape, scale)
    low, high = np.round(box.reshape(2, 2) * np.float32(scale)).astype(int)
    if any(math.gcd(int(n), p) > 1 for n, p in zip(high - low + 1, bins, strict=True)):
        raise Unsuitable
    params: dict[int, Value] = {0: bins[0], 1: bins[1]}
    params |= {2: scale} if scale != 1 else given(d, {2: 1.0})
    return LayerCase(layer, (x, box), params)


@GENERATORS.add(SUM, "ROIAlign")
def roi_align(d: Draws, layer: str) -> LayerCase:
    """Means of interpolated points; both versions."""
    x = d.uniform(d.shape(3, cells=900))
    scale = d.choice(SCALES)
    numbers: dict[int, Value] = {
        3: d.choice((0, 1, 2, 3)),
        4: d.choice((0, 1)),
        5: d.choice((0, 1)),
    }
    params: dict[int, Value] = {0: d.integer(1, 7), 1: d.integer(1, 7), **given(d, numbers, 80)}
    params |= {2: scale} if scale != 1 else given(d, {2: 1.0})
    beyond = 0.2 if d.chance(30) else 0.0
    return LayerCase(layer, (x, region(d, x.shape, scale, beyond)), params)


@GENERATORS.add(SUM, "PSROIPooling")
def psroi_pooling(d: Draws, layer: str) -> LayerCase:
    """Means of parts of a region, each of a channel of its own."""
    height, width, outputs = d.integer(1, 4), d.integer(1, 4), d.integer(1, 4)
    scale = d.choice(SCALES[1:])
    x = d.uniform((outputs * height * width, d.extent(17), d.extent(17)))
    params = {0: width, 1: height, 2: scale, 3: outputs}
    return LayerCase(layer, (x, region(d, x.shape, scale)), params)

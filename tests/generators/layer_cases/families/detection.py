"""Priors, boxes that are found, and what is below them."""

from __future__ import annotations

import math

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws, Shape, Unsuitable
from ..tolerance import ARITHMETIC, SUM, Tolerance
from .parts import ABSENT, given

BOXES = Tolerance("exponentials, by other polynomials", relative=2e-5, of_largest=2e-6)


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


@GENERATORS.add(BOXES, "DetectionOutput")
def detection_output(d: Draws, layer: str) -> LayerCase:
    """Boxes of priors; of each kind as many as there is room for."""
    count, classes = d.choice((1, 2, 5, 12, 30)), d.choice((2, 3, 6, 21))
    dice = d.generator()
    centers, sizes = dice.uniform(0.1, 0.9, (count, 2)), dice.uniform(0.05, 0.4, (count, 2))
    corners = np.concatenate([centers - sizes / 2, centers + sizes / 2], axis=1)
    variances = np.tile([0.1, 0.1, 0.2, 0.2], count)
    priors = np.stack([corners.reshape(-1), variances]).astype(np.float32)
    logits = dice.normal(0, 3, (count, classes))
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    numbers: dict[int, Value] = {
        1: d.choice((0.45, 0.05, 0.7)),
        2: d.choice((300, 3, 10)),
        3: d.choice((100, 2, 5)),
        4: d.choice((0.3, 0.05, 0.5)),
    }
    params = {0: classes, **given(d, numbers, 80)}
    params |= given(d, {5 + i: d.choice((0.1, 0.2, 0.3)) for i in range(4)}, 40)
    inputs = d.uniform((4 * count,), -1, 1), scores.astype(np.float32).reshape(-1), priors
    return LayerCase(layer, inputs, params)


ANCHORS = (10.0, 14.0, 23.0, 27.0, 37.0, 58.0, 81.0, 82.0, 135.0, 169.0, 344.0, 319.0)


def thresholds(d: Draws) -> dict[int, Value]:
    """Of confidence, and of overlap."""
    return given(d, {2: d.choice((0.3, 0.1, 0.6)), 3: d.choice((0.45, 0.2, 0.7))}, 80)


@GENERATORS.add(BOXES, "YoloDetectionOutput")
def yolo(d: Draws, layer: str) -> LayerCase:
    """One or two maps of boxes."""
    classes, boxes = d.choice((1, 2, 3, 20)), d.integer(1, 5)
    shape = boxes * (5 + classes), d.integer(1, 7), d.integer(1, 7)
    params = {0: classes, 1: boxes, 4: tuple(n / 10 for n in ANCHORS[: 2 * boxes])}
    return LayerCase(layer, (d.uniform(shape, -4, 3),), {**params, **thresholds(d)})


@GENERATORS.add(BOXES, "Yolov3DetectionOutput")
def yolov3(d: Draws, layer: str) -> LayerCase:
    """Maps of one to three scales."""
    classes, boxes, maps = d.choice((1, 2, 3, 20)), d.integer(1, 3), d.integer(1, 2)
    side = d.integer(1, 5), d.integer(1, 5)
    channels = boxes * (5 + classes)
    inputs = [d.uniform((channels, side[0] << i, side[1] << i), -4, 2) for i in range(maps)]
    places = d.generator().permutation(len(ANCHORS) // 2)[: boxes * maps]
    params = {
        0: classes,
        1: boxes,
        4: ANCHORS,
        5: tuple(float(place) for place in places),
        6: tuple(32.0 / (1 << i) for i in range(maps)),
    }
    return LayerCase(layer, tuple(inputs), {**params, **thresholds(d)})


@GENERATORS.add(BOXES, "Proposal")
def proposal(d: Draws, layer: str) -> LayerCase:
    """Regions of nine anchors in each cell."""
    height, width = d.integer(1, 6), d.integer(1, 6)
    scores = d.uniform((18, height, width), 0, 1)
    deltas = d.uniform((36, height, width), -0.5, 0.5)
    image = np.array([16 * height, 16 * width, d.choice((1.0, 2.0, 0.5))], np.float32)
    numbers: dict[int, Value] = {
        0: d.choice((16, 8)),
        1: d.choice((16, 8)),
        2: d.choice((6000, 20, 5)),
        3: d.choice((300, 10, 3)),
        4: d.choice((0.7, 0.3)),
        5: d.choice((16, 4)),
    }
    return LayerCase(layer, (scores, deltas, image), given(d, numbers, 70), tops=d.integer(1, 2))


# Regions ------------------------------------------------------------------------------------------


def region(d: Draws, shape: Shape, scale: float, beyond: float = 0.0) -> np.ndarray:
    """A box `x0, y0, x1, y1` in an image that is larger than the blob by the scale."""
    height, width = (extent / scale for extent in shape[-2:])
    dice = d.generator()
    xs = np.sort(dice.uniform(-beyond * width, width * (1 + beyond), 2))
    ys = np.sort(dice.uniform(-beyond * height, height * (1 + beyond), 2))
    return np.array([xs[0], ys[0], xs[1], ys[1]], np.float32)


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

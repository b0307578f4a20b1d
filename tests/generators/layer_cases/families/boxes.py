"""
Layers that suppress overlaps, on boxes of all kinds: usual ones, equal ones, without area or end.

Values of a kind are drawn with the arrays, so that cases that share a program have all kinds.
"""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..defects import VECTOR_OF_CLASSES
from ..draws import Draws
from ..sensitivity import decides
from ..tolerance import Tolerance
from .parts import INFINITIES, INFINITY, NAN, given

BOXES = Tolerance("exponentials, by other polynomials", relative=2e-5, of_largest=2e-6)

HUGE = (200.0, -200.0, 60.0, -60.0, 30.0, -30.0, 0.0)
"""Exponents of sizes that overflow or vanish, or whose products do."""
SURE = (200.0, -200.0, 30.0, -30.0)
"""Logits of scores that are 0 or 1, or nearly."""
NOWHERE = (*HUGE, *INFINITIES, NAN)


def values(
    dice: np.random.Generator, shape: tuple[int, ...], edges: tuple[float, ...]
) -> np.ndarray:
    """Logits, corrections or exponents: usual, mostly small, of a few levels, or with edges."""
    usual = dice.uniform(-4, 3, shape)
    match dice.integers(5):
        case 0:
            chosen = dice.uniform(-15, 1.5, shape)
        case 1:
            chosen = dice.integers(-3, 4, shape) / 2
        case 2:
            chosen = np.where(dice.random(shape) < 0.3, dice.choice(np.array(edges), shape), usual)
        case _:
            chosen = usual
    return chosen.astype(np.float32)


def yolo_blob(
    dice: np.random.Generator, boxes: int, classes: int, height: int, width: int, is_v3: bool
) -> np.ndarray:
    """Centres, sizes, objectness and classes of all boxes, each of a kind of its own."""
    fields = np.empty((boxes, 5 + classes, height, width), np.float32)
    fields[:, :2] = values(dice, fields[:, :2].shape, NOWHERE)
    fields[:, 2:4] = values(dice, fields[:, 2:4].shape, NOWHERE)
    fields[:, 4] = values(dice, fields[:, 4].shape, (*SURE, *INFINITIES, NAN))
    # Other edges meet defects of the wheel, and would be no measure.
    edges = (*SURE, *INFINITIES) if is_v3 else SURE
    if is_v3 and classes < VECTOR_OF_CLASSES:
        edges = *edges, NAN
    fields[:, 5:] = values(dice, fields[:, 5:].shape, edges)
    return fields.reshape(-1, height, width)


ANCHORS = (10.0, 14.0, 23.0, 27.0, 37.0, 58.0, 81.0, 82.0, 135.0, 169.0, 344.0, 319.0)


def thresholds(d: Draws) -> dict[int, Value]:
    """Of confidence, and of overlap."""
    confidence = d.choice((0.3, 0.1, 0.6, 0.001, 1e-6))
    return given(d, {2: confidence, 3: d.choice((0.45, 0.2, 0.7, 0.95, 1.5))}, 80)


@GENERATORS.add(BOXES, "YoloDetectionOutput")
@decides
def yolo(d: Draws, layer: str) -> LayerCase:
    """One map of boxes."""
    classes, boxes = d.choice((1, 2, 3, 20, 80)), d.integer(1, 5)
    height, width = d.integer(1, 7), d.integer(1, 7)
    params = {0: classes, 1: boxes, 4: tuple(n / 10 for n in ANCHORS[: 2 * boxes])}
    params |= thresholds(d)
    blob = yolo_blob(d.generator(), boxes, classes, height, width, is_v3=False)
    return LayerCase(layer, (blob,), params)


@GENERATORS.add(BOXES, "Yolov3DetectionOutput")
@decides
def yolov3(d: Draws, layer: str) -> LayerCase:
    """Maps of one to three scales."""
    classes, boxes, maps = d.choice((1, 2, 3, 20, 80)), d.integer(1, 3), d.integer(1, 2)
    side = d.integer(1, 5), d.integer(1, 5)
    places = d.generator().permutation(len(ANCHORS) // 2)[: boxes * maps]
    params: dict[int, Value] = {
        0: classes,
        1: boxes,
        4: ANCHORS,
        5: tuple(float(place) for place in sorted(places)),
        6: tuple(32.0 / (1 << i) for i in range(maps)),
    }
    params |= thresholds(d)
    dice = d.generator()
    grids = [(side[0] << i, side[1] << i) for i in range(maps)]
    blobs = tuple(yolo_blob(dice, boxes, classes, *grid, is_v3=True) for grid in grids)
    return LayerCase(layer, blobs, params)


# SSD ----------------------------------------------------------------------------------------------


def prior_corners(dice: np.random.Generator, count: int) -> np.ndarray:
    """`x0, y0, x1, y1` of random boxes, some of them equal, without area, inverted or huge."""
    centres, sizes = dice.uniform(0.1, 0.9, (count, 2)), dice.uniform(0.05, 0.4, (count, 2))
    corners = np.concatenate([centres - sizes / 2, centres + sizes / 2], axis=1)
    chosen = dice.random(count) < 0.3
    match dice.integers(6):
        case 0:
            corners[chosen] = corners[0]
        case 1:
            corners[chosen, 2:] = corners[chosen, :2]
        case 2:
            corners[chosen, 2] = corners[chosen, 0]
        case 3:
            axis = dice.integers(2)
            sides = [axis, 2 + axis]
            corners[np.ix_(chosen, sides)] = corners[np.ix_(chosen, sides[::-1])]
        case 4:
            corners[chosen] *= dice.choice((1e-30, 1e10, 1e25))
        case _:
            pass
    return corners


def class_scores(dice: np.random.Generator, count: int, classes: int, least: float) -> np.ndarray:
    """
    Scores of all classes of all boxes, many of them equal at times, a few of them no numbers.

    The background's are small: where one leaves less than the threshold, ncnn's box is undefined.
    """
    logits = dice.normal(0, 3, (count, classes))
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    match dice.integers(4):
        case 0:
            scores = np.round(scores * 8) / 8
        case 1:
            chosen = dice.choice(np.array((NAN, INFINITY, -INFINITY, 0.0)), scores.shape)
            scores = np.where(dice.random(scores.shape) < 0.1, chosen, scores)
        case _:
            pass
    scores[:, 0] = np.minimum(np.nan_to_num(scores[:, 0], posinf=0, neginf=0), 0.9 - least)
    return scores.astype(np.float32)


MXNET = -233


@GENERATORS.add(BOXES, "DetectionOutput")
@decides
def detection_output(d: Draws, layer: str) -> LayerCase:
    """Boxes of priors; of each kind as many as there is room for. MXNet's form at times."""
    count, classes = d.choice((1, 2, 5, 12, 30, 100)), d.choice((2, 3, 6, 21))
    least = d.choice((0.3, 0.05, 0.5, 0.001))
    numbers: dict[int, Value] = {
        1: d.choice((0.45, 0.05, 0.7, 0.95, 1.5)),
        2: d.choice((300, 3, 10)),
        3: d.choice((100, 2, 5)),
    }
    params: dict[int, Value] = {0: classes, 4: least, **given(d, numbers, 80)}
    params |= given(d, {5 + i: d.choice((0.1, 0.2, 0.3)) for i in range(4)}, 40)
    is_mxnet, dice = d.chance(25), d.generator()
    corners = prior_corners(dice, count).astype(np.float32)
    scores = class_scores(dice, count, classes, least)
    locations = dice.uniform(-1, 1, (count, 4))
    if dice.integers(3) == 0:
        edges = dice.choice(np.array((2000.0, -2000.0, *INFINITIES, NAN)), locations.shape)
        locations = np.where(dice.random(locations.shape) < 0.1, edges, locations)
    locations = locations.astype(np.float32).reshape(-1)
    if is_mxnet:
        params[0] = MXNET
        return LayerCase(layer, (locations, np.ascontiguousarray(scores.T), corners), params)
    variances = np.tile(np.array([0.1, 0.1, 0.2, 0.2], np.float32), count)
    priors = np.stack([corners.reshape(-1), variances])
    blobs = (
        locations.reshape(d.choice(((-1,), (count, 4)))),
        scores.reshape(d.choice(((-1,), (count, classes)))),
        priors.reshape(d.choice(((2, -1), (1, 2, 4 * count)))),
    )
    return LayerCase(layer, blobs, params)


# Proposals ----------------------------------------------------------------------------------------


@GENERATORS.add(BOXES, "Proposal")
@decides
def proposal(d: Draws, layer: str) -> LayerCase:
    """Regions of nine anchors in each cell; a score that is NaN lets the wheel crash."""
    height, width = d.integer(1, 6), d.integer(1, 6)
    numbers: dict[int, Value] = {
        0: d.choice((16, 8)),
        1: d.choice((16, 8)),
        2: d.choice((6000, 20, 5)),
        3: d.choice((300, 10, 3)),
        4: d.choice((0.7, 0.3, 0.95, 1.5)),
        5: d.choice((16, 4, 0)),
    }
    params, tops, dice = given(d, numbers, 70), d.integer(1, 2), d.generator()
    scores = dice.uniform(0, 1, (18, height, width))
    if dice.integers(3) == 0:
        scores = np.round(scores * 8) / 8
    deltas = dice.uniform(-0.5, 0.5, (36, height, width))
    if dice.integers(3) == 0:
        deltas[:, :, 0] = dice.choice(np.array(NOWHERE), (36, height))
    image = dice.choice(np.array((1.0, 2.0, 0.5))) * np.array([16 * height, 16 * width, 0])
    image[2] = dice.choice(np.array((1.0, 2.0, 0.5, 0.0)))
    blobs = scores, deltas, image.reshape(d.choice(((3,), (1, 3), (1, 1, 3))))
    return LayerCase(layer, tuple(x.astype(np.float32) for x in blobs), params, tops=tops)

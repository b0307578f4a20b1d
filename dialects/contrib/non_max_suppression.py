"""ONNX's NonMaxSuppression, as converters leave it, with a fixed number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, refused

MOST, OVERLAP, SCORE = 100, 0.45, 0.25
"""Limits that are not given: those of programs that register the layer."""
LARGEST_BITS = 1e-5
"""Below is no number of boxes, but an integer whose bits are taken for those of a float."""
NOT_FOUND = -1.0


def output_shape(params: LayerParams, boxes: Shape, scores: Shape, *limits: Shape) -> Shape:
    """
    Shapes: boxes `n,4` or `1,n,4`, scores `n`, `1,n` or `1,1,n`, and up to three limits, to `n,3`.

    Raises: InvalidLayerError for others, as those of several classes or images.
    """
    check_rank("boxes", boxes, 2, 3)
    count = boxes[-2]
    if boxes[-1] != 4 or prod(boxes) != 4 * count:
        raise refused(f"boxes of one image must have shape [n, 4], not {list(boxes)}")
    if scores[-1] != count or prod(scores) != count:
        raise refused(f"{count} boxes need scores of one class, not {list(scores)}")
    if len(limits) > 3 or any(prod(limit) != 1 for limit in limits):
        raise refused("boxes, scores and up to three limits of one number are needed")
    return (count, 3)


def selected(
    params: LayerParams, boxes: np.ndarray, scores: np.ndarray, *limits: np.ndarray
) -> np.ndarray:
    """
    Choose boxes by score, passing over those that overlap a chosen one.

    The limits are the most boxes, the share of the union that two may have in common, and the
    least score: 100, 0.45 and 0.25 if not given. A row is 0 (the image), 0 (the class) and the
    number of the box. The rows behind are -1, so that there are as many as boxes.

    Source: onnx/onnx, docs/Operators.md, NonMaxSuppression.
    """
    most, overlap, score = limits_of([limit.ravel() for limit in limits])
    corners = boxes.reshape(-1, 4).T
    numbers = chosen_boxes(corners, scores.ravel(), min(most, corners.shape[1]), overlap, score)
    rows = np.full((corners.shape[1], 3), NOT_FOUND, np.float32)
    count = np.count_nonzero(numbers >= 0)
    rows[:count] = 0
    rows[:count, 2] = numbers[:count]
    return rows


def limits_of(given: Sequence[np.ndarray]) -> tuple[int, float, float]:
    """Return the most boxes, the largest overlap, the least score. Raises: InvalidLayerError."""
    most = float(given[0][0]) if given else MOST
    if given and 0 < most < LARGEST_BITS:
        most = int(given[0].astype(np.float32).view(np.int32)[0])
    if not most >= 1:
        raise refused(f"{most:g} boxes cannot be chosen")
    overlap = float(given[1][0]) if len(given) > 1 else OVERLAP
    score = float(given[2][0]) if len(given) > 2 else SCORE
    return int(min(most, 1 << 24)), overlap, score


def chosen_boxes(
    boxes: np.ndarray, scores: np.ndarray, most: int, overlap: float, score: float
) -> np.ndarray:
    """Return `most` numbers of boxes `4,n`, best first, without overlaps; -1 for missing ones."""
    result = np.full(most, NOT_FOUND, np.float32)
    left = np.where(scores >= np.float32(score), scores, -np.inf)
    with np.errstate(all="ignore"):
        areas = (boxes[2] - boxes[0]) * (boxes[3] - boxes[1])
        for n in range(most):
            best = int(np.argmax(left))
            if left[best] == -np.inf:
                break
            result[n] = best
            low = np.maximum(boxes[:2], boxes[:2, best, None])
            width, height = np.minimum(boxes[2:], boxes[2:, best, None]) - low
            common = np.where((width > 0) & (height > 0), width * height, 0)
            union = areas + areas[best] - common
            share = np.where(union > 0, common / union, 0)
            left = np.where(share > np.float32(overlap), -np.inf, left)
            left[best] = -np.inf
    return result


@from_inputs
def build_selected(
    builder: Builder, boxes: SSAValue, scores: SSAValue, *limits: SSAValue
) -> SSAValue:
    """Build `ncnn.select_boxes` and the rows of its results."""
    try:
        numbers = [builder.values(limit).ravel() for limit in limits]
    except ValueError:
        raise refused("limits must be stored with the model") from None
    most, overlap, score = limits_of(numbers)
    count = builder.shape(boxes)[-2]
    most = min(most, count)
    planes = builder.permute(builder.reshape(boxes, (count, 4)), [1, 0])
    flat = builder.reshape(scores, (count,))
    found = builder.reshape(builder.select_boxes(planes, flat, most, overlap, score), (most, 1))
    zero = builder.scalar("min", found, 0.0)
    rows = builder.concat([zero, zero, found], 1)
    if most == count:
        return rows
    missing = np.full((count - most, 3), NOT_FOUND, np.float32)
    return builder.concat([rows, builder.array(missing)], 0)


LAYERS = (
    ContribLayer("NonMaxSuppression", output_shape, selected, (), build_selected, "onnx/onnx"),
)

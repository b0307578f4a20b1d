"""Prior boxes, and the detections of SSD and YOLO networks."""

from __future__ import annotations

import numpy as np

from ...dialects.detections import NOT_FOUND, YOLO_BOX_FIELDS
from ...dialects.ncnn.layers import detection as ops
from ...dialects.ncnn.layers.prior_box import PriorBoxOp, variance_list
from .activation import sigmoid
from .support import array_function

LABEL, SCORE = 0, 1
CORNERS = slice(2, 6)
AREA = 6
"""The column behind the corners, of rows that have it."""
LOWEST = np.finfo(np.float32).min


def descending_order(scores: np.ndarray) -> np.ndarray:
    """Sort as ncnn's quicksort, which decides the order of equal scores."""
    values, order = [float(score) for score in scores], list(range(len(scores)))
    pending = [(0, len(values) - 1)]
    while pending:
        first, last = pending.pop()
        if first >= last:
            continue
        i, j, pivot = first, last, values[(first + last) // 2]
        while i <= j:
            while values[i] > pivot:
                i += 1
            while values[j] < pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                order[i], order[j] = order[j], order[i]
                i, j = i + 1, j - 1
        pending += [(first, j), (i, last)]
    return np.array(order, np.int64)


def without_overlaps(rows: np.ndarray, threshold: float) -> np.ndarray:
    """Return the rows, best first, that no better one kept overlaps by more than the threshold."""
    kept = np.empty_like(rows)
    count = 0
    for row in rows:
        if are_apart(kept[:count], row, np.float32(threshold)).all():
            kept[count] = row
            count += 1
    return kept[:count]


def are_apart(rows: np.ndarray, row: np.ndarray, threshold: np.float32) -> np.ndarray:
    """
    Compare the overlaps of better boxes and a box with the threshold, as ncnn's compiled layers do.

    A ratio of 0/0 or inf/inf counts as an overlap. Rows with areas are compared by a product, where
    it does not.
    """
    common = intersections(rows[:, CORNERS], row[CORNERS])
    union = areas(rows) + areas(row) - common
    if len(row) > AREA:
        return ~(common > threshold * union)
    return common / union <= threshold


def intersections(boxes: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Areas that boxes share with a box; a NaN of theirs is ignored along x, apart along y."""
    low = np.where(boxes[:, :2] > box[:2], boxes[:, :2], box[:2])
    high = np.where(boxes[:, 2:] < box[2:], boxes[:, 2:], box[2:])
    x0, y0, x1, y1 = boxes.T
    touch_x = ~((box[0] > x1) | (box[2] < x0))
    touch_y = (box[1] <= y1) & (box[3] >= y0)
    return np.where(touch_x & touch_y, np.prod(high - low, axis=1), np.float32(0))


def areas(rows: np.ndarray) -> np.ndarray:
    """Return the areas of rows, or of their corners if rows have none."""
    if rows.shape[-1] > AREA:
        return rows[..., AREA]
    x0, y0, x1, y1 = np.moveaxis(rows[..., CORNERS], -1, 0)
    return (x1 - x0) * (y1 - y0)


def padded(rows: np.ndarray, op: ops.DetectionsOp) -> np.ndarray:
    """Return the first rows that the op's result has room for, and `NOT_FOUND` behind them."""
    ((most, fields),) = op.infer_shapes()
    result = np.full((most, fields), NOT_FOUND, np.float32)
    result[: len(rows)] = rows[:most, :fields]
    return result


def corners(centres: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return `x0, y0, x1, y1` of boxes, along the last axis."""
    half = sizes * np.float32(0.5)
    return np.concatenate([centres - half, centres + half], axis=-1)


@array_function(ops.DetectionOutputOp)
def detection_output(
    op: ops.DetectionOutputOp, locations: np.ndarray, confidence: np.ndarray, priors: np.ndarray
) -> np.ndarray:
    """For each class: threshold, sort, best few, without overlaps; then all classes together."""
    count, classes = op.prior_count(), op.class_count()
    boxes = prior_corners(op, locations.reshape(-1)[: 4 * count].reshape(count, 4), priors)
    scores = confidence.reshape(-1)[: count * classes]
    scores = scores.reshape(classes, count) if op.is_mxnet() else scores.reshape(count, classes).T
    found: list[np.ndarray] = []
    for label in range(1, classes):
        (chosen,) = np.nonzero(scores[label] > np.float32(op.confidence_threshold.value.data))
        chosen = chosen[descending_order(scores[label][chosen])][: op.candidates_per_class()]
        labels = np.full(len(chosen), label, np.float32)
        rows = np.column_stack([labels, scores[label][chosen], boxes[chosen]])
        found.append(without_overlaps(rows, op.nms_threshold.value.data))
    rows = np.concatenate(found)
    return padded(rows[descending_order(rows[:, SCORE])], op)


def prior_corners(
    op: ops.DetectionOutputOp, locations: np.ndarray, priors: np.ndarray
) -> np.ndarray:
    """Return the prior boxes, corrected: `priors,4`."""
    count = op.prior_count()
    table = priors.reshape(-1, priors.shape[-1])
    if op.is_mxnet():
        boxes = table[:count]
        variances = np.array(variance_list(op.variances), np.float32)
    else:
        boxes, variances = (table[i, : 4 * count].reshape(count, 4) for i in (0, 1))
    sizes = boxes[:, 2:] - boxes[:, :2]
    centres = (boxes[:, :2] + boxes[:, 2:]) * np.float32(0.5)
    steps = variances * locations
    return corners(steps[:, :2] * sizes + centres, np.exp(steps[:, 2:]) * sizes)


@array_function(ops.YoloDetectionOutputOp, ops.Yolov3DetectionOutputOp)
def yolo(op: ops.YoloOp, *blobs: np.ndarray) -> np.ndarray:
    """Threshold over all boxes of all blobs, sort, without overlaps."""
    found = np.concatenate([yolo_boxes(op, i, blob) for i, blob in enumerate(blobs)])
    found = found[found[:, SCORE] >= np.float32(op.confidence_threshold.value.data)]
    found = found[descending_order(found[:, SCORE])]
    return padded(without_overlaps(found, op.nms_threshold.value.data), op)


def yolo_boxes(op: ops.YoloOp, index: int, blob: np.ndarray) -> np.ndarray:
    """
    Return all boxes of one blob, as rows, ordered by box and then by cell; of version 3 with areas.
    """
    boxes, channels = op.box_count(), op.channels_per_box()
    height, width = blob.shape[1:]
    fields = blob[: boxes * channels].reshape(boxes, channels, height, width)
    fields = np.moveaxis(fields, 1, -1)
    objectness, classes = fields[..., 4], fields[..., YOLO_BOX_FIELDS:]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    cells = np.stack([columns, rows], axis=-1)
    centres = (cells + sigmoid(fields[..., :2])) / np.array([width, height], np.float32)
    sizes = np.exp(fields[..., 2:4]) * op.anchors(index)[:, None, None]
    if isinstance(op, ops.Yolov3DetectionOutputOp):
        classes = np.where(classes > LOWEST, classes, LOWEST)
    labels = classes.argmax(axis=-1).astype(np.float32) + 1
    scores = yolo_scores(op, objectness, classes)
    parts = [labels[..., None], scores[..., None], corners(centres, sizes)]
    if isinstance(op, ops.Yolov3DetectionOutputOp):
        parts.append(np.prod(sizes, axis=-1, keepdims=True))
    rows = np.concatenate(parts, axis=-1)
    return rows.reshape(-1, rows.shape[-1])


def yolo_scores(op: ops.YoloOp, objectness: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Return the confidence that a box has an object of its best class."""
    best = classes.max(axis=-1)
    one = np.float32(1)
    if isinstance(op, ops.Yolov3DetectionOutputOp):
        return one / (one + np.exp(-objectness) * (one + np.exp(-best)))
    # The softmax of the best class: its own power is 1.
    return sigmoid(objectness) / np.exp(classes - best[..., None]).sum(axis=-1)


@array_function(PriorBoxOp)
def _prior_box(op: PriorBoxOp, *_: np.ndarray) -> np.ndarray:
    return op.boxes()

"""Detections of a YOLO head."""

from __future__ import annotations

import numpy as np

from ...dialects.detections import BOX, DETECTION_FIELDS, NOT_FOUND
from ...dialects.ncnn.internal.detect_boxes import DetectBoxesOp, HeadForm
from .rotated_boxes import probabilistic_overlap
from .support import array_function


@array_function(DetectBoxesOp)
def detect_boxes(op: DetectBoxesOp, head: np.ndarray) -> np.ndarray:
    """Return the rows of the best boxes, then -1s."""
    extras = op.extra_numbers
    form, matrix = HeadForm.of(head.shape, extras), head.reshape(head.shape[-2:])
    boxes: np.ndarray = matrix.T if form == HeadForm.SCORES else matrix
    scored, behind = np.split(boxes, [boxes.shape[1] - extras], axis=1)
    rows = head_rows(scored, form)
    if op.rotated is not None:
        rows[:, 2:DETECTION_FIELDS] = scored[:, :BOX]
    is_found = (rows[:, 1] > op.confidence.value.data) & np.isfinite(rows).all(axis=1)
    rows = np.concatenate([rows, behind], axis=1)[is_found]
    rows = rows[np.argsort(-rows[:, 1], kind="stable")]
    if form != HeadForm.FINAL:
        rows = without_overlaps(rows, op.overlap.value.data, op.rotated is not None)
    result = np.full((op.most.value.data, rows.shape[1]), NOT_FOUND, np.float32)
    found = rows[: len(result)]
    result[: len(found)] = found
    return result


def head_rows(boxes: np.ndarray, form: HeadForm) -> np.ndarray:
    """Return class, score and corners of each box."""
    if form == HeadForm.FINAL:
        return boxes[:, [BOX + 1, BOX, 0, 1, 2, 3]]
    first = BOX + (form == HeadForm.OBJECT)
    scores = np.where(np.isnan(boxes[:, first:]), -np.inf, boxes[:, first:])
    labels = scores.argmax(axis=1)
    best = scores.max(axis=1) * (boxes[:, BOX] if form == HeadForm.OBJECT else np.float32(1))
    center, half = boxes[:, :2], boxes[:, 2:BOX] / 2
    return np.column_stack([labels, best, center - half, center + half]).astype(np.float32)


def without_overlaps(rows: np.ndarray, overlap: float, rotated: bool = False) -> np.ndarray:
    """Drop boxes that overlap a better one of their class by more than a limit."""
    kept: list[int] = []
    if rotated:
        boxes = rows[:, [2, 3, 4, 5, -1]].astype(np.float64)
        for i, row in enumerate(rows):
            exceeds = probabilistic_overlap(boxes[i], boxes[kept]) > overlap
            if not (exceeds & (rows[kept, 0] == row[0])).any():
                kept.append(i)
        return rows[kept]
    sizes = rows[:, 4:6] - rows[:, 2:4]
    areas = sizes[:, 0] * sizes[:, 1]
    for i, row in enumerate(rows):
        low = np.maximum(rows[kept, 2:4], row[2:4])
        common = np.prod(np.maximum(np.minimum(rows[kept, 4:6], row[4:6]) - low, 0), axis=1)
        exceeds = common > np.float32(overlap) * (areas[kept] + areas[i] - common)
        if not (exceeds & (rows[kept, 0] == row[0])).any():
            kept.append(i)
    return rows[kept]

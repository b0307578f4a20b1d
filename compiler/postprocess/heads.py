"""Outputs of detectors to boxes: which form a head has, and what its numbers are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from ...dialects.detections import BOX, DETECTION_FIELDS, MOST_FINAL_BOXES
from ..bundle.metadata import MOST_CLASSES, Metadata
from ..diagnostics import UsageError

MOST_CANDIDATES = 30_000
"""Boxes of the highest scores that suppression looks at."""


@dataclass(frozen=True)
class Candidates:
    """Boxes of one output, in the pixels of the model's input, by falling score."""

    boxes: np.ndarray
    """`n,4`: `x0, y0, x1, y1`; of rotated boxes center, width and height."""
    scores: np.ndarray
    """`n`, in 0..1."""
    labels: np.ndarray
    """`n` numbers of classes."""
    extras: np.ndarray
    """`n,e`: coefficients of masks, keypoints or an angle."""
    suppressed: bool
    """True if the model itself has dropped boxes that overlap better ones."""

    def take(self, places: np.ndarray) -> Candidates:
        """Return some of the boxes, in this order."""
        return Candidates(
            self.boxes[places],
            self.scores[places],
            self.labels[places],
            self.extras[places],
            self.suppressed,
        )


def extra_numbers(metadata: Metadata, outputs: Mapping[str, np.ndarray]) -> int:
    """Return a box's numbers after its scores. Raises: UsageError without masks or keypoints."""
    match metadata.task:
        case "segment":
            return len(prototypes(outputs))
        case "pose":
            if metadata.keypoints is None:
                raise UsageError(f"{metadata.file} has no kpt_shape, which poses need")
            return metadata.keypoints[0] * metadata.keypoints[1]
        case "obb":
            return 1
        case _:
            return 0


def prototypes(outputs: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the prototypes of masks, `p,h,w`. Raises: UsageError if no output has them."""
    for array in map(without_items, outputs.values()):
        if array.ndim == 3:
            return array
    raise UsageError(f"no output has the prototypes of masks: {described(outputs)}")


def without_items(array: np.ndarray) -> np.ndarray:
    """Return an output without leading extents of 1, as long as it is no matrix."""
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    return array


def described(outputs: Mapping[str, np.ndarray]) -> str:
    """Return names and shapes, for an error."""
    return ", ".join(f"'{n}' is {'x'.join(map(str, a.shape))}" for n, a in outputs.items())


def read_head(
    outputs: Mapping[str, np.ndarray],
    metadata: Metadata,
    confidence: float,
    chosen: Collection[str] = (),
) -> Candidates:
    """
    Return the boxes of a detector's outputs whose score is above `confidence`.

    The forms, with `c` classes and `e` further numbers, are distinguished by their extents:

    - `4+c+e,n`: center, size and scores of n boxes in columns (YOLOv8 to v12, v26), or in rows
    - `n,5+c+e`: the same with the score of any object before those of classes (YOLOv5, v7), or in
      columns
    - `n,6+e`: corners, score and class of boxes that overlap no better one (YOLOv10, v26)

    The first one in `chosen` has rows of class, score, corners and further numbers: see
    `YoloBoxes`.

    Raises: UsageError if no output has one of these forms.
    """
    for name in chosen:
        label, score, corners, extras = np.split(outputs[name], [1, 2, DETECTION_FIELDS], axis=1)
        above = np.flatnonzero(score[:, 0] > confidence)
        labels = classes_of_rows(label[:, 0])
        return Candidates(corners, score[:, 0], labels, extras, suppressed=True).take(above)
    extra = extra_numbers(metadata, outputs)
    found = [without_items(array) for array in outputs.values()]
    for array in found:
        if array.ndim == 2 and (rows := _rows(array, metadata, extra)) is not None:
            return rows_above(rows, confidence, extra, is_rotated=metadata.task == "obb")
    classes = f"{len(metadata.names)} classes" if metadata.names else "any number of classes"
    raise UsageError(
        f"no output is a head of '{metadata.task}' with {classes}: {described(outputs)}"
    )


@dataclass(frozen=True)
class HeadRows:
    """The numbers of a head, a box a row."""

    numbers: np.ndarray
    has_object_score: bool = False
    is_end_to_end: bool = False


def _rows(array: np.ndarray, metadata: Metadata, extra: int) -> HeadRows | None:
    """Return an output with a box in each row; None if it is no head."""
    height, width = array.shape
    classes = len(metadata.names)
    if not classes:
        classes = min(height, width) - BOX - extra
    plain, with_object = BOX + classes + extra, BOX + 1 + classes + extra
    if classes < 1:
        return None
    if metadata.end_to_end and width == BOX + 2 + extra:
        return HeadRows(array, is_end_to_end=True)
    if height == plain and width != plain:
        return HeadRows(array.T)
    if width == BOX + 2 + extra and height <= MOST_FINAL_BOXES:
        return HeadRows(array, is_end_to_end=True)
    if width == plain:
        return HeadRows(array)
    if width == with_object:
        return HeadRows(array, has_object_score=True)
    return HeadRows(array.T, has_object_score=True) if height == with_object else None


def rows_above(rows: HeadRows, confidence: float, extra: int, is_rotated: bool) -> Candidates:
    """Return the boxes of finite numbers with a score above `confidence`, by falling score."""
    numbers = rows.numbers
    boxes = numbers[:, :BOX]
    extras = numbers[:, numbers.shape[1] - extra :]
    if rows.is_end_to_end:
        scores, labels = numbers[:, BOX], classes_of_rows(numbers[:, BOX + 1])
    else:
        first = BOX + rows.has_object_score
        by_class = numbers[:, first : numbers.shape[1] - extra]
        labels = by_class.argmax(axis=1)
        scores = by_class[np.arange(len(by_class)), labels]
        if rows.has_object_score:
            scores = scores * numbers[:, BOX]
        boxes = boxes if is_rotated else corners_of(boxes)
    finite = np.isfinite(boxes).all(axis=1) & np.isfinite(extras).all(axis=1)
    above = np.flatnonzero((scores > confidence) & finite)
    order = above[np.argsort(-scores[above], kind="stable")][:MOST_CANDIDATES]
    return Candidates(boxes, scores, labels, extras, rows.is_end_to_end).take(order)


def classes_of_rows(numbers: np.ndarray) -> np.ndarray:
    """Return numbers of classes that a head has as floats; what is none of them is -1."""
    is_class = (numbers >= 0) & (numbers < MOST_CLASSES)
    return np.where(is_class, numbers, -1).astype(np.int64)


def corners_of(boxes: np.ndarray) -> np.ndarray:
    """Return `x0, y0, x1, y1` of boxes that are given by center, width and height."""
    center, half = boxes[:, :2], boxes[:, 2:] / 2
    return np.concatenate([center - half, center + half], axis=1)

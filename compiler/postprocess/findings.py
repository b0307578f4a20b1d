"""Find the objects in an image from a model's outputs and metadata."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..bundle.metadata import Metadata
from ..diagnostics import UsageError
from ..image import ImagePlacement
from ..reference.rotated_boxes import probabilistic_overlap
from ..yolo_boxes import Thresholds
from .heads import Candidates, described, prototypes, read_head, without_items
from .masks import Mask, mask_of, placed_mask
from .suppression import (
    corners_of_rotated,
    intersection_over_union,
    kept_boxes,
)

CERTAIN = 0.5
"""The score from which a keypoint counts as seen."""
DIGITS = 4
"""Of numbers in JSON, behind the point."""
TOP = 5
"""Classes that are shown of a classifier."""


@dataclass(frozen=True)
class FoundObject:
    """An object in an image, or a class of the whole image; in pixels of the image."""

    label: int
    name: str
    score: float
    box: tuple[float, float, float, float] | None = None
    """`x0, y0, x1, y1`; None of a class. Of a rotated box what encloses it."""
    corners: np.ndarray | None = None
    """`4,2`: those of a rotated box, x and y."""
    mask: Mask | None = None
    keypoints: np.ndarray | None = None
    """`k,2`, or `k,3` with a score: x and y."""

    @property
    def seen(self) -> np.ndarray:
        """Return which keypoints are likely visible: `k` truth values."""
        points = self.keypoints
        if points is None or points.shape[1] < 3:
            return np.ones(0 if points is None else len(points), bool)
        return points[:, 2] >= CERTAIN


def find(
    outputs: Mapping[str, np.ndarray],
    metadata: Metadata,
    input_size: tuple[int, int],
    image_size: tuple[int, int],
    placement: ImagePlacement,
    thresholds: Thresholds,
    chosen: Collection[str] = (),
) -> list[FoundObject]:
    """
    Return findings by falling score; sizes are heights, widths. The model itself has chosen boxes
    of the outputs `chosen`. Raises: UsageError.
    """
    if metadata.task == "classify":
        return classes_of(outputs, metadata)
    candidates = read_head(outputs, metadata, thresholds.confidence, chosen)
    if metadata.task == "obb":
        return rotated_boxes(candidates, metadata, thresholds, placement)
    if not candidates.suppressed:
        kept = kept_boxes(
            candidates.boxes, candidates.labels, thresholds.overlap, intersection_over_union
        )
        candidates = candidates.take(kept)
    height, width = image_size
    corners = placement.to_image(candidates.boxes.reshape(-1, 2, 2))
    boxes = corners.clip(0, (width, height)).reshape(-1, 4)
    protos = None
    if metadata.task == "segment":
        # The model has made masks of the prototypes of the boxes that it has chosen.
        protos = outputs[[*chosen][-1]] if chosen else prototypes(outputs)
    found: list[FoundObject] = []
    for place, box in enumerate(boxes):
        extras = candidates.extras[place]
        mask = None
        if protos is not None and chosen:
            mask = placed_mask(protos[place], box, placement)
        elif protos is not None:
            mask = mask_of(extras, protos, box, input_size, placement)
        points = None
        if metadata.keypoints is not None and metadata.task == "pose":
            points = extras.reshape(metadata.keypoints).astype(np.float64)
            points[:, :2] = placement.to_image(points[:, :2])
        found.append(
            _found(candidates, place, metadata, box=_as_box(box), mask=mask, keypoints=points)
        )
    return found


def classes_of(outputs: Mapping[str, np.ndarray], metadata: Metadata) -> list[FoundObject]:
    """Return the classes of highest probability. Raises: UsageError if no output has them."""
    for array in outputs.values():
        values = without_items(array).reshape(-1)
        if len(values) == max(array.shape) and len(metadata.names) in (0, len(values)):
            order = np.argsort(-values, kind="stable")[:TOP]
            return [
                FoundObject(int(i), metadata.class_name(int(i)), float(values[i])) for i in order
            ]
    raise UsageError(
        f"no output has the probabilities of {len(metadata.names)} classes: {described(outputs)}"
    )


def rotated_boxes(
    candidates: Candidates, metadata: Metadata, thresholds: Thresholds, placement: ImagePlacement
) -> list[FoundObject]:
    """Return the rotated boxes that overlap no better one."""
    boxes = np.concatenate([candidates.boxes, candidates.extras], axis=1).astype(np.float64)
    if not candidates.suppressed:
        kept = kept_boxes(boxes, candidates.labels, thresholds.overlap, probabilistic_overlap)
        boxes, candidates = boxes[kept], candidates.take(kept)
    found: list[FoundObject] = []
    for place, corners in enumerate(placement.to_image(corners_of_rotated(boxes))):
        box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
        found.append(_found(candidates, place, metadata, box=_as_box(box), corners=corners))
    return found


def _found(
    candidates: Candidates,
    place: int,
    metadata: Metadata,
    box: tuple[float, float, float, float],
    corners: np.ndarray | None = None,
    mask: Mask | None = None,
    keypoints: np.ndarray | None = None,
) -> FoundObject:
    label = int(candidates.labels[place])
    score = float(candidates.scores[place])
    return FoundObject(label, metadata.class_name(label), score, box, corners, mask, keypoints)


def _as_box(numbers: Sequence[float] | np.ndarray) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(each) for each in numbers)
    return x0, y0, x1, y1


def report_of(found: FoundObject) -> dict[str, object]:
    """Return an object as JSON has it; what it does not have is left out."""
    score = round(found.score, DIGITS)
    report: dict[str, object] = {"label": found.label, "name": found.name, "score": score}
    if found.box is not None:
        report["box"] = [round(edge, DIGITS) for edge in found.box]
    if found.corners is not None:
        report["corners"] = found.corners.round(DIGITS).tolist()
    if found.keypoints is not None:
        report["keypoints"] = found.keypoints.round(DIGITS).tolist()
    if found.mask is not None:
        report["mask_pixels"] = found.mask.area
    return report

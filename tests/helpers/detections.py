"""Inputs of detection layers with boxes planted in them: where they are is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FAINT = -8.0
"""Objectness of the boxes that are not planted: a score below 0.001."""


@dataclass(frozen=True)
class Planted:
    """One box of a YOLO blob: box and cell that say it, class from 0, logit of its score."""

    box: int
    row: int
    column: int
    label: int
    objectness: float
    size: tuple[float, float] = (0.0, 0.0)
    """Logarithms of width and height, in anchors."""


def yolo_blob(
    boxes: int, classes: int, height: int, width: int, planted: Sequence[Planted]
) -> np.ndarray:
    """A blob `boxes*(5+classes),h,w` with nothing but these; classes are nearly certain."""
    blob = np.zeros((boxes, 5 + classes, height, width), np.float32)
    blob[:, 4] = FAINT
    for found in planted:
        values = blob[found.box, :, found.row, found.column]
        values[2:4] = found.size
        values[4] = found.objectness
        values[5 + found.label] = 12.0
    return blob.reshape(-1, height, width)


@dataclass(frozen=True)
class Ssd:
    """Arrays for a DetectionOutput: all but the planted priors are background."""

    locations: np.ndarray
    confidence: np.ndarray
    priors: np.ndarray

    def plant(self, prior: int, label: int, score: float) -> None:
        """Give a prior a class; the background has the rest of the score."""
        self.confidence[prior, 0] -= score
        self.confidence[prior, label] += score

    def arrays(self) -> dict[str, np.ndarray]:
        """As inputs of the layer: `loc`, `conf`, `prior`."""
        return {
            "loc": self.locations.reshape(-1),
            "conf": self.confidence.reshape(-1),
            "prior": self.priors,
        }


def ssd_arrays(corners: Sequence[Sequence[float]] | np.ndarray, classes: int) -> Ssd:
    """Priors at these corners `x0, y0, x1, y1`, uncorrected, nothing found yet."""
    count = len(corners)
    confidence = np.zeros((count, classes), np.float32)
    confidence[:, 0] = 1
    boxes = np.array(corners, np.float32).reshape(-1)
    variances = np.tile(np.array([0.1, 0.1, 0.2, 0.2], np.float32), count)
    return Ssd(np.zeros((count, 4), np.float32), confidence, np.stack([boxes, variances]))


def separate_boxes(count: int) -> list[list[float]]:
    """Corners of boxes side by side."""
    width = 1 / count
    return [[i * width, 0.0, (i + 0.9) * width, 1.0] for i in range(count)]

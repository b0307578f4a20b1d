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


NAN, INF = float("nan"), float("inf")
HUGE, GONE = 200.0, -200.0
"""Logarithms of sizes that are infinite, and 0."""
EDGE_BOXES: dict[str, list[tuple[float, float, float, float]]] = {
    "points at one place": [(0, 0, GONE, GONE)] * 2,
    "points apart": [(0, 0, GONE, GONE), (2, 2, GONE, GONE)],
    "lines at one place": [(0, 0, GONE, -1)] * 2,
    "thinner than rounding": [(0, 0, -20, -20)] * 2,
    "a point in a box": [(0, 0, -1, -1), (0, 0, GONE, GONE), (0, 0, GONE, GONE)],
    "equal": [(0, 0, -1, -1)] * 3,
    "infinite": [(0, 0, HUGE, HUGE)] * 2,
    "infinitely wide": [(0, 0, HUGE, -1)] * 2,
    "infinite around a box": [(0, 0, HUGE, HUGE), (0, 0, -1, -1), (0, 0, GONE, -1)],
    "a box in an infinite one": [(0, 0, -1, -1), (0, 0, HUGE, -1)],
    "infinite without area": [(0, 0, HUGE, GONE), (0, 0, HUGE, GONE), (0, 0, -1, -1)],
    "areas that overflow": [(0, 0, 60, 60), (0, 0, 60, 60), (0, 0, -1, -1)],
    "large": [(0, 0, 43, 43)] * 2,
    "nowhere along x": [(NAN, 0, -1, -1), (0, 0, -1, -1), (0, 0, -1, -1)],
    "nowhere along y": [(0, NAN, -1, -1), (0, 0, -1, -1), (0, 0, -1, -1)],
    "nowhere": [(NAN, NAN, -1, -1), (0, 0, -1, -1), (NAN, NAN, -1, -1)],
    "a box, then nowhere": [(0, 0, -1, -1), (NAN, 0, -1, -1), (0, NAN, -1, -1)],
    "of no width": [(0, 0, NAN, -1), (0, 0, -1, -1), (0, 0, NAN, -1)],
    "nowhere and infinite": [(NAN, 0, HUGE, -1), (0, 0, -1, -1), (0, NAN, -1, HUGE)],
    "at the edges": [(INF, 0, -1, -1), (INF, 0, -1, -1), (-INF, 0, -1, -1)],
}
"""Boxes of YOLO, best first: logits of the centre, logarithms of the size."""
EDGE_COUNT = max(map(len, EDGE_BOXES.values()))


def edge_blob(boxes: Sequence[tuple[float, float, float, float]]) -> np.ndarray:
    """A cell with these boxes, and others that are far below them; there is one class."""
    blob = np.zeros((EDGE_COUNT, 6, 1, 1), np.float32)
    blob[:, 4], blob[:, 5] = FAINT, 30
    for i, box in enumerate(boxes):
        blob[i, :4, 0, 0], blob[i, 4] = box, 2.0 - i
    return blob.reshape(-1, 1, 1)


def edge_layer(version: int) -> str:
    """The line of the layer that reads such cells."""
    sizes = ",".join(["1.0"] * 2 * EDGE_COUNT)
    numbers = f"0=1 1={EDGE_COUNT} 2=0.1 3=0.45 -23304={2 * EDGE_COUNT},{sizes}"
    if version == 2:
        return f"YoloDetectionOutput y 1 1 x y {numbers}"
    mask = ",".join(f"{i}.0" for i in range(EDGE_COUNT))
    return f"Yolov3DetectionOutput y 1 1 x y {numbers} -23305={EDGE_COUNT},{mask} -23306=1,1.0"


EDGE_CORNERS: dict[str, list[list[float]]] = {
    "points": [[0.5, 0.5, 0.5, 0.5], [0.2, 0.2, 0.2, 0.2], [0.5, 0.5, 0.5, 0.5]],
    "lines": [[0.5, 0.1, 0.5, 0.9], [0.1, 0.1, 0.4, 0.4], [0.5, 0.1, 0.5, 0.9]],
    "points in a box": [[0.1, 0.1, 0.4, 0.4], [0.2, 0.2, 0.2, 0.2], [0.2, 0.2, 0.2, 0.2]],
    "inverted": [[0.4, 0.4, 0.1, 0.1], [0.1, 0.1, 0.4, 0.4], [0.4, 0.4, 0.1, 0.1]],
    "inverted along x": [[0.4, 0.1, 0.1, 0.4], [0.1, 0.1, 0.4, 0.4], [0.4, 0.1, 0.1, 0.4]],
    "no number": [[NAN, 0.1, 0.4, 0.4], [0.1, 0.1, 0.4, 0.4], [0.1, NAN, 0.4, 0.4]],
    "no number last": [[0.1, 0.1, 0.4, 0.4], [0.1, 0.1, NAN, 0.4], [0.6, 0.6, 0.9, 0.9]],
    "without end": [[-INF, 0.1, 0.4, 0.4], [0.1, 0.1, 0.4, 0.4], [0.6, 0.1, INF, 0.4]],
    "areas that overflow": [[-1e20, -1e20, 1e20, 1e20], [0.1, 0.1, 0.4, 0.4], [0, 0, 1e30, 1e30]],
    "touching": [[0.125, 0.125, 0.25, 0.25], [0.25, 0.125, 0.5, 0.25], [0.125, 0.25, 0.25, 0.5]],
}
"""Priors of SSD, best first."""


def separate_boxes(count: int) -> list[list[float]]:
    """Corners of boxes side by side."""
    width = 1 / count
    return [[i * width, 0.0, (i + 0.9) * width, 1.0] for i in range(count)]

"""Outputs of detectors' heads that are made of known boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Known:
    """A box in the pixels of the input, and what a head says of it."""

    corners: tuple[float, float, float, float]
    score: float
    label: int
    extras: Sequence[float] = field(default_factory=tuple[float, ...])

    @property
    def center_and_size(self) -> tuple[float, float, float, float]:
        """The same box by center, width and height."""
        x0, y0, x1, y1 = self.corners
        return (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0


def columns_head(known: Sequence[Known], classes: int, count: int = 84) -> np.ndarray:
    """Return the output of YOLOv8 to v12: `4+classes+extras,count`, unsure of all else."""
    extra = len(known[0].extras) if known else 0
    head = np.full((4 + classes + extra, count), 0.01, np.float32)
    head[:4] = 10
    for place, box in enumerate(known):
        column = (5 * place + 3) % count
        head[:4, column] = box.center_and_size
        head[4 + box.label, column] = box.score
        head[4 + classes :, column] = box.extras
    return head


def rows_head_with_objects(known: Sequence[Known], classes: int, count: int = 84) -> np.ndarray:
    """Return the output of YOLOv5: `count,5+classes+extras`, the scores being products."""
    columns = columns_head(known, classes, count)
    scores = columns[4 : 4 + classes]
    halved = np.concatenate(
        [columns[:4], np.full((1, count), 0.5), scores * 2, columns[4 + classes :]]
    )
    return halved.T.astype(np.float32)


def end_to_end_head(known: Sequence[Known], count: int = 300) -> np.ndarray:
    """Return the output of YOLOv10: `count,6+extras`, padded by zeros."""
    head = np.zeros((count, 6 + len(known[0].extras)), np.float32)
    for place, box in enumerate(known):
        head[place] = [*box.corners, box.score, box.label, *box.extras]
    return head

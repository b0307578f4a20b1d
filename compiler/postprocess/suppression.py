"""Greedy suppression of boxes that overlap better ones of their class."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

MOST_FOUND = 300
"""Boxes that are kept of an image."""


def kept_boxes(
    boxes: np.ndarray,
    labels: np.ndarray,
    overlap: float,
    overlaps: Callable[[np.ndarray, np.ndarray], np.ndarray],
    most: int = MOST_FOUND,
) -> np.ndarray:
    """
    Return the places of the boxes to keep, of boxes in the order of falling scores.

    A box is dropped if it overlaps one that is kept, and of its class, by more than `overlap`.
    Boxes whose overlap is no number, as those without area, are kept.
    """
    left = np.arange(len(boxes))
    kept: list[int] = []
    while left.size and len(kept) < most:
        best, left = left[0], left[1:]
        kept.append(int(best))
        same = labels[left] == labels[best]
        left = left[~(same & (overlaps(boxes[best], boxes[left]) > overlap))]
    return np.array(kept, np.int64)


def intersection_over_union(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the common area over the joint area of a box and others, `x0, y0, x1, y1`."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=1)
    areas = np.prod(others[:, 2:] - others[:, :2], axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return common / (np.prod(box[2:] - box[:2]) + areas - common)


def corners_of_rotated(boxes: np.ndarray) -> np.ndarray:
    """Return the four corners `n,4,2` of boxes of center, width, height and angle."""
    cosine, sine = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    along = np.stack([cosine, sine], axis=1) * boxes[:, 2:3] / 2
    across = np.stack([-sine, cosine], axis=1) * boxes[:, 3:4] / 2
    center = boxes[:, :2]
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return np.stack([center + i * along + j * across for i, j in signs], axis=1)

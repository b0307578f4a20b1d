"""The overlap of rotated boxes."""

from __future__ import annotations

import numpy as np

TINY = 1e-7


def probabilistic_overlap(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """
    Return one less the Hellinger distance of rotated boxes taken for Gaussians.

    Shapes: a box is center x and y, width, height, angle in radians.
    Source: Llerena et al., Gaussian Bounding Boxes and Probabilistic Intersection-over-Union,
    equations 3 to 7 (arXiv 2106.06072).
    """
    (a, b, c), (x, y) = _covariance(box[None]), box[:2]
    others_a, others_b, others_c = _covariance(others)
    sum_a, sum_b, sum_c = a + others_a, b + others_b, c + others_c
    dx, dy = others[:, 0] - x, y - others[:, 1]
    determinant = sum_a * sum_b - sum_c**2 + TINY
    distance = (sum_a * dy**2 + sum_b * dx**2) / determinant / 4 + sum_c * dx * dy / determinant / 2
    own = np.maximum(a * b - c**2, 0) * np.maximum(others_a * others_b - others_c**2, 0)
    distance = distance + np.log(determinant / (4 * np.sqrt(own) + TINY) + TINY) / 2
    return 1 - np.sqrt(1 - np.exp(-np.clip(distance, TINY, 100)) + TINY)


def _covariance(boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the entries xx, yy and xy of the covariance of uniform rotated boxes."""
    along, across = boxes[:, 2] ** 2 / 12, boxes[:, 3] ** 2 / 12
    cosine, sine = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    xx = along * cosine**2 + across * sine**2
    yy = along * sine**2 + across * cosine**2
    return xx, yy, (along - across) * cosine * sine

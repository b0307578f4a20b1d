"""Detections in the pixels of the image."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...dialects.constraints import int_list
from ...dialects.detections import DETECTION_FIELDS
from ...dialects.ncnn.internal.place_rows import PlaceRowsOp
from ..image import Image
from .support import array_function


@array_function(PlaceRowsOp)
def _place_rows(op: PlaceRowsOp, rows: np.ndarray, extents: np.ndarray) -> np.ndarray:
    """Return the rows with corners, and points, in the image; others are copied."""
    height, width = int_list(op.size)
    image = replace(Image(resize=(height, width)), letterbox=None if op.letterbox is None else 0.0)
    size = int(extents[0]), int(extents[1])
    placement = image.placement(size)
    result, found = rows.copy(), rows[:, 0] >= 0
    corners = placement.to_image(rows[found, 2:DETECTION_FIELDS].reshape(-1, 2, 2))
    result[found, 2:DETECTION_FIELDS] = corners.clip(0, size[::-1]).reshape(-1, 4)
    if op.point is not None:
        for first in range(DETECTION_FIELDS, rows.shape[1], op.point.value.data):
            result[found, first : first + 2] = placement.to_image(rows[found, first : first + 2])
    return result

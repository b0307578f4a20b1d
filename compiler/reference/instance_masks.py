"""Masks of detected objects."""

from __future__ import annotations

import numpy as np

from ...dialects.detections import DETECTION_FIELDS, MASK_STRIDE, NOT_FOUND
from ...dialects.ncnn.internal.instance_masks import InstanceMasksOp
from .support import typed_function


@typed_function(InstanceMasksOp)
def _instance_masks(op: InstanceMasksOp, rows: np.ndarray, prototypes: np.ndarray) -> np.ndarray:
    """Return masks of 0 and 1; those past the rows found begin with -1."""
    height, width = (int(extent) * MASK_STRIDE for extent in prototypes.shape[1:])
    result = np.zeros((len(rows), height, width), np.int8)
    y, x = np.arange(height)[:, None], np.arange(width)
    for mask, row in zip(result, rows, strict=True):
        if row[0] < 0:
            mask[0, 0] = NOT_FOUND
            continue
        sums = np.tensordot(row[DETECTION_FIELDS:], prototypes, axes=1)
        left, top, right, bottom = row[2:DETECTION_FIELDS]
        inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
        mask[...] = inside & (enlarged(enlarged(sums, 0), 1) > 0)
    return result


def enlarged(x: np.ndarray, axis: int) -> np.ndarray:
    """Interpolate at the middles of `MASK_STRIDE` pixels for each element along an axis."""
    count = int(x.shape[axis])
    middles = np.arange(count * MASK_STRIDE) + 0.5
    places = np.clip(middles / MASK_STRIDE - 0.5, 0, count - 1)
    low = places.astype(np.int64)
    share: np.ndarray = (places - low).astype(np.float32)
    share = share[:, None] if axis == 0 else share
    above = x.take(np.minimum(low + 1, count - 1), axis)
    return x.take(low, axis) * (1 - share) + above * share

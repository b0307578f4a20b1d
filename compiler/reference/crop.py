"""Crop: the box that the op gives for the shapes of its operands."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.crop import CropOp
from .support import array_function


@array_function(CropOp)
def _crop(op: CropOp, x: np.ndarray, *references: np.ndarray) -> np.ndarray:
    offsets, sizes = op.offsets_and_sizes()
    return x[tuple(slice(o, o + n) for o, n in zip(offsets, sizes, strict=True))]

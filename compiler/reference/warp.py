"""Images read where a flow says."""

from __future__ import annotations

import numpy as np

from ...dialects.contrib import dain
from ...dialects.contrib.warp import warped
from ...dialects.ncnn.internal.warp import FilterInterpolationOp, WarpOp
from .support import array_function


@array_function(WarpOp)
def warp(op: WarpOp, image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Bilinear samples at every pixel's place plus the flow."""
    return warped(image, flow, op.zeros_outside is not None)


@array_function(FilterInterpolationOp)
def filter_interpolation(
    op: FilterInterpolationOp, image: np.ndarray, flow: np.ndarray, filter: np.ndarray
) -> np.ndarray:
    """4x4 pixels around every pixel's place plus the flow, by filters."""
    return dain.filter_interpolation({}, image, flow, filter)

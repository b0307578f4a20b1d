"""GLU: one half gated by the other."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.glu import GLUOp
from .support import array_function


@array_function(GLUOp)
def glu(op: GLUOp, x: np.ndarray) -> np.ndarray:
    """Return `a / (1 + exp(-b))` of the halves a and b; an odd cell is left out."""
    axis = op.resolved_axis()
    half = x.shape[axis] // 2
    first, second, *_ = np.split(x, [half, 2 * half], axis)
    return first / (1 + np.exp(-second))

"""Concat: arrays one after another along the op's axis."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.concat import ConcatOp
from .support import array_function


@array_function(ConcatOp)
def concatenated(op: ConcatOp, *arrays: np.ndarray) -> np.ndarray:
    """Return all arrays as one."""
    return np.concatenate(arrays, op.resolved_axis())

"""Concat: arrays one after another along the op's axis."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.concat import ConcatOp
from .support import array_function


def concatenated(op: ConcatOp, *arrays: np.ndarray) -> np.ndarray:
    """Return all arrays as one."""
    return np.concatenate(arrays, op.resolved_axis())


@register_impls
class ConcatFunctions(InterpreterFunctions):
    """Concat along any axis."""

    concat = array_function(ConcatOp, concatenated)

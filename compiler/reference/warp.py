"""Warping by a flow."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.contrib.warp import warped
from ...dialects.ncnn.warp import WarpOp
from .support import array_function


def warp(op: WarpOp, image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Bilinear samples at every pixel's place plus the flow."""
    return warped(image, flow, op.zeros_outside is not None)


@register_impls
class WarpFunctions(InterpreterFunctions):
    """Warping by a flow."""

    warp = array_function(WarpOp, warp)

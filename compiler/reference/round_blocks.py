"""Blocks of rows rounded through int8."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.round_blocks import RoundBlocksOp
from .int8 import int8_steps, rounded_blocks
from .support import array_function


@array_function(RoundBlocksOp)
def _round_blocks(
    op: RoundBlocksOp, x: np.ndarray, largest: np.ndarray | None = None
) -> np.ndarray:
    if largest is None:
        return rounded_blocks(x, op.size.value.data)
    steps, scale = int8_steps(x, (), largest.reshape(-1, *[1] * (x.ndim - 1)))
    return steps / scale

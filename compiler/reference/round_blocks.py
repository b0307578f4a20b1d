"""Blocks of rows rounded through int8."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.round_blocks import RoundBlocksOp
from .int8 import rounded_blocks
from .support import array_function


@array_function(RoundBlocksOp)
def _round_blocks(op: RoundBlocksOp, x: np.ndarray) -> np.ndarray:
    return rounded_blocks(x, op.size.value.data)

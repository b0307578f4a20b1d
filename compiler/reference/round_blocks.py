"""Blocks of rows rounded through int8."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.round_blocks import RoundBlocksOp
from .int8 import rounded_blocks
from .support import array_function


def _round_blocks(op: RoundBlocksOp, x: np.ndarray) -> np.ndarray:
    return rounded_blocks(x, op.size.value.data)


@register_impls
class RoundBlocksFunctions(InterpreterFunctions):
    """Each block by its own maximum."""

    round_blocks = array_function(RoundBlocksOp, _round_blocks)

"""Matrices of few bits as the numbers that they stand for."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp
from ...dialects.ncnn.shapes import shape_of
from .support import array_function


def _numbers(op: DequantizeBlocksOp, integers: np.ndarray, scales: np.ndarray) -> np.ndarray:
    return op.blocks.numbers(integers, scales, shape_of(op.output)[1])


@register_impls
class DequantizeBlocksFunctions(InterpreterFunctions):
    """`ncnn.dequantize_blocks`."""

    dequantize = array_function(DequantizeBlocksOp, _numbers)

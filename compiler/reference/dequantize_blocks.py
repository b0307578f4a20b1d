"""Matrices of few bits as the numbers that they stand for."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp
from ...dialects.ncnn.shapes import shape_of
from .support import array_function


@array_function(DequantizeBlocksOp)
def _numbers(op: DequantizeBlocksOp, integers: np.ndarray, scales: np.ndarray) -> np.ndarray:
    return op.blocks.numbers(integers, scales, shape_of(op.output)[1])

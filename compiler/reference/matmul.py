"""MatMul: products of matrices by numpy's own rules."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.matmul import MatMulOp
from ...dialects.ncnn.shapes import shape_of
from .support import array_function


@array_function(MatMulOp)
def _matmul(op: MatMulOp, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    is_transposed = op.transpose_b is not None and b.ndim > 1
    product = np.matmul(a, b.swapaxes(-1, -2) if is_transposed else b)
    return product.reshape(shape_of(op.output))

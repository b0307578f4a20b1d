"""The places of the maxima of a pooling, and unpooling."""

from __future__ import annotations

import numpy as np

from ...dialects.constraints import int_list
from ...dialects.contrib.max_unpooling import max_indices, put_back
from ...dialects.ncnn.internal.pooling_index import PoolingIndexOp, UnpoolOp
from .support import array_function


@array_function(PoolingIndexOp)
def pooling_index(op: PoolingIndexOp, x: np.ndarray) -> np.ndarray:
    """Return the number of the first largest cell of each window."""
    kernel, stride, pad = (int_list(p) for p in (op.kernel, op.stride, op.pad))
    return max_indices(x, kernel, stride, pad[:2], op.infer_shapes()[0])


@array_function(UnpoolOp)
def unpool(op: UnpoolOp, x: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Cells at their places."""
    return put_back(x, index, int_list(op.size))

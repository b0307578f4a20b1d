"""The columns under a kernel as channels."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.unfold_columns import UnfoldColumnsOp
from .support import array_function


@array_function(UnfoldColumnsOp)
def _unfold_columns(op: UnfoldColumnsOp, x: np.ndarray) -> np.ndarray:
    kernel, stride, before = (p.value.data for p in (op.kernel, op.stride, op.before))
    result = np.zeros(op.infer_shapes()[0], x.dtype)
    for c, t, i in np.ndindex(x.shape[0], kernel, result.shape[2]):
        if 0 <= i * stride + t - before < x.shape[2]:
            result[c * kernel + t, :, i] = x[c, :, i * stride + t - before]
    return result

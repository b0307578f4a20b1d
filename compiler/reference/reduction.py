"""Reduction: each kind over the op's axes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...dialects.ncnn.layers.reduction import ReductionKind, ReductionOp
from .support import array_function

ReducedAxes = tuple[int, ...]

REDUCTIONS: dict[ReductionKind, Callable[[np.ndarray, ReducedAxes], np.ndarray]] = {
    ReductionKind.SUM: lambda x, axes: x.sum(axes),
    ReductionKind.ASUM: lambda x, axes: np.abs(x).sum(axes),
    ReductionKind.SUMSQ: lambda x, axes: np.square(x).sum(axes),
    ReductionKind.MEAN: lambda x, axes: x.mean(axes),
    ReductionKind.MAX: lambda x, axes: x.max(axes),
    ReductionKind.MIN: lambda x, axes: x.min(axes),
    ReductionKind.PROD: lambda x, axes: x.prod(axes),
    ReductionKind.L1: lambda x, axes: np.abs(x).sum(axes),
    ReductionKind.L2: lambda x, axes: np.sqrt(np.square(x).sum(axes)),
    ReductionKind.LOGSUM: lambda x, axes: np.log(x.sum(axes)),
    ReductionKind.LOGSUMEXP: lambda x, axes: np.log(np.exp(x).sum(axes)),
}


@array_function(ReductionOp)
def _reduction(op: ReductionOp, x: np.ndarray) -> np.ndarray:
    result = REDUCTIONS[op.kind.data](x, op.resolved_axes()) * np.float32(op.coeff.value.data)
    return result.reshape(op.infer_shapes()[0])

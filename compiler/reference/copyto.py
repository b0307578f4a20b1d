"""CopyTo and Diag: cells put into another tensor, or taken from its diagonal."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.copyto import CopyToOp
from ...dialects.ncnn.layers.diag import DiagOp
from .support import array_function


@array_function(CopyToOp)
def _copyto(op: CopyToOp, x: np.ndarray, source: np.ndarray) -> np.ndarray:
    return np.concatenate([x.reshape(-1), source.reshape(-1)])[op.cells()]


@array_function(DiagOp)
def _diag(op: DiagOp, x: np.ndarray) -> np.ndarray:
    diagonal = op.diagonal.value.data
    return np.diag(x, diagonal) if x.ndim == 1 else np.diagonal(x, diagonal)

"""Places in a codebook as the numbers that are there."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.stored_matrices import LookupOp
from .support import array_function


@array_function(LookupOp)
def _numbers(op: LookupOp, places: np.ndarray, codebook: np.ndarray) -> np.ndarray:
    return codebook[places]

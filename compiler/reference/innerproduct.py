"""InnerProduct: a matrix times a vector or the rows of a matrix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from .linear import linear_function


@linear_function(InnerProductOp, channel_axis=-1)
def _products(op: InnerProductOp, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    x = arrays["input"] if op.is_per_row else arrays["input"].reshape(-1)
    return x @ arrays["weight"].T

"""InnerProduct: a matrix times a vector or the rows of a matrix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from .linear import linear_function


def _products(op: InnerProductOp, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    x = arrays["input"] if op.is_per_row else arrays["input"].reshape(-1)
    return x @ arrays["weight"].T


@register_impls
class InnerProductFunctions(InterpreterFunctions):
    """The product with bias, activation and epilogue."""

    innerproduct = linear_function(InnerProductOp, _products, channel_axis=-1)

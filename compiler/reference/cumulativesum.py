"""CumulativeSum: running sums."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.cumulativesum import CumulativeSumOp
from .support import array_function


@register_impls
class CumulativeSumFunctions(InterpreterFunctions):
    """Sums of an element and all before it."""

    cumulative_sum = array_function(
        CumulativeSumOp, lambda op, x: np.cumsum(x, op.resolved_axis(), np.float32)
    )

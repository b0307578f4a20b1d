"""CumulativeSum: running sums."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.cumulativesum import CumulativeSumOp
from .support import array_function

array_function(CumulativeSumOp)(lambda op, x: np.cumsum(x, op.resolved_axis(), np.float32))

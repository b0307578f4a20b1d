"""Rows as int8 with a factor for each."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.int8_rounding import BELOW_HALF, LARGEST_INT8, SMALLEST_SCALED
from ...dialects.ncnn.internal.quantize_rows import Int8RowsOp
from .support import meaning


@meaning(Int8RowsOp)
def run(interpreter: Interpreter, op: Int8RowsOp, args: PythonValues) -> PythonValues:
    (x,) = args
    largest = np.maximum(np.abs(x).max(-1, keepdims=True), np.float32(SMALLEST_SCALED))
    scale = np.float32(LARGEST_INT8) / largest
    scaled = x * scale
    rounded = np.trunc(scaled + np.copysign(np.float32(BELOW_HALF), scaled))
    return rounded.astype(np.int8), (np.float32(1) / scale)[..., 0]

"""Padding that windows need to cover an image."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.internal.pad_same import PadSameOp
from .support import meaning


@meaning(PadSameOp)
def run_pad_same(interpreter: Interpreter, op: PadSameOp, args: PythonValues) -> PythonValues:
    pads = list(zip(*op.pads(), strict=True))
    return (np.pad(args[0], pads, constant_values=np.float32(op.value.value.data)),)

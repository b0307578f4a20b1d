"""Slice: views of the input, one for each part."""

from __future__ import annotations

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.layers.slice import SliceOp
from .support import meaning


@meaning(SliceOp)
def run_slice(interpreter: Interpreter, op: SliceOp, args: PythonValues) -> PythonValues:
    axis = op.resolved_axis()
    before = (slice(None),) * axis
    return tuple(args[0][(*before, slice(start, end))] for start, end in op.ranges())

"""Noop, DeepCopy, Dropout and Split: identities."""

from __future__ import annotations

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.ncnn.layers import misc as ops
from ...dialects.ncnn.layers.split import SplitOp
from .support import array_function, meaning, pointwise

pointwise(ops.DeepCopyOp)(lambda x: x)
array_function(ops.DropoutOp)(lambda op, x: op.scale.value.data * x)


@meaning(ops.NoopOp)
def run_noop(interpreter: Interpreter, op: ops.NoopOp, args: PythonValues) -> PythonValues:
    return args[: len(op.outputs)]


@meaning(SplitOp)
def run_split(interpreter: Interpreter, op: SplitOp, args: PythonValues) -> PythonValues:
    return args * len(op.outputs)

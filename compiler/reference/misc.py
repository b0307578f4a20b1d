"""Noop, DeepCopy, Dropout and Split: what they pass on."""

from __future__ import annotations

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.layers import misc as ops
from ...dialects.ncnn.layers.split import SplitOp
from .support import array_function, pointwise


@register_impls
class MiscFunctions(InterpreterFunctions):
    """The ops of `dialects/ncnn/layers/misc.py`, and Split."""

    deepcopy = pointwise(ops.DeepCopyOp, lambda x: x)
    dropout = array_function(ops.DropoutOp, lambda op, x: op.scale.value.data * x)

    @impl(ops.NoopOp)
    def run_noop(
        self, interpreter: Interpreter, op: ops.NoopOp, args: PythonValues
    ) -> PythonValues:
        return args[: len(op.outputs)]

    @impl(SplitOp)
    def run_split(self, interpreter: Interpreter, op: SplitOp, args: PythonValues) -> PythonValues:
        return args * len(op.outputs)

"""Slice: views of the input, one for each part."""

from __future__ import annotations

from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.layers.slice import SliceOp


@register_impls
class SliceFunctions(InterpreterFunctions):
    """Slice along any axis: views of the input."""

    @impl(SliceOp)
    def run_slice(self, interpreter: Interpreter, op: SliceOp, args: PythonValues) -> PythonValues:
        axis = op.resolved_axis()
        before = (slice(None),) * axis
        return tuple(args[0][(*before, slice(start, end))] for start, end in op.ranges())

"""InnerProduct: a matrix times a vector or the rows of a matrix."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from .support import operand_arrays
from .weighted import apply_epilogue, check_is_float, finish


@register_impls
class InnerProductFunctions(InterpreterFunctions):
    """The product with bias, activation and epilogue."""

    @impl(InnerProductOp)
    def run_innerproduct(
        self, interpreter: Interpreter, op: InnerProductOp, args: PythonValues
    ) -> PythonValues:
        check_is_float(op)
        arrays = operand_arrays(op, args)
        x = arrays["input"] if op.is_per_row else arrays["input"].reshape(-1)
        products = x @ arrays["weight"].T
        result = finish(op, products, arrays["bias"], channel_axis=-1)
        extra = arrays["epilogue_operands"]
        result = apply_epilogue(interpreter, op, result, extra, channel_axis=-1)
        return (result.astype(np.float32),)

"""Constants: `ncnn.weight` reads the store, or its own dense value."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.element_types import dtype_of
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.weight_store import WeightStore


@register_impls
class WeightFunctions(InterpreterFunctions):
    """Constants; the interpreter's data of this class holds the `WeightStore` as `weights`."""

    @impl(WeightOp)
    def run_weight(
        self, interpreter: Interpreter, op: WeightOp, args: PythonValues
    ) -> PythonValues:
        shape = op.output.type.get_shape()
        if op.value is not None:
            dtype = dtype_of(op.value.get_element_type())
            return (np.array(op.value.get_values(), dtype).reshape(shape),)
        store: WeightStore = interpreter.get_data(WeightFunctions, "weights", WeightStore)
        return (np.asarray(store.get(op.key.data)).reshape(shape),)

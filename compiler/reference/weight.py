"""Constants: `ncnn.weight` reads the store, or its own dense value."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues

from ...dialects.element_types import dtype_of
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.weight_store import WeightStore
from .support import meaning

WEIGHTS = "weights"


@meaning(WeightOp)
def run_weight(interpreter: Interpreter, op: WeightOp, args: PythonValues) -> PythonValues:
    """Return the array of a weight from the `WeightStore` in the interpreter's data."""
    shape = op.output.type.get_shape()
    if op.value is not None:
        dtype = dtype_of(op.value.get_element_type())
        return (np.array(op.value.get_values(), dtype).reshape(shape),)
    store: WeightStore = interpreter.get_data(InterpreterFunctions, WEIGHTS, WeightStore)
    return (np.asarray(store.get(op.key.data)).reshape(shape),)

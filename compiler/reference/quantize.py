"""Quantize, Dequantize and Requantize; integers are whole numbers in float32 arrays."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ...dialects.properties import float_list
from .activation import activate
from .int8 import to_int8
from .support import array_function, operand_arrays


def along(vector: np.ndarray | None, x: np.ndarray) -> np.ndarray:
    """A vector (None: zero) as an array that broadcasts to x, as its op says it lies along it."""
    if vector is None:
        return np.zeros(1, np.float32)
    return vector[:1] if x.ndim == 1 else vector.reshape(-1, *(1,) * (x.ndim - 1))


def _quantize(op: QuantizeOp, x: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return to_int8(x * along(scale, x))


def _dequantize(
    op: DequantizeOp, x: np.ndarray, scale: np.ndarray, bias: np.ndarray | None = None
) -> np.ndarray:
    return x * along(scale, x) + along(bias, x)


@register_impls
class QuantizeFunctions(InterpreterFunctions):
    """The ops of `dialects/ncnn/layers/quantize.py`."""

    quantize = array_function(QuantizeOp, _quantize)
    dequantize = array_function(DequantizeOp, _dequantize)

    @impl(RequantizeOp)
    def run_requantize(
        self, interpreter: Interpreter, op: RequantizeOp, args: PythonValues
    ) -> PythonValues:
        arrays = operand_arrays(op, args)
        x = arrays["input"]
        scaled = x * along(arrays["scale_in"], x) + along(arrays["bias"], x)
        value = activate(scaled, op.activation.data, float_list(op.activation_params))
        return (to_int8(value * along(arrays["scale_out"], x)),)

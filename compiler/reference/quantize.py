"""Quantize, Dequantize and Requantize; int8 is whole numbers in float32 arrays."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects.constraints import float_list
from ...dialects.ncnn.layers.quantize import DequantizeOp, QuantizationOp, QuantizeOp, RequantizeOp
from .activation import activate
from .int8 import to_int8
from .linear import along_channels
from .support import array_function, meaning, operand_arrays


def along(op: QuantizationOp, vector: np.ndarray | None, x: np.ndarray) -> np.ndarray:
    """
    Return a vector (None: zero) as an array that broadcasts to x, as its op says it lies along it.
    """
    if vector is None:
        return np.zeros(1, np.float32)
    if x.ndim == 1 and op.axis is None:
        return vector[:1]
    return along_channels(vector, x, op.vector_axis)


@array_function(QuantizeOp)
def _quantize(op: QuantizeOp, x: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return to_int8(x * along(op, scale, x))


@array_function(DequantizeOp)
def _dequantize(
    op: DequantizeOp | RequantizeOp,
    x: np.ndarray,
    scale: np.ndarray,
    bias: np.ndarray | None = None,
) -> np.ndarray:
    scaled = x.astype(np.float32) * along(op, scale, x) + along(op, bias, x)
    return activate(scaled, op.activation.data, float_list(op.activation_params))


@meaning(RequantizeOp)
def run_requantize(interpreter: Interpreter, op: RequantizeOp, args: PythonValues) -> PythonValues:
    arrays = operand_arrays(op, args)
    x = arrays["input"]
    biased = _dequantize(op, x, arrays["scale_in"], arrays["bias"])
    return (to_int8(biased * along(op, arrays["scale_out"], x)),)

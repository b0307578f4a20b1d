"""Shared parts of linear layers: bias, activation, epilogue, and int8."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import i32
from xdsl.interpreter import Interpreter, PythonValues
from xdsl.utils.exceptions import InterpretationError

from ...dialects.constraints import float_list
from ...dialects.element_types import element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.linear import QUANTIZED_RESULT, LinearOp
from ...dialects.ncnn.rules.int8_blobs import is_int8_blob
from .activation import activate
from .int8 import dequantizing_scales, rounds, scales_by_output, to_int8
from .support import meaning, operand_arrays

Products = Callable[..., np.ndarray]


def linear_function(*ops: type[LinearOp], channel_axis: int = 0) -> Callable[[Products], Products]:
    """Decorator: linear layers are `products(op, arrays)`, then bias, activation and epilogue."""

    def decorate(products: Products) -> Products:
        @meaning(*ops)
        def _(interpreter: Interpreter, op: LinearOp, args: PythonValues) -> PythonValues:
            arrays = operand_arrays(op, args)
            if op.scale_term:
                result = _quantized(op, products, arrays, channel_axis)
            elif op.sums_integers:
                result = sums_of_integers(op, products, arrays)
            else:
                result = products(op, arrays)
                if arrays["bias"] is not None:
                    result = result + along_channels(arrays["bias"], result, channel_axis)
                result = activate(result, op.activation.data, float_list(op.activation_params))
            extra = arrays.get("epilogue_operands", ())
            result = apply_epilogue(interpreter, op, result, extra, channel_axis)
            is_sum = element_of(op.output.type) == i32
            shaped = result.reshape(op.infer_shapes()[0])
            return (shaped.astype(np.int32 if is_sum else np.float32),)

        return products

    return decorate


def sums_of_integers(op: LinearOp, products: Products, arrays: Mapping[str, Any]) -> np.ndarray:
    """Return the int32 sums of int8 products, if it rounds; float64 represents all such sums."""
    wide = {name: arrays[name].astype(np.float64) for name in ("input", "weight")}
    sums = products(op, {**arrays, **wide})
    return sums.astype(np.int32) if rounds() else sums


def _quantized(
    op: LinearOp,
    products: Products,
    arrays: Mapping[str, Any],
    channel_axis: int,
) -> np.ndarray:
    """
    Compute the layer in int8, of an input that becomes int8 (or is), and of weights that are or
    become.

    `acc * scale + bias`, both rounded to float32, with `scale = 1 / (input_scale * weight_scale)`
    by output channel, 0 where the latter is 0; above term 100 the result becomes int8 again.
    """
    input_scale, weight_scale = arrays["input_scale"], arrays["weight_scale"]
    if input_scale is None or weight_scale is None:
        raise InterpretationError(f"{op.name}: int8 needs scales of weights and input")
    weight = arrays["weight"]
    scales = scales_by_output(weight_scale, weight.shape[0])
    x = arrays["input"] if is_int8_blob(op.input) else to_int8(arrays["input"] * input_scale)
    if weight.dtype != np.int8:
        weight = to_int8(weight * along_channels(scales, weight, 0))
    result = sums_of_integers(op, products, {**arrays, "input": x, "weight": weight})
    factors = dequantizing_scales(scales, input_scale)
    result = result.astype(np.float32) * along_channels(factors, result, channel_axis)
    if arrays["bias"] is not None:
        result = result + along_channels(arrays["bias"], result, channel_axis)
    result = activate(result, op.activation.data, float_list(op.activation_params))
    if op.scale_term > QUANTIZED_RESULT:
        result = to_int8(result.astype(np.float32) * arrays["output_scale"])
    return result


def along_channels(vector: np.ndarray, result: np.ndarray, channel_axis: int) -> np.ndarray:
    """
    Return a vector with one element for each channel, in a shape that broadcasts to the result's.
    """
    extents = [1] * result.ndim
    extents[channel_axis] = -1
    return vector.reshape(extents)


def apply_epilogue(
    interpreter: Interpreter,
    op: NcnnOp,
    result: np.ndarray,
    operands: Sequence[np.ndarray],
    channel_axis: int,
) -> np.ndarray:
    """Run the epilogue, if there is one; operands have the result's size or a value per channel."""
    if not op.regions or not op.regions[0].blocks:
        return result
    aligned = [
        operand.reshape(result.shape)
        if operand.size == result.size
        else along_channels(operand, result, channel_axis)
        for operand in operands
    ]
    (result,) = interpreter.run_ssacfg_region(op.regions[0], (result, *aligned), op.name)
    return result

"""What linear layers share: bias, activation, epilogue, and the check for int8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl
from xdsl.utils.exceptions import InterpretationError

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.linear import LinearOp
from ...dialects.properties import float_list
from .activation import activate
from .support import operand_arrays


def linear_function(
    op_type: type[LinearOp], products: Callable[..., np.ndarray], channel_axis: int = 0
) -> Any:
    """
    The interpreter function of a linear layer: `products(op, arrays)` is what it sums, from its
    operands by name; bias, activation and epilogue follow.
    """

    @impl(op_type)
    def run(
        self: InterpreterFunctions, interpreter: Interpreter, op: LinearOp, args: PythonValues
    ) -> PythonValues:
        if op.scale_term:
            raise InterpretationError(f"{op.name}: int8 is not part of the reference")
        arrays = operand_arrays(op, args)
        result = products(op, arrays)
        if arrays["bias"] is not None:
            result = result + along_channels(arrays["bias"], result, channel_axis)
        result = activate(result, op.activation.data, float_list(op.activation_params))
        extra = arrays.get("epilogue_operands", ())
        result = apply_epilogue(interpreter, op, result, extra, channel_axis)
        return (result.reshape(op.infer_shapes()[0]).astype(np.float32),)

    return run


def along_channels(vector: np.ndarray, result: np.ndarray, channel_axis: int) -> np.ndarray:
    """A vector with one element for each channel, in a shape that broadcasts to the result's."""
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

"""What the ops with weights share: bias, activation, epilogue, and the check for int8."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter
from xdsl.utils.exceptions import InterpretationError

from ...dialects.ncnn.base import float_list
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...passes.graph.linear.linear import LinearOp
from .activation import activate


def finish(
    op: LinearOp,
    products: np.ndarray,
    bias: np.ndarray | None,
    channel_axis: int = 0,
) -> np.ndarray:
    """Add the bias of every output channel and apply the op's activation."""
    if bias is not None:
        products = products + along_channels(bias, products, channel_axis)
    return activate(products, op.activation.data, float_list(op.activation_params))


def along_channels(vector: np.ndarray, result: np.ndarray, channel_axis: int) -> np.ndarray:
    """A vector with one element for each channel, in a shape that broadcasts to the result's."""
    extents = [1] * result.ndim
    extents[channel_axis] = -1
    return vector.reshape(extents)


def apply_epilogue(
    interpreter: Interpreter,
    op: ConvolutionBase | InnerProductOp,
    result: np.ndarray,
    operands: Sequence[np.ndarray],
    channel_axis: int = 0,
) -> np.ndarray:
    """Run the epilogue, if there is one; operands have the result's size or a value per channel."""
    if op.epilogue is None or not op.epilogue.blocks:
        return result
    aligned = [
        operand.reshape(result.shape)
        if operand.size == result.size
        else along_channels(operand, result, channel_axis)
        for operand in operands
    ]
    (result,) = interpreter.run_ssacfg_region(op.epilogue, (result, *aligned), op.name)
    return result


def check_is_float(op: ConvolutionBase | InnerProductOp) -> None:
    """Raises: InterpretationError for an op that computes with int8."""
    if op.int8_scale_term.value.data:
        raise InterpretationError(f"{op.name}: int8 is not part of the reference")

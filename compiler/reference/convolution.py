"""Convolution and ConvolutionDepthWise: a sum over the taps of the kernel."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.base import int_list
from ...dialects.ncnn.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from .support import operand_arrays
from .weighted import apply_epilogue, check_is_float, finish


def grouped_product(weight: np.ndarray, x: np.ndarray, groups: int) -> np.ndarray:
    """
    Weights of one tap times the cells that it meets.

    Shapes: `out,in/group` times `in,h,w` to `out,h,w`.
    """
    channels, height, width = x.shape
    cells = x.reshape(groups, channels // groups, height * width)
    products = weight.reshape(groups, -1, channels // groups) @ cells
    return products.reshape(-1, height, width)


def convolve(op: ConvolutionBase, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The accumulated products, before bias and activation: `out,oh,ow`."""
    top, left, bottom, right = op.resolved_pads()
    x = np.pad(
        x.reshape(op.spatial_input_shape),
        ((0, 0), (top, bottom), (left, right)),
        constant_values=op.pad_value.value.data,
    )
    stride, dilation = int_list(op.stride), int_list(op.dilation)
    kernel = weight.shape[2:]
    rows, columns = (
        (x.shape[1 + i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(2)
    )
    total = np.zeros((weight.shape[0], rows, columns), np.float32)
    for i, j in np.ndindex(*kernel):
        # cell (y, x) of the output meets tap (i, j) at (y * stride + i * dilation, ...)
        y0, x0 = i * dilation[0], j * dilation[1]
        met = x[
            :,
            y0 : y0 + (rows - 1) * stride[0] + 1 : stride[0],
            x0 : x0 + (columns - 1) * stride[1] + 1 : stride[1],
        ]
        total += grouped_product(weight[:, :, i, j], met, op.groups)
    return total


@register_impls
class ConvolutionFunctions(InterpreterFunctions):
    """Convolutions with their bias, activation and epilogue."""

    @impl(ConvolutionOp)
    def run_convolution(
        self, interpreter: Interpreter, op: ConvolutionOp, args: PythonValues
    ) -> PythonValues:
        return self._run(interpreter, op, args)

    @impl(ConvolutionDepthWiseOp)
    def run_convolution_depthwise(
        self, interpreter: Interpreter, op: ConvolutionDepthWiseOp, args: PythonValues
    ) -> PythonValues:
        return self._run(interpreter, op, args)

    def _run(
        self, interpreter: Interpreter, op: ConvolutionBase, args: PythonValues
    ) -> PythonValues:
        check_is_float(op)
        arrays = operand_arrays(op, args)
        products = convolve(op, arrays["input"], arrays["weight"])
        result = finish(op, products, arrays["bias"])
        result = apply_epilogue(interpreter, op, result, arrays["epilogue_operands"])
        return (result.reshape(op.infer_shapes()[0]).astype(np.float32),)

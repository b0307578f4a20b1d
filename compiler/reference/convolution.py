"""Convolutions of images and of sequences: a sum over the taps of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.base import int_list
from ...dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ...dialects.ncnn.layers.convolution1d import (
    Convolution1DBase,
    Convolution1DOp,
    ConvolutionDepthWise1DOp,
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


@dataclass(frozen=True)
class Windows:
    """How the kernel moves over the rows and columns of the padded input."""

    pads: tuple[int, int, int, int]
    """`[top, left, bottom, right]`."""
    stride: Sequence[int]
    dilation: Sequence[int]
    pad_value: float


def convolve(x: np.ndarray, weight: np.ndarray, windows: Windows, groups: int) -> np.ndarray:
    """The accumulated products of `c,h,w`, before bias and activation: `out,oh,ow`."""
    top, left, bottom, right = windows.pads
    around = ((0, 0), (top, bottom), (left, right))
    x = np.pad(x, around, constant_values=windows.pad_value)
    stride, dilation = windows.stride, windows.dilation
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
        total += grouped_product(weight[:, :, i, j], met, groups)
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
        windows = Windows(
            op.resolved_pads(),
            int_list(op.stride),
            int_list(op.dilation),
            op.pad_value.value.data,
        )
        x = arrays["input"].reshape(op.spatial_input_shape)
        products = convolve(x, arrays["weight"], windows, op.groups)
        result = finish(op, products, arrays["bias"])
        result = apply_epilogue(interpreter, op, result, arrays["epilogue_operands"])
        return (result.reshape(op.infer_shapes()[0]).astype(np.float32),)


@register_impls
class Convolution1DFunctions(InterpreterFunctions):
    """Convolutions of sequences: of images of one row."""

    @impl(Convolution1DOp)
    def run_convolution1d(
        self, interpreter: Interpreter, op: Convolution1DOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    @impl(ConvolutionDepthWise1DOp)
    def run_convolution_depthwise1d(
        self, interpreter: Interpreter, op: ConvolutionDepthWise1DOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    def _run(self, op: Convolution1DBase, args: PythonValues) -> PythonValues:
        arrays = operand_arrays(op, args)
        left, right = op.resolved_pads()
        windows = Windows(
            (0, left, 0, right),
            (1, op.stride.value.data),
            (1, op.dilation.value.data),
            op.pad_value.value.data,
        )
        used = op.used_weight_shape
        weight = arrays["weight"].reshape(-1)[: prod(used)].reshape(used)
        x = arrays["input"][:, None, :]
        products = convolve(x, weight[:, :, None, :], windows, op.groups)[:, 0, :]
        return (finish(op, products, arrays["bias"]).astype(np.float32),)

"""Deconvolution and DeconvolutionDepthWise: every cell of the input adds its kernel."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.base import int_list
from ...dialects.ncnn.deconvolution import (
    DeconvolutionBase,
    DeconvolutionDepthWiseOp,
    DeconvolutionOp,
)
from .convolution import grouped_product
from .support import operand_arrays
from .weighted import finish


def output_major(op: DeconvolutionBase, weight: np.ndarray) -> np.ndarray:
    """The weights as `[out][in/group][kh][kw]`, whichever way the op has them."""
    if op.transposed_weight is None:
        return weight
    channels, outputs_per_group, height, width = weight.shape
    per_group = weight.reshape(op.groups, channels // op.groups, outputs_per_group, height, width)
    return per_group.swapaxes(1, 2).reshape(-1, channels // op.groups, height, width)


def deconvolve(op: DeconvolutionBase, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The accumulated products of the full result: `out,oh,ow`."""
    weight = output_major(op, weight)
    stride, dilation = int_list(op.stride), int_list(op.dilation)
    total = np.zeros((weight.shape[0], *op.full_size()), np.float32)
    for i, j in np.ndindex(*weight.shape[2:]):
        # cell (y, x) of the input adds tap (i, j) at (y * stride + i * dilation, ...)
        y0, x0 = i * dilation[0], j * dilation[1]
        total[
            :,
            y0 : y0 + (x.shape[1] - 1) * stride[0] + 1 : stride[0],
            x0 : x0 + (x.shape[2] - 1) * stride[1] + 1 : stride[1],
        ] += grouped_product(weight[:, :, i, j], x, op.groups)
    return total


@register_impls
class DeconvolutionFunctions(InterpreterFunctions):
    """Deconvolutions with their bias and activation; an epilogue region is not part of it."""

    @impl(DeconvolutionOp)
    def run_deconvolution(
        self, interpreter: Interpreter, op: DeconvolutionOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    @impl(DeconvolutionDepthWiseOp)
    def run_deconvolution_depthwise(
        self, interpreter: Interpreter, op: DeconvolutionDepthWiseOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    def _run(self, op: DeconvolutionBase, args: PythonValues) -> PythonValues:
        arrays = operand_arrays(op, args)
        full = deconvolve(op, arrays["input"], arrays["weight"])
        top, left, bottom, right = op.resolved_cuts()
        cut = full[:, top : full.shape[1] - bottom, left : full.shape[2] - right]
        return (finish(op, cut, arrays["bias"]).astype(np.float32),)

"""Deconvolutions of images and of sequences: every cell of the input adds its kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, impl, register_impls

from ...dialects.ncnn.base import int_list
from ...dialects.ncnn.layers.deconvolution import (
    DeconvolutionBase,
    DeconvolutionDepthWiseOp,
    DeconvolutionOp,
)
from ...dialects.ncnn.layers.deconvolution1d import (
    Deconvolution1DBase,
    Deconvolution1DOp,
    DeconvolutionDepthWise1DOp,
)
from .convolution import grouped_product
from .support import operand_arrays
from .weighted import finish


def output_major(weight: np.ndarray, groups: int) -> np.ndarray:
    """Transposed weights `[in][out/group][kh][kw]` as `[out][in/group][kh][kw]`."""
    channels, outputs_per_group, height, width = weight.shape
    per_group = weight.reshape(groups, channels // groups, outputs_per_group, height, width)
    return per_group.swapaxes(1, 2).reshape(-1, channels // groups, height, width)


@dataclass(frozen=True)
class Spread:
    """How the kernels of the cells of the input lie in the full result, by rows and columns."""

    full_size: tuple[int, int]
    stride: Sequence[int]
    dilation: Sequence[int]


def deconvolve(x: np.ndarray, weight: np.ndarray, spread: Spread, groups: int) -> np.ndarray:
    """The accumulated products of the full result: `out,oh,ow`."""
    stride, dilation = spread.stride, spread.dilation
    total = np.zeros((weight.shape[0], *spread.full_size), np.float32)
    for i, j in np.ndindex(*weight.shape[2:]):
        # cell (y, x) of the input adds tap (i, j) at (y * stride + i * dilation, ...)
        y0, x0 = i * dilation[0], j * dilation[1]
        total[
            :,
            y0 : y0 + (x.shape[1] - 1) * stride[0] + 1 : stride[0],
            x0 : x0 + (x.shape[2] - 1) * stride[1] + 1 : stride[1],
        ] += grouped_product(weight[:, :, i, j], x, groups)
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
        weight = arrays["weight"]
        if op.transposed_weight is not None:
            weight = output_major(weight, op.groups)
        spread = Spread(op.full_size(), int_list(op.stride), int_list(op.dilation))
        full = deconvolve(arrays["input"], weight, spread, op.groups)
        top, left, bottom, right = op.resolved_cuts()
        cut = full[:, top : full.shape[1] - bottom, left : full.shape[2] - right]
        return (finish(op, cut, arrays["bias"]).astype(np.float32),)


@register_impls
class Deconvolution1DFunctions(InterpreterFunctions):
    """Deconvolutions of sequences: of images of one row."""

    @impl(Deconvolution1DOp)
    def run_deconvolution1d(
        self, interpreter: Interpreter, op: Deconvolution1DOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    @impl(DeconvolutionDepthWise1DOp)
    def run_deconvolution_depthwise1d(
        self, interpreter: Interpreter, op: DeconvolutionDepthWise1DOp, args: PythonValues
    ) -> PythonValues:
        return self._run(op, args)

    def _run(self, op: Deconvolution1DBase, args: PythonValues) -> PythonValues:
        arrays = operand_arrays(op, args)
        x, weight = arrays["input"][:, None, :], arrays["weight"][:, :, None, :]
        if op.transposed_weight is not None:
            weight = output_major(weight, op.groups)
        length = op.full_size()
        spread = Spread((1, length), (1, op.stride.value.data), (1, op.dilation.value.data))
        left, right = op.resolved_cuts()
        cut = deconvolve(x, weight, spread, op.groups)[:, 0, left : length - right]
        return (finish(op, cut, arrays["bias"]).astype(np.float32),)

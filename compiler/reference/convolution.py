"""Convolutions along any number of axes: a sum over the taps of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ...dialects.ncnn.layers.convolution1d import Convolution1DOp, ConvolutionDepthWise1DOp
from ...dialects.ncnn.layers.convolution3d import Convolution3DOp, ConvolutionDepthWise3DOp
from .linear import linear_function


def grouped_product(weight: np.ndarray, x: np.ndarray, groups: int) -> np.ndarray:
    """Multiply one tap: `out,in/group` times `in` and spatial axes to `out` and these."""
    channels, *size = x.shape
    cells = x.reshape(groups, channels // groups, prod(size))
    products = weight.reshape(groups, -1, channels // groups) @ cells
    return products.reshape(-1, *size)


@dataclass(frozen=True)
class KernelMotion:
    """The motion of the kernel along each axis of the padded input."""

    pads: Sequence[int]
    """Before each axis, then after each."""
    stride: Sequence[int]
    dilation: Sequence[int]
    pad_value: float


def convolve(x: np.ndarray, weight: np.ndarray, motion: KernelMotion, groups: int) -> np.ndarray:
    """
    Return the accumulated products, before bias and activation: `out` and the windows by axis.
    """
    axes = x.ndim - 1
    around = ((0, 0), *zip(motion.pads[:axes], motion.pads[axes:], strict=True))
    x = np.pad(x, around, constant_values=motion.pad_value)
    stride, dilation = motion.stride, motion.dilation
    kernel = weight.shape[2:]
    counts = [
        (x.shape[1 + i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(axes)
    ]
    total = np.zeros((weight.shape[0], *counts), np.float32)
    for tap in np.ndindex(*kernel):
        # window n of an axis meets tap i at n * stride + i * dilation
        met = (
            slice(i * d, i * d + (count - 1) * s + 1, s)
            for i, d, s, count in zip(tap, dilation, stride, counts, strict=True)
        )
        total += grouped_product(weight[:, :, *tap], x[:, *met], groups)
    return total


@linear_function(
    ConvolutionOp,
    ConvolutionDepthWiseOp,
    Convolution1DOp,
    ConvolutionDepthWise1DOp,
    Convolution3DOp,
    ConvolutionDepthWise3DOp,
)
def _products(op: ConvolutionND, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    motion = KernelMotion(
        op.resolved_pads(),
        op.along_axes("stride"),
        op.along_axes("dilation"),
        op.pad_value.value.data,
    )
    used = op.used_weight_shape
    weight = arrays["weight"].reshape(-1)[: prod(used)].reshape(used)
    x = arrays["input"]
    if isinstance(op, ConvolutionBase) and op.is_volume:
        x = x[:, 0]
    return convolve(x.reshape(op.spatial_input_shape), weight, motion, op.groups)

"""Deconvolutions along any number of axes: every cell of the input adds its kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...dialects.ncnn.families.deconvolution_nd import DeconvolutionND
from ...dialects.ncnn.layers.deconvolution import DeconvolutionDepthWiseOp, DeconvolutionOp
from ...dialects.ncnn.layers.deconvolution1d import Deconvolution1DOp, DeconvolutionDepthWise1DOp
from ...dialects.ncnn.layers.deconvolution3d import Deconvolution3DOp, DeconvolutionDepthWise3DOp
from .convolution import grouped_product
from .linear import linear_function


def output_major(weight: np.ndarray, groups: int) -> np.ndarray:
    """Transposed weights `[in][out/group]` and kernel as `[out][in/group]` and kernel."""
    channels, outputs_per_group, *kernel = weight.shape
    per_group = weight.reshape(groups, channels // groups, outputs_per_group, *kernel)
    return per_group.swapaxes(1, 2).reshape(-1, channels // groups, *kernel)


@dataclass(frozen=True)
class Spread:
    """The placement of kernels of input cells in the full result, by axis."""

    full_size: Sequence[int]
    stride: Sequence[int]
    dilation: Sequence[int]


def deconvolve(x: np.ndarray, weight: np.ndarray, spread: Spread, groups: int) -> np.ndarray:
    """Return the accumulated products of the full result: `out` and its extents."""
    total = np.zeros((weight.shape[0], *spread.full_size), np.float32)
    for tap in np.ndindex(*weight.shape[2:]):
        # cell n of an axis adds tap i at n * stride + i * dilation
        places = (
            slice(i * d, i * d + (count - 1) * s + 1, s)
            for i, d, s, count in zip(tap, spread.dilation, spread.stride, x.shape[1:], strict=True)
        )
        total[:, *places] += grouped_product(weight[:, :, *tap], x, groups)
    return total


@linear_function(
    DeconvolutionOp,
    DeconvolutionDepthWiseOp,
    Deconvolution1DOp,
    DeconvolutionDepthWise1DOp,
    Deconvolution3DOp,
    DeconvolutionDepthWise3DOp,
)
def _products(op: DeconvolutionND, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    weight = arrays["weight"]
    if op.has_transposed_weight:
        weight = output_major(weight, op.groups)
    size, cuts = op.full_size(), op.resolved_cuts()
    spread = Spread(size, op.along_axes("stride"), op.along_axes("dilation"))
    full = deconvolve(arrays["input"], weight, spread, op.groups)
    axes = len(size)
    kept = (
        slice(before, cells - after)
        for before, cells, after in zip(cuts[:axes], size, cuts[axes:], strict=True)
    )
    return full[:, *kept]

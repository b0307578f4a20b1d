"""DeformableConv2D: samples at every tap's place, times the weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from .gridsample import GridTaps, sum_of_taps, tap
from .linear import linear_function


def bilinear(x: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return samples `c,oh,ow` of `c,h,w` at rows and columns `oh,ow`, zero outside."""
    axes: list[GridTaps] = []
    for position, size in ((rows, x.shape[1]), (columns, x.shape[2])):
        # At -1 and before, and at what is no number, there is nothing.
        near = np.clip(np.where(position > -1, position, -2), -2, size + 1)
        base = np.floor(near)
        fraction = near - base
        axes.append([tap(base, size, 1 - fraction), tap(base + 1, size, fraction)])
    return sum_of_taps(x, axes)


@linear_function(DeformableConv2DOp)
def _products(op: DeformableConv2DOp, arrays: Mapping[str, Any]) -> np.ndarray:
    x, weight, mask = arrays["input"], arrays["weight"], arrays["mask"]
    (outputs, height, width), (top, left, *_) = op.infer_shapes()[0], op.resolved_pads()
    stride, dilation = op.along_axes("stride"), op.along_axes("dilation")
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    offsets = arrays["offset"].reshape(-1, 2, height, width)
    total = np.zeros((outputs, height, width), np.float32)
    for n, (ky, kx) in enumerate(np.ndindex(*op.kernel_shape)):
        cells = bilinear(
            x,
            rows * stride[0] - top + ky * dilation[0] + offsets[n, 0],
            columns * stride[1] - left + kx * dilation[1] + offsets[n, 1],
        )
        if mask is not None:
            cells = cells * mask[n]
        total += np.tensordot(weight[:, :, ky, kx], cells, 1)
    return total

"""P3M's poolings that keep where maxima were, and their inverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.families.pooling_windows import PadMode, Sliding
from ..ncnn.internal.pooling_index import pooling_index_shape, unpool_shape
from ..ncnn.shapes import Shape
from .layer import (
    Builder,
    ContribLayer,
    WeightOperands,
    check_rank,
    from_inputs,
    int_param,
    refused,
)

PROJECT = "FeiGeChuanShu/ncnn_Android_matting"
PAD_MODES = (PadMode.FULL, PadMode.VALID)
SCALE = 2
"""Kernel and stride of all unpoolings of P3M."""


@dataclass(frozen=True)
class PoolingWindows:
    """The windows of a pooling: numbers for rows, then columns; pads as `top, left, ...`."""

    kernel: tuple[int, int]
    stride: tuple[int, int]
    pad: tuple[int, int, int, int]


def windows_of(params: LayerParams, shape: Shape) -> PoolingWindows:
    """Read Pooling's parameters for an input `c,h,w`. Raises: InvalidLayerError."""
    check_rank("input", shape, 3)
    if any(int_param(params, id) for id in (0, 4, 7)):
        raise refused("pools windows to maxima only")
    mode = int_param(params, 5)
    if mode not in range(len(PAD_MODES)):
        raise refused(f"pad_mode {mode} must be 0 or 1")
    kernel, stride = (
        (int_param(params, 10 + id, across), across)
        for id, across in ((1, int_param(params, 1)), (2, int_param(params, 2, 1)))
    )
    left = int_param(params, 3)
    top = int_param(params, 13, left)
    pad = [top, left, int_param(params, 15, top), int_param(params, 14, left)]
    for axis, size in enumerate(shape[1:]):
        sliding = Sliding(
            kernel[axis], stride[axis], pad[axis], pad[axis + 2], PAD_MODES[mode], True
        )
        reach = (len(sliding.windows(size)) - 1) * stride[axis] + kernel[axis]
        pad[axis + 2] = max(reach - size - pad[axis], 0)
    return PoolingWindows(kernel, stride, (pad[0], pad[1], pad[2], pad[3]))


def pooled_shapes(params: LayerParams, x: Shape) -> list[Shape]:
    """Shapes: `c,h,w` to `c,oh,ow`, twice. Raises: ShapeError for windows that cannot be."""
    w = windows_of(params, x)
    return [pooling_index_shape(x, w.kernel, w.stride, w.pad)] * 2


def pooled(params: LayerParams, x: np.ndarray) -> list[np.ndarray]:
    """
    Compute the maximum of each window, and the number of its cell, counted by rows from 0.

    The first of equal cells counts. Source: torch.nn.MaxPool2d(return_indices=True), which P3M
    (JizhiziLi/P3M, core/network/resnet_mp.py) uses.
    """
    w = windows_of(params, x.shape)
    shape = pooling_index_shape(x.shape, w.kernel, w.stride, w.pad)
    numbers = max_indices(x, w.kernel, w.stride, w.pad[:2], shape)
    cells = x.reshape(x.shape[0], -1)
    values = np.take_along_axis(cells, numbers.reshape(x.shape[0], -1).astype(np.int64), 1)
    return [values.reshape(shape), numbers]


def max_indices(
    x: np.ndarray,
    kernel: Sequence[int],
    stride: Sequence[int],
    before: Sequence[int],
    shape: Shape,
) -> np.ndarray:
    """Find the number of the first largest cell of each window of `c,h,w`; NaN never is it."""
    _, height, width = x.shape
    i, j = (np.arange(n) * step - pad for n, step, pad in zip(shape[1:], stride, before))
    numbers = np.maximum(i, 0)[:, None] * width + np.maximum(j, 0)
    best, found = np.full(shape, -np.inf, np.float32), np.broadcast_to(numbers, shape)
    for dy, dx in np.ndindex(*kernel):
        row, column = (i + dy)[:, None], j + dx
        exists = (0 <= row) & (row < height) & (0 <= column) & (column < width)
        cell = x[:, np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)]
        is_more = exists & (cell > best)
        best = np.where(is_more, cell, best)
        found = np.where(is_more, row * width + column, found)
    return found.astype(np.float32)


def build_pooled(
    builder: Builder,
    params: LayerParams,
    inputs: Sequence[SSAValue],
    weights: WeightOperands,
) -> list[SSAValue]:
    """Build the pooling, and the search for its maxima."""
    (x,) = inputs
    w = windows_of(params, builder.shape(x))
    values = builder.layer("Pooling", [x], params)
    return [values, builder.pooling_index(x, w.kernel, w.stride, w.pad)]


def unpooled_shape(params: LayerParams, x: Shape, index: Shape) -> Shape:
    """Shapes: x and index `c,h,w` to `c,2h,2w`. Raises: ShapeError for what does not fit."""
    check_rank("input", x, 3)
    return unpool_shape(x, index, [SCALE * size for size in x[1:]])


def unpooled(params: LayerParams, x: np.ndarray, index: np.ndarray) -> np.ndarray:
    """
    Put each cell of `c,h,w` at the place of `c,2h,2w` that its index says; other cells are 0.

    Of several cells with one place the last counts. Source: torch.nn.functional.max_unpool2d, as
    P3M (JizhiziLi/P3M, core/network/P3mNet.py) calls it.
    """
    return put_back(x, index, [SCALE * size for size in x.shape[1:]])


def put_back(x: np.ndarray, index: np.ndarray, size: Sequence[int]) -> np.ndarray:
    """Put the cells of each channel at their places in order; leave out those without one."""
    channels, places = x.shape[0], size[0] * size[1]
    result = np.zeros((channels, places), np.float32)
    for row, values, numbers in zip(result, x.reshape(channels, -1), index.reshape(channels, -1)):
        exists = (0 <= numbers) & (numbers < places)
        # numpy assigns in order
        row[numbers[exists].astype(np.int64)] = values[exists]
    return result.reshape(channels, *size)


@from_inputs
def build_unpooled(builder: Builder, x: SSAValue, index: SSAValue) -> SSAValue:
    """Build `ncnn.unpool`."""
    return builder.unpool(x, index, [SCALE * size for size in builder.shape(x)[1:]])


LAYERS = (
    ContribLayer(
        "MaxPoolingInd",
        pooled_shapes,
        pooled,
        (),
        build_pooled,
        PROJECT,
        may_leave_out_outputs=True,
    ),
    ContribLayer("MaxUnPooling", unpooled_shape, unpooled, (), build_unpooled, PROJECT),
)

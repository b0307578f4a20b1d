"""Gathers by a blob of indices: ONNX's Gather and PyTorch's, as converters leave them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.rules.axes import MAX_RANK
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, WeightOperands, check_rank, refused


def gather_axis(params: LayerParams, x: Shape) -> int:
    """Return parameter 0 as an axis of x. Raises: InvalidLayerError."""
    axis = params.get(0, 0)
    if not isinstance(axis, int) or not -len(x) <= axis < len(x):
        raise refused(f"axis {axis} is outside of {len(x)} dimensions")
    return axis % len(x)


def numbers(indices: np.ndarray, count: int) -> np.ndarray:
    """Return floats as numbers of elements: without fraction, NaN as 0, clamped."""
    return np.clip(np.nan_to_num(indices), 0, count - 1).astype(np.int64)


# Gather -----------------------------------------------------------------------------------------


def gathered_shape(params: LayerParams, x: Shape, indices: Shape) -> Shape:
    """Shapes: the axis of x becomes the axes of the indices."""
    axis = gather_axis(params, x)
    shape = (*x[:axis], *indices, *x[axis + 1 :])
    check_rank("output", shape, *range(1, MAX_RANK + 1))
    return shape


def gather(params: LayerParams, x: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Take x along an axis (parameter 0) at indices, rounded half up and clamped."""
    axis = gather_axis(params, x.shape)
    return np.take(x, numbers(indices + np.float32(0.5), x.shape[axis]), axis)


def build_gather(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a gather of rows, of x with the axis first."""
    b, (x, indices) = builder, inputs
    shape, axis = b.shape(x), gather_axis(params, b.shape(x))
    rest = [i for i in range(len(shape)) if i != axis]
    table = b.permute(x, (axis, *rest))
    table = b.reshape(table, (shape[axis], prod(shape[i] for i in rest)))
    count = prod(b.shape(indices))
    rows = b.reshape(b.scalar("add", indices, 0.5), (count,))
    parts = b.reshape(b.gather_rows(table, rows), (count, *(shape[i] for i in rest)))
    order = (*range(1, axis + 1), 0, *range(axis + 1, len(shape)))
    return b.reshape(b.permute(parts, order), gathered_shape(params, shape, b.shape(indices)))


# torch.gather -----------------------------------------------------------------------------------


def element_axis(params: LayerParams, x: Shape, indices: Shape) -> int:
    """Return parameter 0, or the only axis that fits. Raises: InvalidLayerError."""
    if 0 in params or len(x) == 1:
        return gather_axis(params, x)
    rank = range(len(x))
    axes = [
        axis
        for axis in rank
        if len(indices) == len(x) and all(i == axis or x[i] == indices[i] for i in rank)
    ]
    if len(axes) != 1:
        raise refused(f"the axis is not in the file: say it as parameter 0, for {x} and {indices}")
    return axes[0]


def element_shape(params: LayerParams, x: Shape, indices: Shape) -> Shape:
    """Shapes: that of the indices, which exceed x along no other axis."""
    axis = element_axis(params, x, indices)
    fits = len(x) == len(indices) and all(
        i == axis or n <= m for i, (n, m) in enumerate(zip(indices, x, strict=True))
    )
    if not fits:
        raise refused(f"indices of {indices} do not fit an input of {x}, axis {axis}")
    return indices


def gather_elements(params: LayerParams, x: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Take elements of x along an axis (parameter 0) at indices, truncated and clamped."""
    axis = element_axis(params, x.shape, indices.shape)
    x = x[tuple(slice(None if i == axis else n) for i, n in enumerate(indices.shape))]
    return np.take_along_axis(x, numbers(indices, x.shape[axis]), axis)


def build_gather_elements(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a gather of elements of the part of x that indices are for."""
    x, indices = inputs
    axis = element_axis(params, builder.shape(x), builder.shape(indices))
    for i, n in enumerate(builder.shape(indices)):
        if i != axis:
            x = builder.slice(x, i, 0, n)
    return builder.gather_elements(x, indices, axis)


LAYERS = (
    ContribLayer(
        "Gather", gathered_shape, gather, (), build_gather, "FeiGeChuanShu/FunASR-demo-ncnn"
    ),
    ContribLayer(
        "torch.gather",
        element_shape,
        gather_elements,
        (),
        build_gather_elements,
        "pytorch/pytorch",
    ),
)

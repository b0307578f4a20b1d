"""Layers of sherpa-ncnn's streaming Zipformer (icefall's `ncnn_custom_layer`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams, LayerWeight
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

PROJECT = "k2-fsa/sherpa-ncnn"


# SherpaMetaData ---------------------------------------------------------------------------------


def no_shapes(params: LayerParams) -> list[Shape]:
    """Shapes: no inputs, no outputs."""
    return []


def say_nothing(params: LayerParams) -> list[np.ndarray]:
    """Nothing: its parameters tell the program about the model."""
    return []


@from_inputs
def build_nothing(builder: Builder) -> list[SSAValue]:
    """Build nothing."""
    return []


# PoolingModuleNoProj ----------------------------------------------------------------------------


def pooled_shapes(params: LayerParams, x: Shape, count: Shape, mean: Shape) -> list[Shape]:
    """Shapes: `t,c`, one count, c means (as `1,c`, for one) to `t,c`, `1` and c means."""
    check_rank("input", x, 2)
    if prod(count) != 1 or prod(mean) != x[1]:
        raise refused(f"needs a count and {x[1]} means, not blobs of {count} and {mean}")
    return [x, (1,), mean]


def pool(
    params: LayerParams, x: np.ndarray, count: np.ndarray, mean: np.ndarray
) -> list[np.ndarray]:
    """Running means along a sequence, given the count and mean of the preceding part."""
    before = count.reshape(1)
    counts = before + np.arange(1, len(x) + 1, dtype=np.float32)
    means = (np.cumsum(x, 0, np.float32) + before * mean.reshape(1, -1)) / counts[:, None]
    return [means, counts[-1:], means[-1].reshape(mean.shape)]


@from_inputs
def build_pooling(builder: Builder, x: SSAValue, count: SSAValue, mean: SSAValue) -> list[SSAValue]:
    """Build running sums over running counts."""
    b, (length, channels) = builder, builder.shape(x)
    before = b.reshape(count, (1, 1))
    sum_before = b.binary("mul", b.reshape(mean, (1, channels)), before)
    sums = b.layer("CumulativeSum", [x], {0: 0})
    sums = b.binary("add", sums, sum_before)
    numbers = b.array(np.arange(1, length + 1)[:, None])
    means = b.binary("div", sums, b.binary("add", numbers, before))
    last = b.reshape(b.slice(means, 0, length - 1, length), b.shape(mean))
    return [means, b.reshape(b.scalar("add", before, length), (1,)), last]


# TensorAsStrided --------------------------------------------------------------------------------


def view_of(params: LayerParams, x: Shape) -> tuple[Shape, tuple[int, int], int]:
    """Return extents, strides of rows and columns, and offset. Raises: InvalidLayerError."""
    check_rank("input", x, 3)
    sizes, strides, offset = params.get(0, ()), params.get(1, ()), int_param(params, 2)
    channels, height, width = x
    if not isinstance(sizes, tuple) or not isinstance(strides, tuple):
        raise refused("sizes (0) and strides (1) must be arrays")
    if len(sizes) != 3 or len(strides) != 3:
        raise refused("sizes (0) and strides (1) must have 3 entries")
    if sizes[0] != channels or strides[0] != height * width:
        raise refused(f"sizes {sizes} and strides {strides} do not keep the channels of {x}")
    rows, columns, by_row, by_column = map(int, (*sizes[1:], *strides[1:]))
    last = offset + (rows - 1) * by_row + (columns - 1) * by_column
    if min(rows, columns, by_row, by_column) < 1 or offset < 0 or last >= height * width:
        raise refused(f"reads up to element {last} of channels of {height * width}")
    return (channels, rows, columns), (by_row, by_column), offset


def strided_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `c,h,w` to the sizes that parameter 0 says."""
    return view_of(params, x)[0]


def as_strided(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Elements of each channel at strides of rows and columns, from an offset on."""
    (channels, rows, columns), (by_row, by_column), offset = view_of(params, x.shape)
    places = offset + np.arange(rows)[:, None] * by_row + np.arange(columns) * by_column
    return x.reshape(channels, -1)[:, places]


def build_as_strided(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a view of as many rows of the stride's length, or slices where rows overlap."""
    b, shape = builder, builder.shape(inputs[0])
    (channels, rows, columns), (by_row, by_column), offset = view_of(params, shape)
    flat = b.reshape(inputs[0], (1, channels, shape[1] * shape[2]))
    span = columns * by_column
    missing = offset + (rows - 1) * by_row + max(span, by_row) - shape[1] * shape[2]
    flat = b.pad(flat, "constant", (0, 0, 0), (0, 0, max(missing, 0)))
    if span <= by_row:
        part = b.slice(flat, 2, offset, offset + rows * by_row)
        y = b.slice(b.reshape(part, (channels, rows, by_row)), 2, 0, span)
    else:
        starts = [offset + row * by_row for row in range(rows)]
        parts = [
            b.reshape(b.slice(flat, 2, start, start + span), (channels, 1, span))
            for start in starts
        ]
        y = b.concat(parts, 1)
    if by_column > 1:
        y = b.slice(b.reshape(y, (channels, rows, columns, by_column)), 3, 0, 1)
    return b.reshape(y, (channels, rows, columns))


# SimpleUpsample ---------------------------------------------------------------------------------


def upsampled_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `t,c` to `t*n,c`."""
    check_rank("input", x, 2)
    copies, channels, size = (int_param(params, id) for id in range(3))
    if size != copies * channels or copies < 1:
        raise refused(f"a bias of {size} elements is not {copies} rows of {channels}")
    if x[1] != channels:
        raise refused(f"input has {x[1]} channels, the bias is for {channels}")
    return (x[0] * copies, channels)


def upsample(params: LayerParams, x: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Each row several times, each time with another row of the bias added."""
    return (x[:, None] + bias).reshape(-1, x.shape[1])


def build_upsample(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a sum that is broadcast both ways."""
    b, (x,) = builder, inputs
    length, channels = b.shape(x)
    copies = int_param(params, 0)
    rows = b.layer("Tile", [b.reshape(x, (length, 1, channels))], {2: [1, copies, 1]})
    y = b.binary("add", rows, b.reshape(weights["bias"], (1, copies, channels)))
    return b.reshape(y, (length * copies, channels))


# Stack ------------------------------------------------------------------------------------------


def stacking_axis(params: LayerParams, shapes: Sequence[Shape]) -> int:
    """Return where the new axis is. Raises: InvalidLayerError for shapes that differ."""
    if len(set(shapes)) != 1:
        raise refused(f"inputs have the shapes {', '.join(map(str, shapes))}, which differ")
    check_rank("input", shapes[0], 1, 2, 3)
    axis, rank = int_param(params, 0), len(shapes[0]) + 1
    if not -rank <= axis < rank:
        raise refused(f"axis {axis} is outside of {rank} dimensions")
    return axis % rank


def stacked_shape(params: LayerParams, *shapes: Shape) -> Shape:
    """Shapes: n blobs of one shape to that shape with an axis of n."""
    axis = stacking_axis(params, shapes)
    return (*shapes[0][:axis], len(shapes), *shapes[0][axis:])


def stack(params: LayerParams, *blobs: np.ndarray) -> np.ndarray:
    """The blobs side by side along a new axis."""
    return np.stack(blobs, stacking_axis(params, [blob.shape for blob in blobs]))


def build_stack(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a Concat."""
    shapes = [builder.shape(x) for x in inputs]
    axis = stacking_axis(params, shapes)
    shape = (*shapes[0][:axis], 1, *shapes[0][axis:])
    return builder.concat([builder.reshape(x, shape) for x in inputs], axis)


def bias_shape(params: LayerParams) -> Shape:
    """Return the shape of SimpleUpsample's bias."""
    return (int_param(params, 0), int_param(params, 1))


LAYERS = (
    ContribLayer("SherpaMetaData", no_shapes, say_nothing, (), build_nothing, PROJECT),
    ContribLayer(
        "PoolingModuleNoProj",
        pooled_shapes,
        pool,
        (),
        build_pooling,
        PROJECT,
        usual_ranks=(2, 1, 2),
    ),
    ContribLayer("TensorAsStrided", strided_shape, as_strided, (), build_as_strided, PROJECT),
    ContribLayer(
        "SimpleUpsample",
        upsampled_shape,
        upsample,
        (LayerWeight("bias", bias_shape, tagged=True),),
        build_upsample,
        PROJECT,
    ),
    ContribLayer("Stack", stacked_shape, stack, (), build_stack, PROJECT),
)

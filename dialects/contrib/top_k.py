"""The largest elements along an axis: PyTorch's topk and ONNX's TopK, as converters leave them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, WeightOperands, refused


def count_and_axis(params: LayerParams, x: Shape) -> tuple[int, int]:
    """Return k (parameter 0) and the axis (1, the last if not given). Raises: InvalidLayerError."""
    count, axis = params.get(0, 0), params.get(1, -1)
    if not isinstance(axis, int) or not -len(x) <= axis < len(x):
        raise refused(f"axis {axis} is outside of {len(x)} dimensions")
    if not isinstance(count, int) or not 1 <= count <= x[axis]:
        raise refused(f"k (0) is {count}, must be 1 to {x[axis]}; only a constant k is supported")
    return count, axis % len(x)


def is_largest(params: LayerParams) -> bool:
    """Return whether the largest elements are asked for (parameter 2), which is the default."""
    return bool(params.get(2, 1))


def top_k_shapes(params: LayerParams, x: Shape) -> list[Shape]:
    """Shapes: x with k elements along the axis, for values and for indices."""
    count, axis = count_and_axis(params, x)
    shape = (*x[:axis], count, *x[axis + 1 :])
    return [shape, shape]


def top_k(params: LayerParams, x: np.ndarray) -> list[np.ndarray]:
    """The k best elements along an axis in stable order, NaN last, and their indices as floats."""
    count, axis = count_and_axis(params, x.shape)
    keys = -x if is_largest(params) else x
    keys = np.where(np.isnan(keys), np.float32(np.inf), keys)
    indices = np.argsort(keys, axis, kind="stable")
    indices = np.take(indices, np.arange(count), axis)
    return [np.take_along_axis(x, indices, axis), indices.astype(np.float32)]


def build_top_k(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> list[SSAValue]:
    """Build the largest of rows, of x (negative, for the smallest) with the axis last."""
    b, (x,) = builder, inputs
    rank = len(b.shape(x))
    count, axis = count_and_axis(params, b.shape(x))
    order = [*(i for i in range(rank) if i != axis), axis]
    rows = b.permute(x, order)
    if is_largest(params):
        values, indices = b.top_k(rows, count)
    else:
        values, indices = b.top_k(b.unary("neg", rows), count)
        values = b.unary("neg", values)
    back = [order.index(i) for i in range(rank)]
    return [b.permute(values, back), b.permute(indices, back)]


LAYERS = tuple(
    ContribLayer(type, top_k_shapes, top_k, (), build_top_k, project, may_leave_out_outputs=True)
    for type, project in (("torch.topk", "pytorch/pytorch"), ("TopK", "onnx/onnx"))
)

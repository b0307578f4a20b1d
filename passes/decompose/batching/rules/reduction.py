"""Layers that sum or compare along axes."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i64

from .....dialects.constraints import int_array
from .....dialects.ncnn.internal.channel_norm import ChannelNormOp
from .....dialects.ncnn.internal.round_blocks import RoundBlocksOp
from .....dialects.ncnn.layers.layernorm import RowNormalizationOp
from .....dialects.ncnn.layers.reduction import ReductionOp
from .....dialects.ncnn.layers.softmax import SoftmaxOp
from .....dialects.ncnn.shapes import shape_of
from ..blob import BatchBuilder, BatchedBlob
from ..operands import Operands, behind, one_batched, only_batched
from . import Results, rules


@rules.register(SoftmaxOp)
def softmax(layers: BatchBuilder, op: SoftmaxOp, operands: Operands) -> Results:
    """Along the same axis."""
    blobs = only_batched(operands)
    if blobs is None:
        return None
    batch = blobs[0].axis
    axis = behind(op.resolved_axis(), batch)
    y = layers.softmax(blobs[0].stacked(layers, batch), axis)
    return [BatchedBlob.stacked_along(y, batch)]


@rules.register(RowNormalizationOp)
def normalize_rows(layers: BatchBuilder, op: RowNormalizationOp, operands: Operands) -> Results:
    """Runs of the innermost axes; the items are outermost."""
    found = one_batched(operands)
    if found is None or not found[0].can_stack:
        return None
    x, shared = found
    twin = op.clone()
    twin.operands = [x.stacked(layers, 0), *shared]
    twin.properties["size"] = IntegerAttr(op.run_length(), i64)
    (y,) = layers.inserted(twin)
    return [BatchedBlob.stacked_along(y, 0)]


@rules.register(RoundBlocksOp)
def round_blocks(layers: BatchBuilder, op: RoundBlocksOp, operands: Operands) -> Results:
    """Rows; the items are outermost, each rounded alone if its largest magnitude is given."""
    found = one_batched(operands)
    if found is None or op.largest is not None or not found[0].can_stack:
        return None
    twin = op.clone()
    twin.operands = [found[0].stacked(layers, 0)]
    (y,) = layers.inserted(twin)
    return [BatchedBlob.stacked_along(y, 0)]


@rules.register(ChannelNormOp)
def normalize_channels(layers: BatchBuilder, op: ChannelNormOp, operands: Operands) -> Results:
    """Places are normalised one by one: those of all items may stand in a row."""
    found = one_batched(operands)
    if found is None or not found[0].can_stack:
        return None
    x, shared = found
    stacked = x.stacked(layers, 1)
    channels, *places = shape_of(stacked)
    joined = (channels, places[0] * places[1], *places[2:])
    (y,) = layers.again(op, [layers.reshape(stacked, joined), *shared])
    return [BatchedBlob.stacked_along(layers.reshape(y, (channels, *places)), 1)]


@rules.register(ReductionOp)
def reduction(layers: BatchBuilder, op: ReductionOp, operands: Operands) -> Results:
    """Reduce over the same axes; the remaining axes of each item keep their order."""
    blobs = only_batched(operands)
    if blobs is None:
        return None
    (x,) = blobs
    batch, axes = x.axis, op.resolved_axes()
    twin = op.clone()
    twin.operands = [x.stacked(layers, batch)]
    twin.properties["axes"] = int_array([behind(axis, batch) for axis in axes])
    (y,) = layers.inserted(twin)
    if op.keepdims is None:
        batch -= sum(axis < batch for axis in axes)
    shape = shape_of(op.output)
    whole = layers.reshape(y, (*shape[:batch], layers.size, *shape[batch:]))
    return [BatchedBlob.stacked_along(whole, batch)]

"""Layers that move elements, or read some of them."""

from __future__ import annotations

from math import prod

from .....dialects.ncnn.base import NcnnOp
from .....dialects.ncnn.layers.concat import ConcatOp
from .....dialects.ncnn.layers.crop import CropOp
from .....dialects.ncnn.layers.interp import InterpOp
from .....dialects.ncnn.layers.padding import PaddingOp
from .....dialects.ncnn.layers.permute import PermuteOp
from .....dialects.ncnn.layers.reshape import ReshapingOp
from .....dialects.ncnn.layers.shuffle import ShuffleChannelOp
from .....dialects.ncnn.layers.slice import SliceOp
from .....dialects.ncnn.shapes import shape_of
from ..blob import BatchBuilder, BatchedBlob
from ..operands import Operands, behind, one_batched, only_batched
from . import Results, rules


@rules.register(ReshapingOp)
def reshape(layers: BatchBuilder, op: ReshapingOp, operands: Operands) -> Results:
    """Each item's cells in order; whatever lends its shape has done so."""
    x = operands[0]
    if not isinstance(x, BatchedBlob):
        return None
    return [x.reshaped(layers, shape_of(op.results[0]))]


@rules.register(PermuteOp)
def permute(layers: BatchBuilder, op: PermuteOp, operands: Operands) -> Results:
    """The items stay outermost."""
    blobs = only_batched(operands)
    if blobs is None:
        return None
    order = [0, *(axis + 1 for axis in op.permutation())]
    y = layers.permute(blobs[0].stacked(layers, 0), order)
    return [BatchedBlob.stacked_along(y, 0)]


@rules.register(ConcatOp)
def concat(layers: BatchBuilder, op: ConcatOp, operands: Operands) -> Results:
    """Along the same axis."""
    blobs = only_batched(operands)
    if blobs is None:
        return None
    batch = next((x.axis for x in blobs if x.forms), 0)
    axis = behind(op.resolved_axis(), batch)
    y = layers.concat([x.stacked(layers, batch) for x in blobs], axis)
    return [BatchedBlob.stacked_along(y, batch)]


@rules.register(SliceOp)
def slices(layers: BatchBuilder, op: SliceOp, operands: Operands) -> Results:
    """Along the same axis."""
    blobs = only_batched(operands)
    if blobs is None:
        return None
    (x,) = blobs
    value, axis = x.stacked(layers, x.axis), behind(op.resolved_axis(), x.axis)
    parts = [layers.slice(value, axis, start, end) for start, end in op.ranges()]
    return [BatchedBlob.stacked_along(part, x.axis) for part in parts]


@rules.register(CropOp)
def crop(layers: BatchBuilder, op: CropOp, operands: Operands) -> Results:
    """The same box of each item."""
    x = operands[0]
    if not isinstance(x, BatchedBlob) or not x.can_stack:
        return None
    offsets, sizes = map(list, op.offsets_and_sizes())
    offsets.insert(x.axis, 0)
    sizes.insert(x.axis, layers.size)
    y = layers.box(x.stacked(layers, x.axis), offsets, sizes)
    return [BatchedBlob.stacked_along(y, x.axis)]


@rules.register(PaddingOp)
def padding(layers: BatchBuilder, op: PaddingOp, operands: Operands) -> Results:
    """A border around each item: the axes that are padded stay innermost."""
    found = one_batched(operands)
    if found is None or not found[0].can_stack:
        return None
    x, shared = found
    is_image = len(x.shape) == 3
    if is_image and op.axis_pads()[0] != (0, 0):
        return None
    batch = int(is_image)
    (y,) = layers.again(op, [x.stacked(layers, batch), *shared])
    return [BatchedBlob.stacked_along(y, batch)]


@rules.register(ShuffleChannelOp)
def shuffle_channels(layers: BatchBuilder, op: NcnnOp, operands: Operands) -> Results:
    """The channels stay outermost."""
    blobs = only_batched(operands)
    if blobs is None or len(blobs[0].shape) != 3:
        return None
    (y,) = layers.again(op, [blobs[0].stacked(layers, 1)])
    return [BatchedBlob.stacked_along(y, 1)]


@rules.register(InterpOp)
def interp(layers: BatchBuilder, op: InterpOp, operands: Operands) -> Results:
    """Channels are independent, so those of all items may be concatenated."""
    x = operands[0]
    if not isinstance(x, BatchedBlob) or len(x.shape) != 3:
        return None
    if op.references or op.expression is not None:
        return None
    batch = x.axis
    stacked = x.stacked(layers, batch)
    before, (_, *image) = shape_of(stacked)[:2], x.shape
    (y,) = layers.again(op, [layers.reshape(stacked, (prod(before), *image))])
    return [BatchedBlob.stacked_along(layers.reshape(y, (*before, *shape_of(y)[1:])), batch)]

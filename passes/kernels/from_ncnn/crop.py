"""Crop: a view of whole outermost parts, else a copy of the box."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel import crop as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.crop import CropOp
from ....dialects.properties import int_array
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(CropOp)
def crop(k: KernelBuilder, op: CropOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """On packed blobs the channels are all kept, and the lanes are an axis of their own."""
    offsets, sizes = op.offsets_and_sizes()
    x = operands[0]
    if pack_of(op.input.type) > 1:
        blocks, *_, lanes = buffer_shape(x)
        offsets, sizes = (*offsets, 0), (blocks, *sizes[1:], lanes)
    return [box(k, x, offsets, sizes)]


def box(k: KernelBuilder, x: SSAValue, offsets: Sequence[int], sizes: Sequence[int]) -> SSAValue:
    """The box of x that begins at the offsets."""
    full = buffer_shape(x)
    # All axes before `first` have one index, all after it are whole: the box lies in one piece.
    first = next((d for d, size in enumerate(sizes) if size > 1), len(sizes) - 1)
    if tuple(sizes[first + 1 :]) == full[first + 1 :]:
        start = sum(o * prod(full[d + 1 :]) for d, o in enumerate(offsets))
        return k.view(x, sizes, start)
    y = k.empty(sizes, x.type)
    return k.insert(kernel.CropKernelOp.make([x], [y], {"offsets": int_array(offsets)}))

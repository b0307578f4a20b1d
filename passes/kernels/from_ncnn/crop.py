"""Convert Crop: a view of whole outermost parts, else a copy of the box, or a gather by lane."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_array
from ....dialects.kernel import crop as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.crop import CropOp
from ....dialects.symbols import first_cell_of
from ..building.common_axes import ZERO
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import is_symbolic_box, physical_extents, symbolic_box
from . import conversions
from .channels import channel_range, result_shape


@conversions.register(CropOp)
def crop(k: KernelBuilder, op: CropOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Crop packed channels by vectors, or by lane if they begin inside a vector."""
    offsets, sizes = op.offsets_and_sizes()
    lanes, first = pack_of(op.input.type), first_cell_of(op)
    if first is not None:
        begin = first.results if lanes == 1 else (*first.results, ZERO)
        extents = physical_extents(op.output)
        if is_symbolic_box(k, operands[0], begin, extents):
            return [symbolic_box(k, operands[0], begin, result_shape(op.output), extents)]
    if lanes == 1:
        return [box(k, operands[0], offsets, sizes)]
    return [packed_box(k, operands[0], lanes, offsets, sizes)]


def packed_box(
    k: KernelBuilder, x: SSAValue, lanes: int, offsets: Sequence[int], sizes: Sequence[int]
) -> SSAValue:
    """Crop whole vectors of a packed tensor, then remove surplus first channels by lane."""
    channels = range(offsets[0], offsets[0] + sizes[0])
    out = (-(-sizes[0] // lanes), *sizes[1:], lanes)
    if tuple(sizes[1:]) == buffer_shape(x)[1:-1]:
        return channel_range(k, x, lanes, channels, out)
    first, last = channels.start // lanes, -(-channels.stop // lanes)
    cut = box(k, x, (first, *offsets[1:], 0), (last - first, *sizes[1:], lanes))
    start = channels.start % lanes
    return channel_range(k, cut, lanes, range(start, start + sizes[0]), out)


def box(k: KernelBuilder, x: SSAValue, offsets: Sequence[int], sizes: Sequence[int]) -> SSAValue:
    full = buffer_shape(x)
    # Axes before `first` have one index, axes after it are whole: the box is contiguous.
    first = next((d for d, size in enumerate(sizes) if size > 1), len(sizes) - 1)
    if tuple(sizes[first + 1 :]) == full[first + 1 :]:
        start = sum(o * prod(full[d + 1 :]) for d, o in enumerate(offsets))
        return k.view(x, sizes, start)
    y = k.empty(sizes, x.type)
    return k.insert(kernel.CropKernelOp.make([x], [y], {"offsets": int_array(offsets)}))

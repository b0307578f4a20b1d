"""Convert images to blobs, by one kernel each."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.kernel.from_pixels import FromPixelsKernelOp, FromPixelsResizeKernelOp
from ....dialects.ncnn.internal.from_pixels import FromPixelsOp, FromPixelsResizeOp, PixelsOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


def channel_properties(op: PixelsOp):
    """Return the properties that both kernels copy from their layer."""
    return {"pixel_type": op.pixel_type, "mean": op.mean, "norm": op.norm}


@conversions.register(FromPixelsOp)
def from_pixels(
    k: KernelBuilder, op: FromPixelsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append the conversion of pixels without interpolation."""
    y = k.empty(shape_of(op.output), f32)
    return [k.insert(FromPixelsKernelOp.make(operands, [y], channel_properties(op)))]


@conversions.register(FromPixelsResizeOp)
def from_pixels_resize(
    k: KernelBuilder, op: FromPixelsResizeOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append the conversion of interpolated pixels."""
    y = k.empty(shape_of(op.output), f32)
    properties = {**channel_properties(op), "letterbox": op.letterbox, "item": op.item}
    return [k.insert(FromPixelsResizeKernelOp.make(operands, [y], properties))]

"""Lower the conversion of interleaved pixels to channels, a vector at a time."""

from __future__ import annotations

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.from_pixels import FromPixelsKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert
from ..emit.images.pixels import PixelStore
from . import loops


@loops.register(FromPixelsKernelOp)
def from_pixels(b: LoopBuilder, op: FromPixelsKernelOp, target: Target) -> None:
    """Convert a vector of pixels at a time, across rows."""
    lanes = target.lanes
    height, width, channels = buffer_shape(op.inputs[0])
    writer = PixelStore(b, op, lanes)

    def group(first: Index, count: int) -> None:
        at = b.mul(first, channels)
        read = b.load(op.inputs[0], at, 0, lanes * channels, count * channels)

        def byte_of(channel: int) -> SSAValue:
            mask = [lane * channels + channel for lane in range(lanes)]
            value = read if channels == 1 else b.shuffle(read, read, mask)
            return convert(b, "extui", value, vector_type(i32, lanes))

        writer.store(byte_of, first, count)

    whole, rest = divmod(height * width, lanes)
    if whole:
        b.parallel(whole, lambda i: group(b.mul(i, lanes), lanes))
    if rest:
        b.parallel(1, lambda i: group(b.add(i, whole * lanes), rest))

"""Channels to places: the last step of a convolution whose channels are neighbouring pixels."""

from __future__ import annotations

from collections.abc import Callable

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interleave import DepthToSpaceOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops

VECTOR_SIZES = (4, 8, 16)
"""Neighbours that are copied as one vector if they are neighbouring lanes too."""

Loop = Callable[[int, int, int, Callable[[Index], None]], object]
"""`loop(lower, upper, step, body)`"""

BlockBody = Callable[[Index, range], None]
"""`body(block, places)`: what to do with some places of a block."""


@loops.register(DepthToSpaceOp)
def depth_to_space(b: LoopBuilder, op: DepthToSpaceOp, target: Target) -> None:
    """Rows of the input in parallel; of each pixel all channels, but those outside the output."""
    channels, out_height, out_width = buffer_shape(op.outputs[0])
    (rows, columns), (top, left) = int_list(op.block), int_list(op.start)

    def row(i: Index, ys: range) -> None:
        def pixel(j: Index, xs: range) -> None:
            for y in ys:
                for c in range(channels):
                    copy_run(b, op, (i, j), (y, c), xs)

        over_blocks(b.loop, left, out_width, columns, pixel)

    def parallel(lower: int, upper: int, step: int, body: Callable[[Index], None]) -> None:
        b.parallel(upper - lower, lambda i: body(b.add(i, lower)))

    over_blocks(parallel, top, out_height, rows, row)


def over_blocks(loop: Loop, start: int, size: int, block: int, body: BlockBody) -> None:
    """The blocks of one axis, of which the first and the last may be partial."""
    end = start + size
    first, last = -(-start // block), end // block
    if first and start < min(end, block):
        body_of(loop, 0, range(start, min(end, block)), body)
    if first < last:
        loop(first, last, 1, lambda i: body(i, range(block)))
    if last >= first and end % block:
        body_of(loop, last, range(end % block), body)


def body_of(loop: Loop, index: int, places: range, body: BlockBody) -> None:
    loop(index, index + 1, 1, lambda i: body(i, places))


def copy_run(
    b: LoopBuilder, op: DepthToSpaceOp, pixel: tuple[Index, Index], at: tuple[int, int], xs: range
) -> None:
    """The neighbours that row y, channel c of a pixel's block has."""
    x, out = op.inputs[0], op.outputs[0]
    _, height, in_width, lanes = buffer_shape(x)
    channels, out_height, out_width = buffer_shape(out)
    (rows, columns), (top, left) = int_list(op.block), int_list(op.start)
    (i, j), (y, c) = pixel, at
    source = b.linear((i, in_width * lanes), (j, lanes))
    to = b.linear((i, rows * out_width), (j, columns))
    places = (c * out_height + y - top) * out_width - left
    first = (y * columns + xs.start) * channels + c
    step = len(xs) if is_vector(first, len(xs), channels, lanes) else 1
    for n in range(0, len(xs), step):
        block, lane = divmod(first + n * channels, lanes)
        value = b.load(x, source, block * height * in_width * lanes + lane, step)
        b.store(value, out, to, places + xs[n])


def is_vector(first: int, width: int, channels: int, lanes: int) -> bool:
    """Return whether `width` neighbouring channels, from this one on, are lanes of one vector."""
    return channels == 1 and width in VECTOR_SIZES and first % lanes + width <= lanes

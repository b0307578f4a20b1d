"""Lower depth to space: the last step of a convolution to several pixels per position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interleave import DepthToSpaceOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops

VECTOR_SIZES = (4, 8, 16)
"""Numbers of adjacent pixels that are copied as a vector if they are adjacent lanes."""

Loop = Callable[[int, Index, Callable[[Index], None]], object]
"""`loop(lower, upper, body)`"""

BlockBody = Callable[[Index, range], None]
"""`body(block, places)`: process some places of a block."""


@loops.register(DepthToSpaceOp)
def depth_to_space(b: LoopBuilder, op: DepthToSpaceOp, target: Target) -> None:
    """Copy rows of the input in parallel; of each pixel all channels, except those outside."""
    channels, *size = buffer_shape(op.outputs[0])
    ends = [b.extent(op, d, extent) for d, extent in enumerate(size, 1)]
    vertical, horizontal = (
        BlockAxis(start, extent, b.add(start, end), block)
        for start, extent, end, block in zip(
            int_list(op.start), size, ends, int_list(op.block), strict=True
        )
    )

    def row(i: Index, ys: range) -> None:
        def pixel(j: Index, xs: range) -> None:
            for y in ys:
                for c in range(channels):
                    copy_run(b, op, (i, j), (y, c), xs)

        def columns(first: int, last: Index, body: Callable[[Index], None]) -> None:
            b.loop(first, last, 1, body)

        horizontal.visit(b, columns, pixel)

    def parallel(first: int, last: Index, body: Callable[[Index], None]) -> None:
        b.parallel(b.max(b.sub(last, first), 0), lambda i: body(b.add(i, first)))

    vertical.visit(b, parallel, row)


@dataclass(frozen=True)
class BlockAxis:
    """Blocks along an axis: places from `start` on, at most `size` per block, up to `end`."""

    start: int
    size: int
    end: Index
    block: int

    def visit(self, b: LoopBuilder, loop: Loop, body: BlockBody) -> None:
        """Call `body` for all blocks; the first and the last may be partial."""
        start, block, most = self.start, self.block, self.start + self.size
        first, last = -(-start // block), most // block
        reached = b.div_up(self.end, block)
        if first and start < min(most, block):
            loop(0, b.min(reached, 1), lambda i: body(i, range(start, min(most, block))))
        if first < last:
            loop(first, b.min(reached, last), lambda i: body(i, range(block)))
        if last >= first and most % block:
            loop(last, reached, lambda i: body(i, range(most % block)))


def copy_run(
    b: LoopBuilder, op: DepthToSpaceOp, pixel: tuple[Index, Index], at: tuple[int, int], xs: range
) -> None:
    """Copy adjacent pixels of row y, channel c of a pixel's block."""
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
    """Return whether `width` adjacent channels, from `first` on, are lanes of one vector."""
    return channels == 1 and width in VECTOR_SIZES and first % lanes + width <= lanes

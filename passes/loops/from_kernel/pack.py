"""Lower conversions between the plain and the packed layout."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import PackOp, UnpackOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import RegisterTiles, for_register_tiles
from ..emit.building.shared_work import share_ranges
from ..emit.building.transpose import transpose
from ..emit.images.pixel_lines import PixelLines
from . import loops

PackRows = Callable[[Index, Index, int, int], None]
"""`rows(first element of the block, pixel, pixels, channels)`: convert some pixels of a block."""


@loops.register(PackOp)
def pack(b: LoopBuilder, op: PackOp, target: Target) -> None:
    """Convert `c,h,w` to `ceil(c/p),h,w,p`: p rows of pixels of a block become p-lane vectors."""
    x, y = op.inputs[0], op.outputs[0]
    channels, pixels = buffer_shape(x)[0], prod(buffer_shape(x)[1:])
    lanes = buffer_shape(y)[-1]

    def rows(block: Index, p: Index, width: int, valid: int) -> None:
        at = b.add(block, p)
        vectors = [b.load(x, at, c * pixels, lanes, width) for c in range(valid)]
        vectors += [b.constant(0, vectors[0].type)] * (lanes - valid)
        to = b.add(block, b.mul(p, lanes))
        for j, vector in enumerate(transpose(b, vectors)[:width]):
            b.store(vector, y, to, j * lanes)

    blocks = b.extent(op, 0, buffer_shape(y)[0])
    over_blocks(b, channels, blocks, PixelLines.of(b, op, buffer_shape(x)[1:]), lanes, rows)


@loops.register(UnpackOp)
def unpack(b: LoopBuilder, op: UnpackOp, target: Target) -> None:
    """Convert `ceil(c/p),h,w,p` to `c,h,w`; lanes past the last channel are dropped."""
    x, y = op.inputs[0], op.outputs[0]
    channels, pixels = buffer_shape(y)[0], prod(buffer_shape(y)[1:])
    lanes = buffer_shape(x)[-1]

    def rows(block: Index, p: Index, width: int, valid: int) -> None:
        at = b.add(block, b.mul(p, lanes))
        vectors = [b.load(x, at, j * lanes, lanes) for j in range(width)]
        vectors += [b.constant(0, vectors[0].type)] * (lanes - width)
        to = b.add(block, p)
        for c, vector in enumerate(transpose(b, vectors)[:valid]):
            b.store(vector, y, to, c * pixels, width)

    blocks = b.div_up(b.extent(op, 0, channels), lanes)
    over_blocks(b, channels, blocks, PixelLines.of(b, op, buffer_shape(y)[1:]), lanes, rows)


def over_blocks(
    b: LoopBuilder, channels: int, blocks: Index, lines: PixelLines, lanes: int, rows: PackRows
) -> None:
    """Visit the channels of all blocks, and pixels in groups of `lanes`, remainders last."""
    full, rest = divmod(channels, lanes)

    def block(i: Index, valid: int, begin: Index, end: Index) -> None:
        plane, line = lines.place(b, i)
        first = b.mul(plane, lanes * lines.plane)
        for_register_tiles(
            b,
            RegisterTiles.of(lines.most, lanes, begin, end),
            lambda t, count: rows(first, b.add(line, b.mul(t, lanes)), count, valid),
        )

    groups = b.div_up(lines.end, lanes)
    if full:
        whole = b.mul(b.min(blocks, full), lines.count)
        share_ranges(b, whole, groups, lambda i, a, z: block(i, lanes, a, z))
    if rest:
        before = b.mul(lines.count, full)
        share_ranges(b, lines.count, groups, lambda i, a, z: block(b.add(i, before), rest, a, z))

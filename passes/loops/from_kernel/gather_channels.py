"""Lower permutations of packed channels: lane permutations, a vector at a time."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import GatherChannelsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.images.pixel_lines import PixelLines
from . import loops

CHUNK = 128
"""Pixels that are processed block after block, so that their inputs stay in the L1 cache."""

Vector = tuple[int, int]
"""An input and the index of a block in it."""


@loops.register(GatherChannelsOp)
def gather_channels(b: LoopBuilder, op: GatherChannelsOp, target: Target) -> None:
    """Load, for each block of the output, the source blocks of its lanes; shuffle and store."""
    y = op.outputs[0]
    blocks, lanes = buffer_shape(y)[0], buffer_shape(y)[-1]
    lines = PixelLines.of(b, op, buffer_shape(y)[1:-1])
    pixels, chunks = lines.plane, b.div_up(lines.end, CHUNK)
    sources = op.sources()
    plans = [
        [(i, c // lanes, c % lanes) for i, c in sources[n * lanes : (n + 1) * lanes]]
        for n in range(blocks)
    ]

    def chunk(c: Index) -> None:
        line, part = (0, c) if lines.count == 1 else (b.div(c, chunks), b.rem(c, chunks))
        first, line_at = b.mul(part, CHUNK), b.mul(line, lines.most * lanes)
        last = b.min(b.add(first, CHUNK), lines.end)
        for n, plan in enumerate(plans):

            def pixel(p: Index, n: int = n, plan: list[tuple[int, int, int]] = plan) -> None:
                at = b.add(line_at, b.mul(p, lanes))
                b.store(assemble(b, op, plan, at, pixels, lanes), y, at, n * pixels * lanes)

            b.loop(first, last, 1, pixel)

    b.parallel(b.mul(lines.count, chunks), chunk)


def assemble(
    b: LoopBuilder,
    op: GatherChannelsOp,
    plan: list[tuple[int, int, int]],
    at: Index,
    pixels: int,
    lanes: int,
) -> SSAValue:
    """Return a vector of lanes `plan[j][2]` of blocks `plan[j][1]` of inputs `plan[j][0]`."""
    vectors: list[Vector] = list(dict.fromkeys((i, block) for i, block, _ in plan))
    loaded = [b.load(op.inputs[i], at, block * pixels * lanes, lanes) for i, block in vectors]
    if len(vectors) == 1:
        mask = [lane for _, _, lane in plan]
        mask += [-1] * (lanes - len(mask))
        identity = all(lane in (-1, j) for j, lane in enumerate(mask))
        return loaded[0] if identity else b.shuffle(loaded[0], loaded[0], mask)
    result = loaded[0]
    for step in range(1, len(vectors)):
        result = b.shuffle(result, loaded[step], merge_mask(plan, vectors, step, lanes))
    return result


def merge_mask(
    plan: list[tuple[int, int, int]], vectors: list[Vector], step: int, lanes: int
) -> list[int]:
    """Return the mask that adds source `step` to the lanes merged before."""
    mask = [-1] * lanes
    for j, (i, block, lane) in enumerate(plan):
        source = vectors.index((i, block))
        if source == step:
            mask[j] = lanes + lane
        elif source < step:
            # After the first shuffle, lanes are in place; before, the first source is raw.
            mask[j] = lane if step == 1 else j
    return mask

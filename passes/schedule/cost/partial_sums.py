"""Estimate sums in parts: lanes that few outputs would leave unused sum other channels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....dialects.target.products import FLOAT32
from ....dialects.target.records import Target
from ...common.geometry.channel_groups import channel_ranges
from .conv_schedule import schedule_direct
from .conv_shape import ConvolutionShape
from .register_tile import MOST_VECTORS, choose_register_tile, row_cycles, taking_whole_vectors

PARTS = (2, 4)
"""The numbers of parts of a sum."""
MOST_SUMS = 7
"""The most vectors of sums of a register tile that holds all of them."""
BROADCAST_REGISTERS = 4
"""Registers besides a tile: a broadcast of several inputs cannot be an operand in memory."""
CHEAPER = 0.99
"""Sums in parts must cost less than this fraction of whole sums."""
CLEARLY_CHEAPER = 0.95
"""The same where vectors occupy a pipe twice by the target's record."""
LEAST_INSIDE = 0.5
"""The least fraction of taps that must read the input: single taps make short sums."""


@dataclass(frozen=True)
class SumsInParts:
    """
    Describe a register tile of vectors that hold the sums of `outputs` outputs in `parts` parts.
    """

    register: tuple[int, int]
    outputs: int
    parts: int
    cycles: float


def cheaper_sums_in_parts(
    shape: ConvolutionShape,
    read: int,
    written: int,
    target: Target,
    whole: ConvolutionShape | None = None,
) -> SumsInParts | None:
    """
    Return the register tile of sums in parts that makes a direct convolution clearly cheaper, or
    None.

    The blobs are packed by `read` and `written`. Whole sums may have another shape: `whole`. A
    vector is assumed to occupy a pipe once, as on most cores; where it occupies a pipe twice, sums
    in parts take as long as parts of vectors.
    """
    if shape.types != FLOAT32 or shape.is_dynamic or read == 1 or shape.inside < LEAST_INSIDE:
        return None
    own = target.inner_kernel(FLOAT32)
    kernel = taking_whole_vectors(own, target.lanes)
    limit = CHEAPER if kernel == own else CLEARLY_CHEAPER
    usual_shape, blocks = whole or shape, -(-shape.outputs // written)
    tile, _ = schedule_direct(usual_shape, written, target)
    usual = row_cycles(kernel, row_of(shape), blocks, usual_shape.steps(kernel), tile, written)
    found = [*sums_in_parts(shape, read, written, target)]
    best = min(found, key=lambda sums: sums.cycles, default=None)
    return best if best is not None and best.cycles < limit * usual else None


def are_cheaper_apart(shape: ConvolutionShape, groups: int, target: Target) -> bool:
    """
    Return whether one convolution for each group, with sums in parts, is cheaper than one of all
    `groups`, whose output vectors span groups.

    `shape` has the outputs of all groups. If a group is no whole number of vectors, its results are
    copied.
    """
    lanes, width = target.lanes, row_of(shape)
    if shape.channels % lanes:
        return False
    own = replace(shape, outputs=shape.outputs // groups)
    sums = cheaper_sums_in_parts(own, lanes, lanes, target)
    if sums is None:
        return False
    ranges = channel_ranges(shape.outputs, groups, shape.channels, lanes)
    steps = shape.taps * sum(end - first for first, end in ranges)
    kernel = taking_whole_vectors(target.inner_kernel(FLOAT32), lanes)
    together = row_cycles(kernel, width, 1, steps, (kernel.most_pixels(1), 1), lanes)
    copied = width * len(ranges) * target.costs.gather_cycles
    return groups * sums.cycles + copied < CHEAPER * together


def row_of(shape: ConvolutionShape) -> int:
    """Return the number of pixels that is divided into tiles."""
    return shape.pixels if shape.is_pointwise else shape.out_width


def sums_in_parts(
    shape: ConvolutionShape, read: int, written: int, target: Target
) -> Iterator[SumsInParts]:
    """Yield the register tiles by which sums can be computed in parts, with fewer unused lanes."""
    lanes, width = target.lanes, row_of(shape)
    kernel = taking_whole_vectors(target.inner_kernel(FLOAT32), lanes)
    for parts in PARTS:
        outputs, steps = lanes // parts, shape.taps * shape.channels // parts
        if outputs < 2 or written % outputs or shape.channels % parts or read % parts:
            continue
        vectors, blocks = -(-shape.outputs // outputs), -(-shape.outputs // written)
        if vectors >= parts * blocks or (blocks > 1 and written < lanes):
            continue
        if vectors > MOST_SUMS and parts > 2:
            continue  # Tiles would be of so few outputs that inputs are read too often.
        counts = {n for n in MOST_VECTORS if n * outputs % written == 0 and n <= vectors}
        counts |= {vectors} if vectors <= MOST_SUMS else set()
        left = kernel.without(BROADCAST_REGISTERS)
        tile = choose_register_tile(left, width, vectors, steps, lanes, tuple(sorted(counts)))
        cycles = row_cycles(kernel, width, vectors, steps, tile, lanes)
        cycles += target.costs.joining_cycles * width * vectors
        if tile[1] in counts:
            yield SumsInParts(tile, outputs, parts, cycles)

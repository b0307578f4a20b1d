"""
Choose register tiles of products with packed weights by estimated cycles.

Units: cycles of one core, derived from the target's record. They are compared with each other,
never with a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from ....dialects.target.products import InnerKernel
from ...common.geometry.partial_tiles import row_tiles

MOST_VECTORS = (1, 2, 3, 4)
"""The most channel vectors of a tile."""
CLEARLY_CHEAPER = 0.97
"""A tile for rows of any length must cost less than this fraction of the usual one."""
SPARE_CYCLES = 1
"""
Cycles by which sums are late if there are just enough to hide the latency (Zen 5: AVX2, not
AVX-512).
"""


def tile_cycles(kernel: InnerKernel, pixels: int, vectors: int, lanes: int) -> float:
    """
    Return the cycles of a reduction step: the largest of pipes, loads, front end, and latency.
    """
    costs = kernel.costs
    passes = costs.passes(lanes * kernel.types.accumulator.bytes)
    products = pixels * vectors
    multiply_adds = products * passes / (costs.pipes * kernel.product.rate)
    if kernel.needs_additions:
        # What widens weights and repeats inputs competes with the additions for the other pipes.
        multiply_adds = (costs.added_product * products + vectors + pixels) * passes / costs.pipes
        products = 2 * products + vectors
    rows = kernel.product.accumulation.rows
    if rows > 1:
        # An instruction of the same pipes puts the pixels of a matrix together.
        multiply_adds += pixels / rows / costs.pipes
    inputs = pixels / lanes if kernel.product.takes_elements else pixels
    loads = rows * vectors * passes / costs.pipes + inputs / costs.pipes
    front_end = (products + inputs + rows * vectors + costs.loop_instructions) / costs.instructions
    weights = vectors * lanes * kernel.steps * kernel.types.weight.bytes / kernel.weight_bandwidth
    return max(multiply_adds, loads, front_end, costs.multiply_add_latency, weights)


def row_cycles(
    kernel: InnerKernel,
    width: int,
    blocks: int,
    steps: int,
    tile: tuple[int, int],
    lanes: int,
    *,
    rounds_up: bool = False,
) -> float:
    """
    Return the cycles for `width` pixels, `blocks` vectors, `steps`; the last tile may be smaller.
    """
    pixels, vectors = tile
    total, overhead = 0.0, kernel.costs.tile_cycles
    for group, count in ((vectors, blocks // vectors), (blocks % vectors, 1)):
        if not group or not count:
            continue
        full, rest = divmod(width, pixels)
        if rest and rounds_up:
            full, rest = full + 1, 0
        total += count * full * (steps * tile_cycles(kernel, pixels, group, lanes) + overhead)
        if rest:
            total += count * (steps * tile_cycles(kernel, rest, group, lanes) + overhead)
    return total


@lru_cache(maxsize=4096)
def choose_register_tile(
    kernel: InnerKernel,
    width: int,
    blocks: int,
    steps: int,
    lanes: int,
    vector_counts: tuple[int, ...] = MOST_VECTORS,
    *,
    rounds_up: bool = False,
) -> tuple[int, int]:
    """Return the tile [pixels, vectors] with the fewest `row_cycles` for rows of `width` pixels."""
    best, best_cost, rows = (1, 1), float("inf"), kernel.product.accumulation.rows

    def reuse(tile: tuple[int, int]) -> float:
        """Return the products per loaded vector of elements that are multiplied from registers."""
        if not kernel.product.takes_elements:
            return tile[0]
        return tile[0] * tile[1] / (tile[0] / lanes + tile[1])

    for vectors in (v for v in vector_counts if v <= blocks):
        for pixels in range(rows, min(width, kernel.most_pixels(vectors)) + 1, rows):
            tile = pixels, vectors
            cost = row_cycles(kernel, width, blocks, steps, tile, lanes, rounds_up=rounds_up)
            # Of tiles as good the one that reads less from the caches.
            if cost < best_cost * 0.999 or (cost <= best_cost * 1.01 and reuse(tile) > reuse(best)):
                best, best_cost = tile, min(cost, best_cost)
    return best


def taking_whole_vectors(kernel: InnerKernel, lanes: int) -> InnerKernel:
    """Return a kernel whose pipes take whole vectors, as those of some cores do."""
    costs = kernel.costs
    whole = max(costs.pipe_bytes, lanes * kernel.types.accumulator.bytes)
    return replace(kernel, costs=replace(costs, pipe_bytes=whole))


Division = Callable[[int, int], Sequence[tuple[int, int]]]
"""Divides pixels into tiles of about a size; yields sizes and counts of the tiles."""


def tiles_cycles(
    kernel: InnerKernel,
    tiles: Sequence[tuple[int, int]],
    blocks: int,
    steps: int,
    vectors: int,
    lanes: int,
) -> float:
    """Return the cycles of tiles of some sizes and counts."""
    return sum(
        row_cycles(kernel, pixels * count, blocks, steps, (pixels, vectors), lanes)
        for pixels, count in tiles
        if count
    )


@lru_cache(maxsize=4096)
def tile_of_any_row(
    kernel: InnerKernel,
    usual: tuple[int, int],
    widths: tuple[int, ...],
    blocks: int,
    steps: int,
    lanes: int,
    streaming: float = 0.0,
    divided: Division = row_tiles,
) -> tuple[int, int]:
    """
    Return the usual tile, or one that is clearly cheaper for rows of such widths, all equally
    likely, when the width is known at run time.

    Where pipes take whole vectors, tiles of few sums wait for these; where all pipes do, so do
    tiles of just enough sums. The first tile of a row may wait for its weights: `streaming` is the
    cycles per vector of weights.
    """
    whole = taking_whole_vectors(kernel, lanes)
    if whole == kernel:
        latency = kernel.costs.multiply_add_latency + SPARE_CYCLES
        whole = replace(kernel, costs=replace(kernel.costs, multiply_add_latency=latency))
    kernel = whole

    def cycles(tile: tuple[int, int]) -> float:
        (size, vectors), total, groups = tile, 0.0, -(-blocks // tile[1])
        for width in widths:
            tiles = [(pixels, count) for pixels, count in divided(width, size) if count]
            first = tile_cycles(kernel, tiles[0][0], vectors, lanes)
            waits = groups * steps * max(streaming * vectors - first, 0)
            total += (tiles_cycles(kernel, tiles, blocks, steps, vectors, lanes) + waits) / width
        return total

    tiles = [
        (pixels, vectors)
        for vectors in MOST_VECTORS[:blocks]
        for pixels in range(min(max(widths), kernel.most_pixels(vectors)), 0, -1)
    ]
    best = min(tiles, key=cycles)
    return best if cycles(best) < CLEARLY_CHEAPER * cycles(usual) else usual

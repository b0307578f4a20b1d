"""Choose register tiles and blocks of Winograd kernels, and which tiles are cropped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from ....dialects.kernel.winograd_workspace import TileKind, cropped_kinds
from ....dialects.target.products import F32, InnerKernel
from ....dialects.target.records import Target
from ...common.geometry.partial_tiles import equal_tiles
from .conv_schedule import registers_beside
from .conv_shape import ConvolutionShape, Depth
from .register_tile import MOST_VECTORS, choose_register_tile, row_cycles, tile_of_any_row

LONG = 4
"""Assumed widths of images of dynamic width, for the size of blocks of tiles."""
OUTER_REGISTERS = 2
"""Registers for loop invariants when there is one register tile."""
ABOUT_AS_CHEAP = 1.02
"""
A register tile that divides tiles about equally may cost this factor more than the cheapest one.
"""
CROPPED, CROPPED_IN_BLOCKS = 0.95, 0.92
"""
Cropped tiles must cost less than these fractions of whole tiles, weights included: of one block,
and of several, some of which then mostly have small register tiles.
"""
STREAMED = 0.63
"""
If streaming weights takes more than this multiple of the cycles of cropped products, small register
tiles of wide vectors lose more than cropping saves: 512 to 512 channels at 7x7 (Zen 5).
"""


@dataclass(frozen=True)
class WinogradPlan:
    """Say how a Winograd kernel multiplies, and the estimated cycles of its products."""

    tile: tuple[int, int]
    block: int
    """The number of tiles in a block."""
    cropped: bool
    products: float


def schedule_winograd(
    shape: ConvolutionShape, m: int, lanes: int, target: Target
) -> tuple[tuple[int, int], int]:
    """Return the register tile and the number of tiles in a block."""
    plan = plan_winograd(shape, m, lanes, target)
    return plan.tile, plan.block


@lru_cache(maxsize=1024)
def plan_winograd(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> WinogradPlan:
    """
    Choose register tiles and blocks, and whether tiles at the border are cropped.

    Cropped tiles have products at fewer places. But their register tiles are separate, so that
    weights are read more often: nothing is gained where the kernel waits for memory anyway.
    """
    kernel = winograd_kernel(shape, m, lanes, target)
    blocks, steps = -(-shape.outputs // lanes), winograd_steps(shape, kernel)
    tiles, count = block_count(shape, m, lanes, target)
    tile, block = whole_tiles(shape, m, kernel, lanes, target)
    positions, is_split = (m + 2) ** 2, shape.tiles(m) > block
    products = positions * row_cycles(
        kernel, shape.tiles(m), blocks, steps, tile, lanes, rounds_up=is_split
    )
    whole = WinogradPlan(tile, block, False, products)
    if not can_crop(shape, m):
        return whole
    kinds = cropped_kinds(m, shape.out_height, shape.out_width)
    tile = cropped_tile(kernel, kinds, blocks, steps, lanes)
    cropped = cropped_cycles(kernel, kinds, blocks, steps, tile, lanes)
    streaming = exposed_streaming(shape, m, count, lanes, target)
    is_wide = lanes * shape.types.input.bytes >= target.caches.line
    if is_wide and streaming > STREAMED * target.costs.exposed_streaming * cropped:
        return whole
    most = CROPPED if count == 1 else CROPPED_IN_BLOCKS
    if cropped + streaming > most * (products + streaming):
        return whole
    units = sum(-(-kind.count // tile[0]) for kind in kinds)
    block = tiles if count == 1 else min(-(-units // count) * tile[0], tiles)
    return WinogradPlan(tile, block, True, cropped)


def can_crop(shape: ConvolutionShape, m: int) -> bool:
    """Return whether tiles at the border of an image may be smaller; only those of floats may."""
    is_image = shape.depth == Depth() and shape.sub_images == 1 and not shape.is_dynamic
    has_rest = shape.out_height % m > 0 or shape.out_width % m > 0
    return is_image and has_rest and shape.types.accumulator == F32


def winograd_kernel(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> InnerKernel:
    """
    Return the inner kernel of F(m, 3).

    Its weights are many: each register tile reads them again from the L2 cache, while others are
    loaded into it from memory.
    """
    kernel = target.inner_kernel(shape.types)
    if kernel.product.lanes < lanes:
        kernel = kernel.without(registers_beside(kernel, shape, lanes))
    is_float = shape.types.accumulator == F32 and not shape.is_dynamic
    if is_float and has_many_weights(shape, m, lanes, target):
        kernel = replace(kernel, weight_bandwidth=target.costs.panel_bandwidth)
    return kernel


def exposed_streaming(
    shape: ConvolutionShape, m: int, count: int, lanes: int, target: Target
) -> float:
    """Return the cycles for which a number of blocks waits for weights from memory."""
    if not has_many_weights(shape, m, lanes, target):
        return 0.0
    cycles = winograd_weight_bytes(shape, m, lanes) / target.costs.memory_bandwidth
    return count * target.costs.exposed_streaming * cycles


def has_many_weights(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> bool:
    """Return whether transformed weights leave the L2 cache before they are needed again."""
    return winograd_weight_bytes(shape, m, lanes) > target.l2_bytes // 4


def winograd_weight_bytes(shape: ConvolutionShape, m: int, lanes: int) -> int:
    """Return the size of the transformed weights."""
    outputs = -(-shape.outputs // lanes) * lanes
    summed = shape.channels * shape.depth.taps
    return (m + 2) ** 2 * summed * outputs * shape.types.weight.bytes


def winograd_steps(shape: ConvolutionShape, kernel: InnerKernel) -> int:
    """Return the instructions that sum over the channels."""
    return kernel.reductions(shape.channels) * shape.depth.taps


def block_count(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> tuple[int, int]:
    """
    Return the numbers of tiles in a block and of blocks.

    The transformed input of a block and the products of a group take half of the L2 cache. But a
    block has enough tiles that computing takes longer than streaming the weights, from L3 or, if
    they are too large, from memory.

    Tiles of a block are of one slice, or of any slice if slices are images of a batch. Then a block
    has no more tiles than one image if that is enough: otherwise its input would leave the cache
    for weights that N single images read as often.

    If the tiles do not fit in L2, smaller blocks would only read the weights more often: with
    vectors of a cache line, blocks are then as large as with weights from memory.
    """
    types = shape.types
    # Weights are read once for each block: a long image has no more than it must.
    long = replace(shape, out_width=LONG * shape.out_width) if shape.is_dynamic else shape
    tiles = long.tiles(m)
    padded_channels = -(-shape.channels // lanes) * lanes * shape.depth.taps
    products = 2 * lanes * types.accumulator.bytes
    per_tile = (m + 2) ** 2 * (padded_channels * types.input.bytes + products)
    least = target.costs.l3_tiles
    is_wide = lanes * types.input.bytes >= target.caches.line
    leaves_l2 = is_wide and least * per_tile > target.l2_bytes
    if leaves_l2 or winograd_weight_bytes(shape, m, lanes) > target.caches.l3:
        least = max(least, min(target.costs.memory_tiles, tiles // shape.depth.images))
    wanted = max(target.l2_bytes // 2 // per_tile, least)
    return tiles, max(1, round(tiles / wanted))


def whole_tiles(
    shape: ConvolutionShape, m: int, kernel: InnerKernel, lanes: int, target: Target
) -> tuple[tuple[int, int], int]:
    """Return the register tile and the number of tiles in a block if none is cropped."""
    types, blocks = shape.types, -(-shape.outputs // lanes)
    steps = winograd_steps(shape, kernel)
    tiles, count = block_count(shape, m, lanes, target)
    if count == 1:
        tile = single_block_tile(kernel, tiles, blocks, steps, lanes)
    else:
        # Blocks are whole register tiles, of which threads have shares.
        tile = choose_register_tile(kernel, tiles, blocks, steps, lanes, rounds_up=True)
    if shape.is_dynamic:
        counts = tuple(one.tiles(m) for one in shape.dynamic_sizes())
        vector = lanes * kernel.steps * types.weight.bytes
        # Floats are prefetched by the tiles before.
        weight_bytes = winograd_weight_bytes(shape, m, lanes)
        is_streamed = types.accumulator != F32 and weight_bytes > target.l2_bytes // 2
        streaming = vector / (2 * target.costs.memory_bandwidth) if is_streamed else 0.0
        tile = tile_of_any_row(kernel, tile, counts, blocks, steps, lanes, streaming, equal_tiles)
    if count == 1:
        return tile, tiles
    units = -(-tiles // tile[0])
    return tile, min(-(-units // count) * tile[0], tiles)


@lru_cache(maxsize=1024)
def cropped_tile(
    kernel: InnerKernel, kinds: tuple[TileKind, ...], blocks: int, steps: int, lanes: int
) -> tuple[int, int]:
    """Return the register tile with the fewest `cropped_cycles`."""
    most = max(kind.count for kind in kinds)
    tiles = [
        (pixels, vectors)
        for vectors in MOST_VECTORS[:blocks]
        for pixels in range(min(most, kernel.most_pixels(vectors)), 0, -1)
    ]
    best = min(tiles, key=lambda t: cropped_cycles(kernel, kinds, blocks, steps, t, lanes))
    equal = as_equal(best, most)
    limit = ABOUT_AS_CHEAP * cropped_cycles(kernel, kinds, blocks, steps, best, lanes)
    is_cheap = cropped_cycles(kernel, kinds, blocks, steps, equal, lanes) <= limit
    return equal if is_cheap and kernel.weight_bandwidth < inf else best


def cropped_cycles(
    kernel: InnerKernel,
    kinds: tuple[TileKind, ...],
    blocks: int,
    steps: int,
    tile: tuple[int, int],
    lanes: int,
) -> float:
    """Return the cycles of the products of tiles of several kinds, with separate register tiles."""
    return sum(
        kind.places * row_cycles(kernel, kind.count, blocks, steps, tile, lanes) for kind in kinds
    )


def multiplies_by_place(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> bool:
    """
    Return whether a kernel multiplies all output vectors at one place of the tiles before the next
    place.

    The transformed input of a block is then read once, rather than once for each group of output
    vectors, of which narrow vectors have many. But all products must be kept. It pays if that input
    would otherwise come from beyond L2 each time.
    """
    is_wide = lanes * shape.types.input.bytes >= target.caches.line
    return not is_wide and transformed_bytes(shape, m, lanes, target) > target.l2_bytes // 8 * 7


def transformed_bytes(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> int:
    """Return the bytes of the transformed input of a block of Winograd tiles."""
    _, size = schedule_winograd(shape, m, lanes, target)
    in_blocks = -(-shape.channels // lanes) * shape.depth.taps
    return (m + 2) ** 2 * in_blocks * size * lanes * shape.types.input.bytes


def single_block_tile(
    kernel: InnerKernel, tiles: int, blocks: int, steps: int, lanes: int
) -> tuple[int, int]:
    """
    Return the register tile for one block, with an even number of groups if that costs little.
    """
    best = choose_register_tile(kernel, tiles, blocks, steps, lanes)
    if tiles < 2 * best[0]:
        # There is no loop over register tiles: values from around it stay in registers.
        kernel = kernel.without(OUTER_REGISTERS)
        best = choose_register_tile(kernel, tiles, blocks, steps, lanes)
    counts = tuple(v for v in MOST_VECTORS if blocks % (2 * v) == 0)
    even = choose_register_tile(kernel, tiles, blocks, steps, lanes, counts)
    limit = 1.05 * row_cycles(kernel, tiles, blocks, steps, best, lanes)
    cost = row_cycles(kernel, tiles, blocks, steps, even, lanes)
    best = even if counts and cost <= limit else best
    return best if kernel.weight_bandwidth == inf else as_equal(best, tiles)


def as_equal(tile: tuple[int, int], count: int) -> tuple[int, int]:
    """
    Return a tile that divides the pixels into as many parts, but about equally: tiles then ask
    memory for their weights at regular intervals.
    """
    pixels, vectors = tile
    return -(-count // -(-count // pixels)), vectors

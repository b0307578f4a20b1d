"""
Register tiles, blocks and cost estimates of convolution kernels.

Units: costs are cycles of one core, from what an x86 core with two 256-bit multiply-add pipes can
do; they are compared with each other, never with a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from ....dialects.ncnn.attributes import Algorithm, TargetAttr

MULTIPLY_ADD_LATENCY = 4
TILE_OVERHEAD = 30
"""Cycles per tile for loop control, zeroing and the epilogue of small tiles."""
MOST_VECTORS = (1, 2, 3, 4)
"""Channel vectors that a tile may have."""
OUTER_REGISTERS = 2
"""Registers in which values from around a single register tile stay."""
TRANSFORM_CYCLES = {2: (75, 45), 4: (205, 125), 6: (420, 260)}
"""Winograd F(m,3): cycles to transform one tile of one vector of 16 channels in, and out."""
WEIGHT_BYTES_PER_CYCLE = 7
"""Weights of one layer seldom outlive the others in a cache: they come from memory."""
L3_TILES = 24
MEMORY_TILES = 96
"""Winograd tiles of a block by which computing takes longer than streaming the weights."""
L3_WEIGHT_BYTES = 10 << 20
"""Weights that stay in the L3 cache from block to block."""


@dataclass(frozen=True)
class ConvolutionShape:
    """
    The numbers that decide how a convolution is computed.

    `channels` counts the input channels that one output channel sums over.
    """

    channels: int
    outputs: int
    out_height: int
    out_width: int
    kernel: tuple[int, int]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    padded: bool
    input_bytes: int

    @property
    def is_pointwise(self) -> bool:
        """Whether output pixel i needs input pixel i alone."""
        return self.kernel == (1, 1) and self.stride == (1, 1) and not self.padded

    @property
    def can_use_winograd(self) -> bool:
        """3x3, stride 1, dilation 1."""
        return self.kernel == (3, 3) and self.stride == (1, 1) and self.dilation == (1, 1)


def tile_cycles(pixels: int, vectors: int, lanes: int) -> float:
    """
    Cycles of one reduction step of a register tile: the busiest of multiply-add pipes, load ports,
    front end, and the latency of an accumulator.
    """
    wide = lanes == 16
    products = pixels * vectors
    multiply_adds = products if wide else products / 2
    loads = (vectors if wide else vectors / 2) + pixels / 2
    front_end = (products + pixels + vectors + 5) / 5
    return max(multiply_adds, loads, front_end, MULTIPLY_ADD_LATENCY)


def row_cycles(width: int, blocks: int, steps: int, tile: tuple[int, int], lanes: int) -> float:
    """Cycles for `width` pixels times `blocks` output vectors with `steps` reduction steps each."""
    pixels, vectors = tile
    total = 0.0
    for group, count in ((vectors, blocks // vectors), (blocks % vectors, 1)):
        if not group or not count:
            continue
        full, rest = divmod(width, pixels)
        total += count * full * (steps * tile_cycles(pixels, group, lanes) + TILE_OVERHEAD)
        if rest:
            total += count * (steps * tile_cycles(rest, group, lanes) + TILE_OVERHEAD)
    return total


def choose_register_tile(
    width: int,
    blocks: int,
    steps: int,
    lanes: int,
    registers: int,
    vector_counts: Sequence[int] = MOST_VECTORS,
) -> tuple[int, int]:
    """
    The tile [pixels, vectors] that needs the fewest cycles for rows of `width` pixels.

    Accumulators, a step's weights and one broadcast must fit: MR*NR + NR + 1 <= registers.
    """
    best, best_cost = (1, 1), float("inf")
    for vectors in (v for v in vector_counts if v <= blocks):
        for pixels in range(1, min(width, (registers - 1 - vectors) // vectors) + 1):
            cost = row_cycles(width, blocks, steps, (pixels, vectors), lanes)
            # Of equal tiles the larger: it reads less from the caches.
            if cost < best_cost * 0.999 or (cost <= best_cost * 1.001 and pixels > best[0]):
                best, best_cost = (pixels, vectors), min(cost, best_cost)
    return best


def schedule_direct(
    shape: ConvolutionShape,
    lanes: int,
    target: TargetAttr,
    vector_counts: Sequence[int] = MOST_VECTORS,
) -> tuple[tuple[int, int], int]:
    """Register tile and block (pixel tiles of a pointwise kernel, else output rows)."""
    blocks = -(-shape.outputs // lanes)
    steps = shape.channels * prod(shape.kernel)
    registers = target.tile_registers
    cache = target.l2_bytes.data // 4
    if shape.is_pointwise:
        pixels = shape.out_height * shape.out_width
        tile = choose_register_tile(pixels, blocks, steps, lanes, registers, vector_counts)
        return tile, max(1, cache // (tile[0] * shape.channels * 4))
    width = shape.out_width
    tile = choose_register_tile(width, blocks, steps, lanes, registers, vector_counts)
    row_bytes = shape.out_width * shape.stride[1] * shape.stride[0] * shape.channels * 4
    return tile, max(1, cache // row_bytes)


def schedule_winograd(
    shape: ConvolutionShape, m: int, lanes: int, target: TargetAttr
) -> tuple[tuple[int, int], int]:
    """
    Register tile and number of tiles in a block.

    A block's transformed input and a group's products take half of the L2 cache. But blocks have
    enough tiles that computing on the weights takes longer than streaming them, from the L3 cache
    or, if there are too many of them, from memory; and there is an even number of blocks, for
    threads.
    """
    blocks = -(-shape.outputs // lanes)
    tiles = -(-shape.out_height // m) * -(-shape.out_width // m)
    positions = (m + 2) ** 2
    padded_channels = -(-shape.channels // lanes) * lanes
    per_tile = positions * (padded_channels + 2 * lanes) * 4
    weight_bytes = positions * shape.channels * blocks * lanes * 4
    least = L3_TILES if weight_bytes <= L3_WEIGHT_BYTES else MEMORY_TILES
    wanted = max(target.l2_bytes.data // 2 // per_tile, least)
    count = max(1, round(tiles / wanted))
    if count == 1:
        return single_block_tile(tiles, blocks, shape.channels, lanes, target), tiles
    size = -(-tiles // (count + count % 2))
    tile = choose_register_tile(size, blocks, shape.channels, lanes, target.tile_registers)
    if tiles % size:
        # The last block has fewer tiles: a remainder cannot have a register tile of its own.
        size = min(-(-size // tile[0]) * tile[0], tiles)
    return tile, size


def single_block_tile(
    tiles: int, blocks: int, channels: int, lanes: int, target: TargetAttr
) -> tuple[int, int]:
    """
    The register tile for a block of all tiles, whose output vectors are shared among threads: with
    an even number of groups of vectors, if that costs little.
    """
    registers = target.tile_registers
    best = choose_register_tile(tiles, blocks, channels, lanes, registers)
    if tiles < 2 * best[0]:
        # There is no loop over register tiles: values from around it stay in registers.
        registers -= OUTER_REGISTERS
        best = choose_register_tile(tiles, blocks, channels, lanes, registers)
    counts = [v for v in MOST_VECTORS if blocks % (2 * v) == 0]
    even = choose_register_tile(tiles, blocks, channels, lanes, registers, counts)
    limit = 1.05 * row_cycles(tiles, blocks, channels, best, lanes)
    return even if counts and row_cycles(tiles, blocks, channels, even, lanes) <= limit else best


def direct_cycles(shape: ConvolutionShape, lanes: int, target: TargetAttr) -> float:
    """Estimated cycles of the direct kernels."""
    tile, _ = schedule_direct(shape, lanes, target)
    blocks = -(-shape.outputs // lanes)
    steps = shape.channels * prod(shape.kernel)
    weight_bytes = steps * shape.outputs * 4
    if shape.is_pointwise:
        cycles = row_cycles(shape.out_height * shape.out_width, blocks, steps, tile, lanes)
    else:
        cycles = shape.out_height * row_cycles(shape.out_width, blocks, steps, tile, lanes)
    return max(cycles, weight_bytes / WEIGHT_BYTES_PER_CYCLE)


def winograd_cycles(shape: ConvolutionShape, m: int, lanes: int, target: TargetAttr) -> float:
    """Estimated cycles of F(m, 3): transforms, products, and streaming the transformed weights."""
    tile, size = schedule_winograd(shape, m, lanes, target)
    tiles = -(-shape.out_height // m) * -(-shape.out_width // m)
    blocks_of_tiles = -(-tiles // size)
    out_blocks = -(-shape.outputs // lanes)
    in_blocks = -(-shape.channels // lanes)
    positions = (m + 2) ** 2
    products = positions * row_cycles(size, out_blocks, shape.channels, tile, lanes)
    weight_bytes = positions * shape.channels * out_blocks * lanes * 4
    spills = weight_bytes > target.l2_bytes.data // 4
    streaming = weight_bytes / WEIGHT_BYTES_PER_CYCLE if spills else 0.0
    scale = 1 if lanes == 16 else 0.55
    cost_in, cost_out = TRANSFORM_CYCLES[m]
    transforms = scale * tiles * (in_blocks * cost_in + out_blocks * cost_out)
    return transforms + blocks_of_tiles * max(products + 0.15 * streaming, streaming)


def cheapest_algorithm(shape: ConvolutionShape, lanes: int, target: TargetAttr) -> Algorithm:
    """The algorithm with the least estimated cycles."""
    costs = estimated_cycles(shape, lanes, target)
    return min(costs, key=lambda algorithm: costs[algorithm])


def cheapest_cycles(shape: ConvolutionShape, lanes: int, target: TargetAttr) -> float:
    """The estimated cycles of the cheapest algorithm."""
    return min(estimated_cycles(shape, lanes, target).values())


def estimated_cycles(
    shape: ConvolutionShape, lanes: int, target: TargetAttr
) -> dict[Algorithm, float]:
    """The estimated cycles of every algorithm that can compute a dense convolution."""
    direct = Algorithm.GEMM if shape.is_pointwise else Algorithm.PACKED
    costs = {direct: direct_cycles(shape, lanes, target)}
    if shape.can_use_winograd and shape.channels >= 4:
        for algorithm in (Algorithm.WINOGRAD2, Algorithm.WINOGRAD4, Algorithm.WINOGRAD6):
            costs[algorithm] = winograd_cycles(shape, algorithm.winograd_tile, lanes, target)
    return costs

"""Choose register tiles and blocks of convolution kernels."""

from __future__ import annotations

from ....dialects.kernel.attributes import Algorithm
from ....dialects.target.products import (
    BFLOAT16,
    F32,
    FLOAT32,
    INT16,
    InnerKernel,
    ProductTypes,
)
from ....dialects.target.records import Target
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from ...common.geometry.partial_tiles import equal_tiles, row_tiles
from .conv_shape import ConvolutionShape
from .register_tile import (
    MOST_VECTORS,
    choose_register_tile,
    row_cycles,
    tile_cycles,
    tile_of_any_row,
    tiles_cycles,
)

GATHER_REGISTERS = 4
"""
Registers for the zeros of every width and the masks of strides if vectors hold positions; otherwise
one register holds zeros for borders.
"""
PIPELINED_STEPS = 4
"""Products that one instruction must sum for tiles to be pipelined."""


def schedule_direct(
    shape: ConvolutionShape,
    lanes: int,
    target: Target,
    vector_counts: tuple[int, ...] = MOST_VECTORS,
    kernel: InnerKernel | None = None,
) -> tuple[tuple[int, int], int]:
    """
    Choose the register tile and the block of a direct kernel: pixel tiles if it is pointwise,
    otherwise output rows. The inner kernel may be given.
    """
    blocks = -(-shape.outputs // lanes)
    kernel = kernel or target.inner_kernel(shape.types)
    steps = shape.steps(kernel)
    pixel_bytes = shape.channels * shape.depth.taps * shape.types.input.bytes
    cache = target.l2_bytes // 4
    width = shape.pixels if shape.is_pointwise else shape.out_width
    tile = choose_register_tile(kernel, width, blocks, steps, lanes, vector_counts)
    if shape.is_dynamic:
        widths = tuple(one.out_width for one in shape.dynamic_sizes())
        tile = tile_of_any_row(kernel, tile, widths, blocks, steps, lanes)
    if shape.is_pointwise:
        return tile, max(1, cache // (tile[0] * pixel_bytes))
    row_bytes = shape.out_width * shape.stride[1] * shape.stride[0] * pixel_bytes
    return tile, max(1, cache // row_bytes)


def schedule_tiled(
    shape: ConvolutionShape,
    lanes: int,
    target: Target,
    positions: int | None = None,
    vector_counts: tuple[int, ...] = MOST_VECTORS,
    kernel: InnerKernel | None = None,
) -> tuple[tuple[int, int], int]:
    """
    Choose the register tile and the number of output positions of a tile; both, and the inner
    kernel, may be given.

    The input of a tile takes at most a quarter of the L2 cache, as in other kernels: longer row
    pieces copy more at once. Tiles are about equal, and there are a few for each thread.
    """
    kernel, costs = kernel or target.inner_kernel(shape.types), target.costs
    blocks, steps = -(-shape.outputs // lanes), shape.steps(kernel)
    width = shape.pixels if positions is None else min(positions, shape.pixels)

    def scheduled(beside: int, counts: tuple[int, ...]) -> tuple[tuple[int, int], int]:
        left = kernel.without(beside)
        tile = choose_register_tile(left, width, blocks, steps, lanes, counts)
        return tile, positions or tile_positions(shape, tile, target)

    found = [scheduled(registers_beside(kernel, shape, lanes), vector_counts)]
    if vector_counts == MOST_VECTORS and is_pipelined(kernel, shape, lanes):
        beside = (kernel.registers + costs.constant_registers) // 2 - 1
        found.append(scheduled(beside, (min(costs.pipelined_vectors, blocks),)))
    return min(found, key=lambda one: multiplying_cycles(shape, *one, lanes, target, kernel))


def tile_positions(shape: ConvolutionShape, tile: tuple[int, int], target: Target) -> int:
    """Return the positions of a tile of `schedule_tiled` with a register tile."""
    seen_bytes = tile[0] * shape.channels * shape.taps * shape.types.input.bytes
    most = max(1, target.l2_bytes // 4 // seen_bytes)
    total = -(-shape.pixels // tile[0])
    tiles = max(-(-total // most), min(target.costs.shared_tiles, total))
    return -(-total // tiles) * tile[0]


def multiplying_cycles(
    shape: ConvolutionShape,
    tile: tuple[int, int],
    positions: int,
    lanes: int,
    target: Target,
    kernel: InnerKernel | None = None,
) -> float:
    """
    Estimate the cycles of a tiled kernel without gathering; the inner kernel may be given.

    A pipelined tile hides the epilogue. But it is so small that it waits for weights from memory
    when it is the first to need them, and for every tile of positions if L2 cannot keep them.
    """
    kernel = kernel or target.inner_kernel(shape.types)
    blocks, steps = -(-shape.outputs // lanes), shape.steps(kernel)
    tiles, rest = divmod(shape.pixels, positions)
    cycles = tiles * row_cycles(kernel, positions, blocks, steps, tile, lanes)
    cycles += row_cycles(kernel, rest, blocks, steps, tile, lanes) if rest else 0
    if not is_pipelined(kernel, shape, lanes):
        return cycles
    if not holds_two_tiles(kernel, *tile):
        return cycles + target.costs.finishing_cycles * shape.pixels * blocks
    group_bytes = steps * kernel.steps * lanes * tile[1] * shape.types.weight.bytes
    groups = -(-blocks // tile[1])
    passes = tiles + (rest > 0) if groups * group_bytes > target.l2_bytes // 2 else 1
    first = steps * tile_cycles(kernel, *tile, lanes)
    return cycles + passes * groups * max(group_bytes / target.costs.memory_bandwidth - first, 0)


def dynamic_cycles(
    shape: ConvolutionShape,
    algorithm: Algorithm,
    tile: tuple[int, ...],
    block: int,
    lanes: int,
    target: Target,
) -> float:
    """
    Estimate the cycles of the products for an image of dynamic size.

    A remainder uses the smallest tile size that holds it. Tiles of Winograd are all equal, and
    every block reads its weights again.
    """
    (size, vectors), m = tile, algorithm.winograd_tile
    kernel = target.inner_kernel(transformed_types(shape.types, m) if m else shape.types)
    blocks, lines = -(-shape.outputs // lanes), 1
    if m:
        width, lines = shape.tiles(m), (m + 2) ** 2
    elif algorithm is Algorithm.TILED:
        width = shape.pixels
    else:
        width, lines = shape.out_width, shape.pixels // shape.out_width
    steps = kernel.reductions(shape.channels) * (1 if m else shape.taps)
    tiles = (equal_tiles if m else row_tiles)(width, size)
    cycles = lines * tiles_cycles(kernel, tiles, blocks, steps, vectors, lanes)
    if shape.is_int8 and not m and not holds_two_tiles(kernel, size, vectors):
        cycles += target.costs.finishing_cycles * shape.pixels * blocks
    weight_bytes = lines * shape.channels * blocks * lanes * kernel.types.weight.bytes
    if not m or weight_bytes <= target.l2_bytes // 2:
        return cycles
    return cycles + -(-width // block) * weight_bytes / target.costs.memory_bandwidth / 2


def is_pipelined(kernel: InnerKernel, shape: ConvolutionShape, lanes: int) -> bool:
    """
    Return whether a tiled kernel finishes the sums of one register tile while it computes the next.

    This pays for int8, whose sums take many instructions to round, if two tiles fit in registers
    and all blocks of channels are full. Grouped convolutions are not pipelined.
    """
    pack = PLAIN_CHANNELS if shape.channels <= PLAIN_CHANNELS else lanes
    read = kernel.reductions(shape.channels) * kernel.steps
    is_whole = kernel.steps == PIPELINED_STEPS and read % pack == 0
    return shape.is_int8 and is_whole and spares_constants(kernel)


def holds_two_tiles(kernel: InnerKernel, pixels: int, vectors: int) -> bool:
    """Return whether two such tiles fit in registers beside the other operands."""
    return kernel.without(kernel.costs.constant_registers).fits(2 * pixels, vectors)


def pipelined_vectors(
    shape: ConvolutionShape, tile: tuple[int, int], pack: int, lanes: int, target: Target
) -> int:
    """Return the vectors of the largest int8 tile of which two fit in registers; 0 for none."""
    kernel = target.inner_kernel(shape.types)
    blocks = -(-shape.channels // pack)
    if blocks == 1:
        pack = min(pack, max(kernel.steps, 1 << (shape.channels - 1).bit_length()))
    is_whole = kernel.reductions(shape.channels) * kernel.steps == blocks * pack
    if kernel.steps != PIPELINED_STEPS or not is_whole:
        return 0
    parts = lanes // min(target.isa.integer_vector_bytes // F32.bytes, lanes)
    pixels, vectors = tile
    return next((v for v in range(vectors, 0, -1) if holds_two_tiles(kernel, pixels, v * parts)), 0)


def spares_constants(kernel: InnerKernel) -> bool:
    """Return whether enough registers are left for constants."""
    costs = kernel.costs
    return kernel.registers >= costs.constant_registers * costs.registers_per_constant


def registers_beside(kernel: InnerKernel, shape: ConvolutionShape, lanes: int) -> int:
    """Return the registers that a tiled kernel needs besides its register tile."""
    if shape.types.accumulator != F32 and kernel.product.lanes < lanes:
        # A vector of sums is two of integers.
        return kernel.registers - kernel.registers // 2
    if shape.is_int8:
        has_them = spares_constants(kernel) and not kernel.needs_additions
        return kernel.costs.constant_registers if has_them else 0
    is_plain = shape.channels <= PLAIN_CHANNELS
    return GATHER_REGISTERS if is_plain else int(shape.padded)


def reduction_block(shape: ConvolutionShape, lanes: int, target: Target) -> int:
    """
    Return the number of channels that a kernel sums at a time, in about equal blocks; 0 for all.
    """
    is_wide = lanes * shape.types.accumulator.bytes >= target.caches.line
    most = target.costs.reduced_channels
    if is_wide or not shape.is_pointwise or shape.channels <= most:
        return 0
    parts = -(-shape.channels // most)
    return -(-shape.channels // (parts * lanes)) * lanes


def transformed_types(types: ProductTypes, m: int) -> ProductTypes:
    """
    Return the product types of F(m, 3).

    Floats are transformed in float32. F(2, 3) rounds transformed bfloat16 again, since its sums of
    a few elements are as exact as direct products; larger tiles would lose two more digits. int8
    becomes 16-bit integers.
    """
    if types == BFLOAT16 and m == 2:
        return types
    return FLOAT32 if types.accumulator == F32 else INT16

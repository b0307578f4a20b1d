"""
Register tiles, blocks and cost estimates of convolution kernels.

Units: costs are cycles of one core, from what the target's record says that it can do; they are
compared with each other, never with a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from ....dialects.kernel.convolution import INNER_ALGORITHMS, sub_image_steps
from ....dialects.properties import WINOGRAD_TILES, Algorithm
from ....dialects.target.products import InnerKernel, ProductTypes
from ....dialects.target.records import Target

LOOP_INSTRUCTIONS = 5
"""Instructions of a reduction step besides loads and multiply-adds."""
TILE_OVERHEAD = 30
"""Cycles per tile for loop control, zeroing and the epilogue of small tiles."""
MOST_VECTORS = (1, 2, 3, 4)
"""Channel vectors that a tile may have."""
OUTER_REGISTERS = 2
"""Registers in which values from around a single register tile stay."""
TRANSFORM_CYCLES = {2: (75, 45), 4: (205, 125), 6: (420, 260)}
"""Winograd F(m,3): cycles to transform one tile of one vector of channels in, and out."""
ONE_PASS_TRANSFORM = 0.55
"""The part of these that a vector takes which occupies a pipe once rather than twice."""
L2_BYTES_PER_CYCLE = 32
"""Bytes of weights that come from the L2 cache in a cycle."""
COPY_CYCLES = 1.5
PIECE_CYCLES = 12
"""Gathering for a tiled kernel: cycles of a pass of a vector, and of a piece of a row besides."""
GATHER_REGISTERS = 4
"""
Registers in which zeros of every width, and the masks of strides, stay around a register tile if
vectors are of positions; else there is one, of zeros for borders.
"""
PLAIN_CHANNELS = 4
"""Up to so many channels lie one after the other: vectors are of positions."""
LEAST_TILES = 4
"""Tiles of a tiled kernel, for threads, unless they would be smaller than a register tile."""
WAITED_FOR = 0.5
"""The part of the time in which weights come from memory that products with them do not fill."""
L3_TILES = 24
MEMORY_TILES = 96
"""Winograd tiles of a block by which computing takes longer than streaming the weights."""
PAST_L2_WIDE, PAST_L2_NARROW = 1.8, 8.0
"""
Times the estimated cycles that Winograd takes on sub-images whose transformed tiles of one block do
not fit the L2 cache, with vectors of a whole cache line and with narrower ones: as measured on the
dilated layers of segmentation networks (Zen 4).
"""
CLEARLY_CHEAPER = 1.1
"""Times the cycles of the cheapest algorithm that another may take which is as good."""


MOST_REDUCED = 128
"""
Channels that a tile of vectors narrower than a cache line sums over at a time. Its pixels are few
lines of each block of channels; of more blocks, which on large maps lie a page apart or more, and
in few sets of the L1 cache, the lines would be gone when the next vectors need them.
"""


@dataclass(frozen=True)
class Depth:
    """What a convolution of volumes has besides that of images: slices of the output, and taps."""

    slices: int = 1
    taps: int = 1
    stride: int = 1
    padded: bool = False

    @property
    def is_batch(self) -> bool:
        """Whether every slice of the output sees the one of the input at its place."""
        return self.taps == self.stride == 1 and not self.padded

    @property
    def images(self) -> int:
        """Slices that may be computed together: all of a batch."""
        return self.slices if self.is_batch else 1


@dataclass(frozen=True)
class ConvolutionShape:
    """
    What decides how a convolution is computed; one of volumes is as many of images as its output
    has slices, which sum over the channels of `taps` slices. Images of a batch are such a volume.

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
    types: ProductTypes
    depth: Depth = Depth()
    inside: float = 1.0
    """The part of all taps of all outputs that see a cell of the input, and no padding."""
    sub_images: int = 1
    """Parts of each image that are computed as images of their own, all as large as the first."""

    def steps(self, kernel: InnerKernel) -> int:
        """Reduction steps of an inner kernel, over taps and groups of k input channels."""
        return kernel.reductions(self.channels) * self.taps

    @property
    def taps(self) -> int:
        """Of the whole kernel."""
        return self.depth.taps * prod(self.kernel)

    @property
    def pixels(self) -> int:
        """Of the output, of all slices."""
        return self.depth.slices * self.sub_images * self.out_height * self.out_width

    def tiles(self, m: int) -> int:
        """Tiles of m x m outputs that one block may have: of all images."""
        of_image = self.sub_images * -(-self.out_height // m) * -(-self.out_width // m)
        return self.depth.images * of_image

    @property
    def is_pointwise(self) -> bool:
        """Whether output pixel i needs input pixel i alone."""
        return (
            self.taps == 1 and self.stride == (1, 1) == (1, self.depth.stride) and not self.padded
        )

    @property
    def can_use_winograd(self) -> bool:
        """3x3, stride 1, dilation 1."""
        return self.kernel == (3, 3) and self.stride == (1, 1) and self.dilation == (1, 1)

    @property
    def can_be_dilated(self) -> bool:
        """Whether an image has sub-images: taps apart, stride 1, and no kernel along the depth."""
        has_parts = sub_image_steps(self.kernel, self.dilation) != (1, 1)
        return has_parts and self.stride == (1, 1) and self.depth.is_batch

    def of_sub_images(self) -> ConvolutionShape:
        """The shape of the convolutions without dilation of which a dilated one is made."""
        rows, columns = sub_image_steps(self.kernel, self.dilation)
        return replace(
            self,
            out_height=-(-self.out_height // rows),
            out_width=-(-self.out_width // columns),
            dilation=(1, 1),
            sub_images=min(rows, self.out_height) * min(columns, self.out_width),
        )


def tile_cycles(kernel: InnerKernel, pixels: int, vectors: int, lanes: int) -> float:
    """
    Cycles of one reduction step of a register tile: the busiest of multiply-add pipes, load ports,
    front end, and the latency of an accumulator.
    """
    costs = kernel.costs
    passes = costs.passes(lanes * kernel.types.accumulator.bytes)
    products = pixels * vectors
    multiply_adds = products * passes / costs.pipes
    loads = vectors * passes / costs.pipes + pixels / costs.pipes
    front_end = (products + pixels + vectors + LOOP_INSTRUCTIONS) / costs.instructions
    return max(multiply_adds, loads, front_end, costs.multiply_add_latency)


def row_cycles(
    kernel: InnerKernel, width: int, blocks: int, steps: int, tile: tuple[int, int], lanes: int
) -> float:
    """Cycles for `width` pixels times `blocks` output vectors with `steps` reduction steps each."""
    pixels, vectors = tile
    total = 0.0
    for group, count in ((vectors, blocks // vectors), (blocks % vectors, 1)):
        if not group or not count:
            continue
        full, rest = divmod(width, pixels)
        total += count * full * (steps * tile_cycles(kernel, pixels, group, lanes) + TILE_OVERHEAD)
        if rest:
            total += count * (steps * tile_cycles(kernel, rest, group, lanes) + TILE_OVERHEAD)
    return total


def choose_register_tile(
    kernel: InnerKernel,
    width: int,
    blocks: int,
    steps: int,
    lanes: int,
    vector_counts: Sequence[int] = MOST_VECTORS,
) -> tuple[int, int]:
    """The tile [pixels, vectors] that needs the fewest cycles for rows of `width` pixels."""
    best, best_cost = (1, 1), float("inf")
    for vectors in (v for v in vector_counts if v <= blocks):
        for pixels in range(1, min(width, kernel.most_pixels(vectors)) + 1):
            cost = row_cycles(kernel, width, blocks, steps, (pixels, vectors), lanes)
            # Of tiles as good the larger: it reads less from the caches.
            if cost < best_cost * 0.999 or (cost <= best_cost * 1.01 and pixels > best[0]):
                best, best_cost = (pixels, vectors), min(cost, best_cost)
    return best


def schedule_direct(
    shape: ConvolutionShape,
    lanes: int,
    target: Target,
    vector_counts: Sequence[int] = MOST_VECTORS,
) -> tuple[tuple[int, int], int]:
    """Register tile and block (pixel tiles of a pointwise kernel, else output rows)."""
    blocks = -(-shape.outputs // lanes)
    kernel = target.inner_kernel(shape.types)
    steps = shape.steps(kernel)
    pixel_bytes = shape.channels * shape.depth.taps * shape.types.input.bytes
    cache = target.l2_bytes // 4
    if shape.is_pointwise:
        tile = choose_register_tile(kernel, shape.pixels, blocks, steps, lanes, vector_counts)
        return tile, max(1, cache // (tile[0] * pixel_bytes))
    tile = choose_register_tile(kernel, shape.out_width, blocks, steps, lanes, vector_counts)
    row_bytes = shape.out_width * shape.stride[1] * shape.stride[0] * pixel_bytes
    return tile, max(1, cache // row_bytes)


def schedule_tiled(
    shape: ConvolutionShape, lanes: int, target: Target, positions: int | None = None
) -> tuple[tuple[int, int], int]:
    """
    Register tile and the output positions of a tile, which may be given.

    What a tile sees takes a quarter of the L2 cache at most, as of other kernels: of longer pieces
    of rows more is copied at once. Tiles are as equal as can be and, for threads, a few at least.
    """
    kernel = target.inner_kernel(shape.types)
    is_plain = shape.channels <= PLAIN_CHANNELS
    kernel = kernel.without(GATHER_REGISTERS if is_plain else int(shape.padded))
    blocks, steps = -(-shape.outputs // lanes), shape.steps(kernel)
    if positions is not None:
        size = min(positions, shape.pixels)
        return choose_register_tile(kernel, size, blocks, steps, lanes), positions
    tile = choose_register_tile(kernel, shape.pixels, blocks, steps, lanes)
    seen_bytes = tile[0] * shape.channels * shape.taps * shape.types.input.bytes
    most = max(1, target.l2_bytes // 4 // seen_bytes)
    total = -(-shape.pixels // tile[0])
    tiles = max(-(-total // most), min(LEAST_TILES, total))
    return tile, -(-total // tiles) * tile[0]


def reduction_block(shape: ConvolutionShape, lanes: int, target: Target) -> int:
    """Channels that a kernel sums over at a time, about as many each time; 0 stands for all."""
    is_wide = lanes * shape.types.input.bytes >= target.caches.line
    if is_wide or not shape.is_pointwise or shape.channels <= MOST_REDUCED:
        return 0
    parts = -(-shape.channels // MOST_REDUCED)
    return -(-shape.channels // (parts * lanes)) * lanes


def schedule_winograd(
    shape: ConvolutionShape, m: int, lanes: int, target: Target
) -> tuple[tuple[int, int], int]:
    """
    Register tile and number of tiles in a block.

    A block's transformed input and a group's products take half of the L2 cache. But blocks have
    enough tiles that computing on the weights takes longer than streaming them, from the L3 cache
    or, if there are too many of them, from memory; and there is an even number of blocks, for
    threads. Tiles of a block are of one slice, or of any where slices are images; then they are no
    more than one image has, if those do: its input would leave the cache for weights that N single
    images read as often.
    """
    kernel, types = target.inner_kernel(shape.types), shape.types
    blocks = -(-shape.outputs // lanes)
    tiles = shape.tiles(m)
    positions = (m + 2) ** 2
    padded_channels = -(-shape.channels // lanes) * lanes * shape.depth.taps
    products = 2 * lanes * types.accumulator.bytes
    per_tile = positions * (padded_channels * types.input.bytes + products)
    summed = shape.channels * shape.depth.taps
    weight_bytes = positions * summed * blocks * lanes * types.weight.bytes
    of_image = tiles // shape.depth.images
    least = L3_TILES
    if weight_bytes > target.caches.l3:
        least = max(L3_TILES, min(MEMORY_TILES, of_image))
    wanted = max(target.l2_bytes // 2 // per_tile, least)
    count = max(1, round(tiles / wanted))
    steps = kernel.reductions(shape.channels) * shape.depth.taps
    if count == 1:
        return single_block_tile(kernel, tiles, blocks, steps, lanes), tiles
    size = -(-tiles // (count + count % 2))
    tile = choose_register_tile(kernel, size, blocks, steps, lanes)
    if tiles % size:
        # The last block has fewer tiles: a remainder cannot have a register tile of its own.
        size = min(-(-size // tile[0]) * tile[0], tiles)
    return tile, size


def single_block_tile(
    kernel: InnerKernel, tiles: int, blocks: int, steps: int, lanes: int
) -> tuple[int, int]:
    """
    The register tile for a block of all tiles, whose output vectors are shared among threads: with
    an even number of groups of vectors, if that costs little.
    """
    best = choose_register_tile(kernel, tiles, blocks, steps, lanes)
    if tiles < 2 * best[0]:
        # There is no loop over register tiles: values from around it stay in registers.
        kernel = kernel.without(OUTER_REGISTERS)
        best = choose_register_tile(kernel, tiles, blocks, steps, lanes)
    counts = [v for v in MOST_VECTORS if blocks % (2 * v) == 0]
    even = choose_register_tile(kernel, tiles, blocks, steps, lanes, counts)
    limit = 1.05 * row_cycles(kernel, tiles, blocks, steps, best, lanes)
    cost = row_cycles(kernel, tiles, blocks, steps, even, lanes)
    return even if counts and cost <= limit else best


def direct_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Estimated cycles of the direct kernels."""
    tile, _ = schedule_direct(shape, lanes, target)
    kernel = target.inner_kernel(shape.types)
    blocks = -(-shape.outputs // lanes)
    steps = shape.steps(kernel)
    weight_bytes = shape.channels * shape.taps * shape.outputs * shape.types.weight.bytes
    if shape.is_pointwise:
        cycles = row_cycles(kernel, shape.pixels, blocks, steps, tile, lanes)
    else:
        row = row_cycles(kernel, shape.out_width, blocks, steps, tile, lanes)
        # Each tile reads all weights: of one pixel they are no sooner there than in the L2 cache.
        streamed = -(-shape.out_width // tile[0]) * weight_bytes / L2_BYTES_PER_CYCLE
        rows = shape.depth.slices * shape.sub_images * shape.out_height
        # Taps that see padding are left out.
        cycles = rows * max(row, streamed) * shape.inside
    return max(cycles, weight_bytes / target.costs.memory_bytes)


def tiled_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Estimated cycles of the tiled kernel: gathering, products, and streaming the weights."""
    tile, positions = schedule_tiled(shape, lanes, target)
    kernel = target.inner_kernel(shape.types)
    blocks, steps = -(-shape.outputs // lanes), shape.steps(kernel)
    tiles, rest = divmod(shape.pixels, positions)
    products = tiles * row_cycles(kernel, positions, blocks, steps, tile, lanes)
    products += row_cycles(kernel, rest, blocks, steps, tile, lanes) if rest else 0
    weight_bytes = shape.channels * shape.taps * shape.outputs * shape.types.weight.bytes
    streamed = weight_bytes / target.costs.memory_bytes
    if weight_bytes > target.l2_bytes // 2:
        streamed *= tiles + (rest > 0)
    return max(gather_cycles(shape, positions, lanes, target) + products, streamed)


def gather_cycles(shape: ConvolutionShape, positions: int, lanes: int, target: Target) -> float:
    """Estimated cycles of gathering what all tiles of so many positions see."""
    pieces = shape.depth.slices * shape.out_height + -(-shape.pixels // positions)
    vectors: float = shape.pixels * -(-shape.channels // lanes)
    rows = -(-shape.channels // lanes)
    if shape.channels <= PLAIN_CHANNELS:
        vectors = shape.pixels * shape.channels * shape.stride[1] / lanes
        rows = shape.channels
    passes = target.costs.passes(lanes * shape.types.input.bytes)
    return shape.taps * (vectors * passes * COPY_CYCLES + pieces * rows * PIECE_CYCLES)


def gemm_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """
    Estimated cycles of im2col and a product: gathering, and a 1x1 convolution of what was gathered,
    which goes through the L2 cache or, if it is too much for that, through memory.
    """
    pack = 1 if shape.channels <= PLAIN_CHANNELS else lanes
    gathered = -(-shape.channels // pack) * pack * shape.taps
    one, depth = (1, 1), Depth(shape.depth.slices)
    window = {"kernel": one, "stride": one, "dilation": one}
    product = replace(shape, channels=gathered, **window, padded=False, depth=depth, inside=1.0)
    gathered_bytes = gathered * shape.pixels * shape.types.input.bytes
    spills = gathered_bytes > target.l2_bytes // 2
    rate = target.costs.memory_bytes if spills else L2_BYTES_PER_CYCLE
    copied = gather_cycles(shape, shape.pixels, lanes, target) + 2 * gathered_bytes / rate
    return copied + direct_cycles(product, lanes, target)


def winograd_cycles(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> float:
    """Estimated cycles of F(m, 3): transforms, products, and streaming the transformed weights."""
    tile, size = schedule_winograd(shape, m, lanes, target)
    kernel, costs, types = target.inner_kernel(shape.types), target.costs, shape.types
    tiles = shape.tiles(m)
    blocks_of_tiles = -(-tiles // size)
    out_blocks = -(-shape.outputs // lanes)
    in_blocks = -(-shape.channels // lanes) * shape.depth.taps
    positions = (m + 2) ** 2
    steps = kernel.reductions(shape.channels) * shape.depth.taps
    products = positions * row_cycles(kernel, size, out_blocks, steps, tile, lanes)
    summed = shape.channels * shape.depth.taps
    weight_bytes = positions * summed * out_blocks * lanes * types.weight.bytes
    spills = weight_bytes > target.l2_bytes // 4
    streaming = weight_bytes / costs.memory_bytes if spills else 0.0
    is_wide = costs.passes(lanes * types.accumulator.bytes) > 1
    scale = 1 if is_wide else ONE_PASS_TRANSFORM
    cost_in, cost_out = TRANSFORM_CYCLES[m]
    transforms = scale * tiles * (in_blocks * cost_in + out_blocks * cost_out)
    computed = blocks_of_tiles * max(products + WAITED_FOR * streaming, streaming)
    return shape.depth.slices // shape.depth.images * (transforms + computed)


def cheapest_algorithm(shape: ConvolutionShape, lanes: int, target: Target) -> Algorithm:
    """
    The algorithm with the least estimated cycles; of a batch that of a single image, unless another
    is clearly cheaper, so that few results depend on the size of the batch.
    """
    costs = estimated_cycles(shape, lanes, target)
    best = min(costs, key=lambda algorithm: costs[algorithm])
    if shape.depth.images == 1:
        return best
    of_image = cheapest_algorithm(replace(shape, depth=Depth()), lanes, target)
    return of_image if costs[of_image] <= CLEARLY_CHEAPER * costs[best] else best


def cheapest_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """The estimated cycles of the cheapest algorithm."""
    return min(estimated_cycles(shape, lanes, target).values())


def estimated_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> dict[Algorithm, float]:
    """The estimated cycles of every algorithm that can compute a dense convolution."""
    direct = Algorithm.GEMM if shape.is_pointwise else Algorithm.PACKED
    costs = {direct: direct_cycles(shape, lanes, target)}
    if not shape.is_pointwise:
        costs[Algorithm.TILED] = tiled_cycles(shape, lanes, target)
    if not shape.is_pointwise and shape.depth.is_batch:
        costs[Algorithm.GEMM] = gemm_cycles(shape, lanes, target)
    if shape.can_use_winograd and shape.channels >= 4:
        for algorithm, m in WINOGRAD_TILES.items():
            costs[algorithm] = winograd_cycles(shape, m, lanes, target)
    if shape.can_be_dilated:
        costs[Algorithm.DILATED] = min(inner_cycles(shape, lanes, target).values())
    return costs


def inner_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> dict[Algorithm, float]:
    """The estimated cycles of `dilated`, by every algorithm that can compute the sub-images."""
    part = shape.of_sub_images()
    costs = estimated_cycles(part, lanes, target)
    inner = {algorithm: costs[algorithm] for algorithm in INNER_ALGORITHMS if algorithm in costs}
    is_wide = lanes * shape.types.input.bytes >= target.caches.line
    for algorithm in inner:
        m = algorithm.winograd_tile
        if m and transformed_bytes(part, m, lanes, target) > target.l2_bytes:
            inner[algorithm] *= PAST_L2_WIDE if is_wide else PAST_L2_NARROW
    return inner


def transformed_bytes(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> int:
    """What a block of Winograd's tiles takes, transformed. Units: bytes."""
    _, block = schedule_winograd(shape, m, lanes, target)
    channels = -(-shape.channels // lanes) * lanes
    return (m + 2) ** 2 * block * channels * shape.types.input.bytes


def inner_algorithm(shape: ConvolutionShape, lanes: int, target: Target) -> Algorithm:
    """The algorithm with the least estimated cycles for the sub-images."""
    costs = inner_cycles(shape, lanes, target)
    return min(costs, key=lambda algorithm: costs[algorithm])

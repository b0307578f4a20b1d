"""
Estimate the cost of a convolution by each algorithm, and choose the cheapest.

Units: cycles of one core, as for register tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import inf
from types import MappingProxyType

from ....dialects.kernel.attributes import WINOGRAD_TILES, Algorithm
from ....dialects.kernel.convolution import INNER_ALGORITHMS
from ....dialects.target.products import BFLOAT16, INT16
from ....dialects.target.records import Target
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from .conv_schedule import (
    multiplying_cycles,
    schedule_direct,
    schedule_tiled,
    transformed_types,
)
from .conv_shape import ConvolutionShape, Depth
from .register_tile import row_cycles
from .small_matrices import matrix_kernel, tiled_kernel
from .winograd_schedule import (
    has_many_weights,
    multiplies_by_place,
    plan_winograd,
    transformed_bytes,
    winograd_weight_bytes,
)

TRANSFORM_INSTRUCTIONS = {2: (75, 45), 4: (205, 125), 6: (420, 260)}
"""Winograd F(m,3): instructions to transform one tile of one vector of channels in, and out."""
ABOUT_AS_CHEAP = 1.03
"""An algorithm with smaller weights may cost this factor more than the cheapest one."""
LESS_EXACT = 1.1
"""
An algorithm may cost this factor more than Winograd on bfloat16.

Winograd rounds transformed inputs and filters again, so its error is twice that of direct bfloat16
products. Of nine networks, only the outputs of vgg16 show it.
"""
CLEARLY_CHEAPER = 1.1
"""An equally good algorithm may cost this factor more than the cheapest one."""


def direct_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Estimate the cycles of the direct kernels."""
    tile, _ = schedule_direct(shape, lanes, target)
    kernel = target.inner_kernel(shape.types)
    if not shape.is_int8:
        of_taps = not shape.is_pointwise
        found = matrix_kernel(shape.types, shape.channels, target, of_taps=of_taps)
        kernel = found or kernel
    blocks = -(-shape.outputs // lanes)
    steps = shape.steps(kernel)
    weight_bytes = shape.channels * shape.taps * shape.outputs * shape.types.weight.bytes
    from_memory = weight_bytes / target.costs.memory_bandwidth
    if shape.is_pointwise:
        cycles = row_cycles(kernel, shape.pixels, blocks, steps, tile, lanes)
    else:
        row = row_cycles(kernel, shape.out_width, blocks, steps, tile, lanes)
        # Each tile reads all weights: of one pixel they are no sooner there than in the L2 cache.
        streamed = -(-shape.out_width // tile[0]) * weight_bytes / target.costs.l2_bandwidth
        rows = shape.depth.slices * shape.sub_images * shape.out_height
        # Taps that see padding are left out. The first row waits for weights from memory.
        cycles = max(row, streamed) * shape.inside
        cycles = max(cycles, from_memory) + (rows - 1) * cycles
    return max(cycles, from_memory)


def tiled_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Estimate the cycles of the tiled kernel: gathering, products, and streaming the weights."""
    kernel = tiled_kernel(shape, lanes, target)
    tile, positions = schedule_tiled(shape, lanes, target, kernel=kernel)
    products = multiplying_cycles(shape, tile, positions, lanes, target, kernel)
    weight_bytes = shape.channels * shape.taps * shape.outputs * shape.types.weight.bytes
    streamed = weight_bytes / target.costs.memory_bandwidth
    if weight_bytes > target.l2_bytes // 2:
        streamed *= -(-shape.pixels // positions)
    return max(gather_cycles(shape, positions, lanes, target) + products, streamed)


def gather_cycles(shape: ConvolutionShape, positions: int, lanes: int, target: Target) -> float:
    """Estimate the cycles of gathering the windows of all tiles of a given number of positions."""
    pieces = shape.depth.slices * shape.out_height + -(-shape.pixels // positions)
    vectors: float = shape.pixels * -(-shape.channels // lanes)
    rows = -(-shape.channels // lanes)
    if shape.channels <= PLAIN_CHANNELS:
        vectors = shape.pixels * shape.channels * shape.stride[1] / lanes
        rows = shape.channels
    costs = target.costs
    passes = costs.passes(lanes * shape.types.input.bytes)
    return shape.taps * (vectors * passes * costs.copy_cycles + pieces * rows * costs.piece_cycles)


def gemm_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Estimate the cycles of gathering, through L2 or memory, and of the 1x1 convolution."""
    pack = 1 if shape.channels <= PLAIN_CHANNELS else lanes
    gathered = -(-shape.channels // pack) * pack * shape.taps
    one, depth = (1, 1), Depth(shape.depth.slices)
    window = {"kernel": one, "stride": one, "dilation": one}
    product = replace(shape, channels=gathered, **window, padded=False, depth=depth, inside=1.0)
    gathered_bytes = gathered * shape.pixels * shape.types.input.bytes
    spills = gathered_bytes > target.l2_bytes // 2
    rate = target.costs.memory_bandwidth if spills else target.costs.l2_bandwidth
    copied = gather_cycles(shape, shape.pixels, lanes, target) + 2 * gathered_bytes / rate
    return copied + direct_cycles(product, lanes, target)


def winograd_cycles(shape: ConvolutionShape, m: int, lanes: int, target: Target) -> float:
    """
    Estimate the cycles of F(m, 3): transforms, products, and streaming the transformed weights.
    """
    shape = replace(shape, types=transformed_types(shape.types, m))
    plan = plan_winograd(shape, m, lanes, target)
    costs, types = target.costs, shape.types
    tiles = shape.tiles(m)
    blocks_of_tiles = -(-tiles // plan.block)
    out_blocks = -(-shape.outputs // lanes)
    in_blocks = -(-shape.channels // lanes) * shape.depth.taps
    spills = has_many_weights(shape, m, lanes, target)
    streaming = winograd_weight_bytes(shape, m, lanes) / costs.memory_bandwidth if spills else 0.0
    is_wide = costs.passes(lanes * types.accumulator.bytes) > 1
    cycles = costs.wide_transform_cycles if is_wide else costs.transform_cycles
    into, out_of = TRANSFORM_INSTRUCTIONS[m]
    transforms = cycles * tiles * (in_blocks * into + out_blocks * out_of)
    data_bytes = transformed_bytes(shape, m, lanes, target)
    if multiplies_by_place(shape, m, lanes, target):
        # It is read once, from one end to the other, but the products go there and back.
        moved_bytes = data_bytes + 2 * data_bytes * out_blocks // in_blocks
        again = moved_bytes / costs.by_place_bandwidth if data_bytes > target.l2_bytes else 0.0
    else:
        groups = -(-out_blocks // plan.tile[1])
        again = groups * data_bytes / reading_rate(data_bytes, lanes, shape, target)
    streaming, again = blocks_of_tiles * streaming, blocks_of_tiles * again
    computed = max(plan.products + costs.exposed_streaming * streaming, streaming) + again
    return shape.depth.slices // shape.depth.images * (transforms + computed)


def reading_rate(data_bytes: int, lanes: int, shape: ConvolutionShape, target: Target) -> float:
    """
    Return the bytes per cycle at which groups of vectors read transformed input; may be infinite.
    """
    is_wide, costs = lanes * shape.types.input.bytes >= target.caches.line, target.costs
    if data_bytes > target.caches.l3:
        return costs.wide_memory_reading if is_wide else costs.memory_reading
    return inf if is_wide or data_bytes <= target.l2_bytes else costs.l3_reading


def cheapest_algorithm(shape: ConvolutionShape, lanes: int, target: Target) -> Algorithm:
    """
    Return the algorithm with the fewest estimated cycles.

    If no cache keeps the weights, it is the one with the smallest weights among those of about the
    same cost, which leaves more memory bandwidth to other threads. A batch uses the algorithm of a
    single image unless another one is clearly cheaper, so that results seldom depend on the batch
    size.
    """
    costs = estimated_cycles(shape, lanes, target)
    best = min(costs, key=lambda a: costs[a] * (LESS_EXACT if rounds_again(shape, a) else 1))
    if shape.depth.images == 1:
        if rounds_again(shape, best) or weight_bytes(shape, best, target) <= target.caches.l3:
            return best
        alike = [a for a in costs if costs[a] <= ABOUT_AS_CHEAP * costs[best]]
        alike = [a for a in alike if not rounds_again(shape, a)]
        return min(alike, key=lambda algorithm: weight_bytes(shape, algorithm, target))
    of_image = cheapest_algorithm(replace(shape, depth=Depth()), lanes, target)
    return of_image if costs[of_image] <= CLEARLY_CHEAPER * costs[best] else best


def rounds_again(shape: ConvolutionShape, algorithm: Algorithm) -> bool:
    """Return whether an algorithm rounds to bfloat16 again, after a transform."""
    m = algorithm.winograd_tile
    return bool(m) and transformed_types(shape.types, m) == BFLOAT16


def weight_bytes(
    shape: ConvolutionShape,
    algorithm: Algorithm,
    target: Target,
    element_bytes: int | None = None,
) -> int:
    """
    Return the bytes of a dense convolution's weights; untransformed ones may have a narrower type.
    """
    if algorithm is Algorithm.DILATED:
        inner = inner_algorithm(shape, target.lanes, target)
        return weight_bytes(shape.of_sub_images(), inner, target, element_bytes)
    outputs = -(-shape.outputs // target.lanes) * target.lanes
    if algorithm.winograd_tile:
        positions = (algorithm.winograd_tile + 2) ** 2
        size = transformed_types(shape.types, algorithm.winograd_tile).weight.bytes
        return positions * shape.depth.taps * shape.channels * outputs * size
    return shape.taps * shape.channels * outputs * (element_bytes or shape.types.weight.bytes)


def cheapest_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> float:
    """Return the estimated cycles of the cheapest algorithm."""
    return min(estimated_cycles(shape, lanes, target).values())


@lru_cache(maxsize=1024)
def estimated_cycles(
    shape: ConvolutionShape, lanes: int, target: Target
) -> Mapping[Algorithm, float]:
    """Return the estimated cycles of every algorithm that can compute a dense convolution."""
    if shape.is_int8:
        costs = {Algorithm.TILED: tiled_cycles(shape, lanes, target)}
        for algorithm, m in WINOGRAD_TILES.items():
            is_exact = shape.channels >= 4 and shape.has_exact_winograd(m)
            if is_exact and target.product(INT16) is not None:
                costs[algorithm] = winograd_cycles(shape, m, lanes, target)
        return MappingProxyType(costs)
    direct = Algorithm.GEMM if shape.is_pointwise else Algorithm.PACKED
    costs = {direct: direct_cycles(shape, lanes, target)}
    in_tiles = target.tile_kernel(shape.types) is not None
    if (in_tiles or not shape.is_pointwise) and not shape.is_dynamic:
        costs[Algorithm.TILED] = tiled_cycles(shape, lanes, target)
    if not shape.is_pointwise and not shape.is_dynamic and shape.depth.is_batch:
        costs[Algorithm.GEMM] = gemm_cycles(shape, lanes, target)
    if shape.can_use_winograd and shape.channels >= 4:
        for algorithm, m in WINOGRAD_TILES.items():
            costs[algorithm] = winograd_cycles(shape, m, lanes, target)
    # Sub-images by packed are no faster than packed: the pixels of a tile only lie further apart.
    if shape.is_dynamic:
        return MappingProxyType(costs)
    if shape.can_be_dilated and shape.of_sub_images().can_use_winograd:
        costs[Algorithm.DILATED] = min(inner_cycles(shape, lanes, target).values())
    return MappingProxyType(costs)


def inner_cycles(shape: ConvolutionShape, lanes: int, target: Target) -> dict[Algorithm, float]:
    """Return the estimated cycles of `dilated` by every algorithm for its sub-images."""
    costs = estimated_cycles(shape.of_sub_images(), lanes, target)
    return {algorithm: costs[algorithm] for algorithm in INNER_ALGORITHMS if algorithm in costs}


def inner_algorithm(shape: ConvolutionShape, lanes: int, target: Target) -> Algorithm:
    """Return the algorithm with the fewest estimated cycles for the sub-images."""
    costs = inner_cycles(shape, lanes, target)
    return min(costs, key=lambda algorithm: costs[algorithm])

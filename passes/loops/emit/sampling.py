"""
Samples of packed images at computed places.

The places of some pixels are computed in vectors: along each axis the cells that a sample is made
of, its taps, as offsets in the image and weights, which a workspace holds. Then these are read
pixel by pixel, and vectors of channels are summed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IndexType, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import lanes_of, vector_type
from ....dialects.kernel.sampling import PIXELS
from .builder import Index, LoopBuilder
from .conv_tile import for_vector_groups
from .conversions import bitcast, convert, integer_op
from .vector_math import polynomial

MOST_BLOCKS = 4
"""Blocks of channels that share what is known of a pixel."""


@dataclass(frozen=True)
class Axis:
    """An axis of an image: its cells, and the elements from one to the next."""

    size: int
    stride: int


@dataclass(frozen=True)
class Tap:
    """For a vector of pixels: where a cell lies along an axis, in elements, and its weight."""

    offset: SSAValue
    weight: SSAValue | None
    """None for 1."""


# Places ------------------------------------------------------------------------------------------


def bounded(b: LoopBuilder, position: SSAValue, size: int) -> SSAValue:
    """A position that an integer can hold; what is no number is outside."""
    limit = 2.0 * size + 4
    low, high = (b.constant(value, position.type) for value in (-limit, limit))
    return b.minf(b.maxf(position, low), high)


def clamped(b: LoopBuilder, position: SSAValue, size: int) -> SSAValue:
    """The position, or that of the outermost cell."""
    first, last = (b.constant(value, position.type) for value in (0.0, size - 1.0))
    return b.minf(b.maxf(position, first), last)


def tap_at(
    b: LoopBuilder, cell: SSAValue, axis: Axis, weight: SSAValue | None, may_be_outside: bool
) -> Tap:
    """The tap of a cell, given as a whole float; one outside has a weight of 0."""
    inside = clamped(b, cell, axis.size)
    if may_be_outside:
        zero = b.constant(0.0, cell.type)
        given = b.constant(1.0, cell.type) if weight is None else weight
        weight = b.select(b.compare_lanes("oeq", inside, cell), given, zero)
    integers = vector_type(i32, lanes_of(cell.type))
    number = convert(b, "fptosi", inside, integers)
    return Tap(integer_op(b, arith.MuliOp, number, b.constant(axis.stride, integers)), weight)


def nearest_tap(b: LoopBuilder, position: SSAValue, axis: Axis, may_be_outside: bool) -> Tap:
    """The cell whose centre is nearest."""
    half = b.constant(0.5, position.type)
    cell = b.float_op(math.FloorOp, b.addf(position, half))
    return tap_at(b, cell, axis, None, may_be_outside)


def linear_taps(b: LoopBuilder, position: SSAValue, axis: Axis, may_be_outside: bool) -> list[Tap]:
    """The cells before and after a position."""
    one = b.constant(1.0, position.type)
    cell = b.float_op(math.FloorOp, position)
    fraction = b.subf(position, cell)
    return [
        tap_at(b, cell, axis, b.subf(one, fraction), may_be_outside),
        tap_at(b, b.addf(cell, one), axis, fraction, may_be_outside),
    ]


def cubic_taps(
    b: LoopBuilder,
    position: SSAValue,
    axis: Axis,
    may_be_outside: bool,
    move: Callable[[SSAValue], SSAValue],
) -> list[Tap]:
    """The four cells around a position, each moved to where it is read."""
    base = b.float_op(math.FloorOp, position)
    weights = cubic_weights(b, b.subf(position, base))
    cells = [move(b.addf(base, b.constant(i - 1.0, base.type))) for i in range(4)]
    return [
        tap_at(b, cell, axis, weight, may_be_outside)
        for cell, weight in zip(cells, weights, strict=True)
    ]


def cubic_weights(b: LoopBuilder, fraction: SSAValue) -> list[SSAValue]:
    """Keys' cubic convolution with a = -0.75, of the four cells around a position."""
    a, one = -0.75, b.constant(1.0, fraction.type)
    near, far = (1.0, 0.0, -(a + 3), a + 2), (-4 * a, 8 * a, -5 * a, a)
    first = polynomial(b, b.addf(fraction, one), far)
    second = polynomial(b, fraction, near)
    third = polynomial(b, b.subf(one, fraction), near)
    fourth = b.subf(b.subf(b.subf(one, first), second), third)
    return [first, second, third, fourth]


# What a workspace holds --------------------------------------------------------------------------


VectorTaps = Sequence[Sequence[Tap]]
"""Of a vector of pixels: the taps of each axis, the outermost first."""
PixelTaps = Sequence[Sequence[tuple[SSAValue, SSAValue | None]]]
"""Of one pixel the same: offsets, and weights in all lanes."""


def tap_place(number: int) -> int:
    """
    Where a workspace has the offsets (whose bits its elements are) of a tap of `PIXELS` pixels.

    Taps are numbered over all axes. The weights are behind the offsets.
    """
    return 2 * number * PIXELS


def put_taps(b: LoopBuilder, memory: SSAValue, taps: VectorTaps, first: int) -> None:
    """Store the taps of a vector of pixels, the first of which is number `first`."""
    for n, tap in enumerate(tap for axis in taps for tap in axis):
        bits = bitcast(b, tap.offset, b.vector(memory, lanes_of(tap.offset.type)))
        b.store(bits, memory, first, tap_place(n))
        if tap.weight is not None:
            b.store(tap.weight, memory, first, tap_place(n) + PIXELS)


def get_taps(
    b: LoopBuilder, memory: SSAValue, taps: VectorTaps, pixel: Index, lanes: int
) -> PixelTaps:
    """The taps of one pixel, of those that were stored."""
    found: list[list[tuple[SSAValue, SSAValue | None]]] = []
    n = 0
    for axis in taps:
        found.append([])
        for tap in axis:
            bits = bitcast(b, b.load(memory, pixel, tap_place(n), 1), i32)
            weight = None
            if tap.weight is not None:
                weight = b.broadcast(memory, pixel, tap_place(n) + PIXELS, lanes)
            found[-1].append((b.insert(arith.IndexCastOp(bits, IndexType())), weight))
            n += 1
    return found


# Sums --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Image:
    """
    A packed image: blocks of so many cells, a vector of channels each; of those in the last block
    only the first `last_lanes` exist.
    """

    value: SSAValue
    blocks: int
    cells: int
    lanes: int
    last_lanes: int


def sample_pixels(
    b: LoopBuilder,
    image: Image,
    memory: SSAValue,
    taps: VectorTaps,
    pixels: int,
    store: Callable[[SSAValue, Index, int, Index], None],
) -> None:
    """
    `store(value, first, i, pixel)` for the block `first + i` of every pixel and each block.

    The taps of so many pixels are in the workspace.
    """
    block = image.cells * image.lanes

    def group(first: Index, count: int, lanes: int) -> None:
        at = b.mul(first, block)

        def pixel(p: Index) -> None:
            found = get_taps(b, memory, taps, p, image.lanes)
            for i in range(count):
                store(sample(b, image, at, i * block, found, lanes), first, i, p)

        b.loop(0, pixels, 1, pixel)

    full = image.blocks if image.last_lanes == image.lanes else image.blocks - 1
    for_vector_groups(b, full, MOST_BLOCKS, lambda first, n: group(first, n, image.lanes))
    if full < image.blocks:
        group(full, 1, image.last_lanes)


def sample(
    b: LoopBuilder, image: Image, at: Index, offset: int, taps: PixelTaps, lanes: int
) -> SSAValue:
    """
    The sum over the taps of all axes, in the image from `at + offset` on; of the first lanes only,
    the others are zero.
    """
    if not taps:
        return b.load(image.value, at, offset, image.lanes, lanes)
    values = [sample(b, image, b.add(at, shift), offset, taps[1:], lanes) for shift, _ in taps[0]]
    weights = [weight for _, weight in taps[0] if weight is not None]
    return weighted_sum(b, values, weights) if weights else values[0]


def weighted_sum(
    b: LoopBuilder, values: Sequence[SSAValue], weights: Sequence[SSAValue]
) -> SSAValue:
    """The sum of value * weight."""
    total = b.mulf(values[0], weights[0])
    for value, weight in zip(values[1:], weights[1:], strict=True):
        total = b.fma(value, weight, total)
    return total

"""
Samples of packed images at computed places.

The places of some pixels are computed in vectors: along each axis the cells that a sample is made
of, its taps, as offsets in the image and weights, which a workspace holds. Then these are read
pixel by pixel, and vectors of channels are summed.

A cell outside of the image counts as 0, which is not what a weight of 0 would make of infinity. So
its tap reads the cell of its neighbour, whose weight they share, and a sample all of whose cells
are outside is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Attribute, SSAValue

from .....dialects.element_types import lanes_of, vector_type
from .....dialects.kernel.sampling import PIXELS
from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, bitcast, convert, index_as, integer_op
from ..building.vector_math import polynomial
from ..conv.conv_tile import for_vector_groups

MOST_BLOCKS = 4
"""Blocks of channels that share what is known of a pixel."""


@dataclass(frozen=True)
class Axis:
    """An axis of an image: its cells, which a run may tell, and elements from one to the next."""

    size: Index
    stride: int


@dataclass(frozen=True)
class Tap:
    """For a vector of pixels: where a cell lies along an axis, in elements, and its weight."""

    offset: SSAValue
    weight: SSAValue | None
    """None for 1."""


@dataclass(frozen=True)
class AxisTaps:
    """Along an axis: the taps of a vector of pixels."""

    taps: Sequence[Tap]
    any_inside: SSAValue | None
    """A mask: where the image has one of the cells; None if it always has."""


@dataclass(frozen=True)
class PixelSamples:
    """A vector of pixels: what their samples are made of."""

    axes: Sequence[Sequence[Tap]]
    """The taps of each axis, the outermost first."""
    inside: SSAValue | None
    """1 where the image has one of the cells, else 0; None if it always has."""

    @staticmethod
    def of(b: LoopBuilder, axes: Sequence[AxisTaps]) -> PixelSamples:
        taps = [axis.taps for axis in axes]
        masks = [axis.any_inside for axis in axes if axis.any_inside is not None]
        if not masks:
            return PixelSamples(taps, None)
        inside = reduce(b.both, masks)
        kind = vector_type(f32, lanes_of(inside.type))
        return PixelSamples(taps, b.select(inside, b.constant(1.0, kind), b.constant(0.0, kind)))

    @property
    def count(self) -> int:
        """Taps of all axes."""
        return sum(len(axis) for axis in self.axes)


# Places ------------------------------------------------------------------------------------------


def cells(b: LoopBuilder, size: Index, type: Attribute, more: float = 0.0) -> SSAValue:
    """Return the number of cells of an axis, and some more, as a float in all lanes."""
    if isinstance(size, int):
        return b.constant(size + more, type)
    number = convert(b, "sitofp", index_as(b, size, i32), f32)
    if more:
        number = b.addf(number, b.constant(more, f32))
    return b.splat(number, lanes_of(type))


def bounded(b: LoopBuilder, position: SSAValue, size: Index) -> SSAValue:
    """Return a position that an integer can hold; what is no number is outside."""
    limit = cells(b, b.mul(size, 2), position.type, 4.0)
    return b.minf(b.maxf(position, b.subf(b.constant(0.0, position.type), limit)), limit)


def clamped(b: LoopBuilder, position: SSAValue, size: Index) -> SSAValue:
    """Return the position, or that of the outermost cell."""
    first, last = b.constant(0.0, position.type), cells(b, size, position.type, -1.0)
    return b.minf(b.maxf(position, first), last)


def when_inside(
    b: LoopBuilder,
    positions: Sequence[tuple[SSAValue, Axis]],
    margin: float,
    body: Callable[[bool], None],
) -> None:
    """Call `body(False)` where all positions are inside by the margin, else `body(True)`."""
    masks: list[SSAValue] = []
    for position, axis in positions:
        kind = position.type
        ends = b.constant(margin, kind), cells(b, axis.size, kind, -1 - margin)
        masks += [
            b.compare_lanes(k, position, end) for k, end in zip(("oge", "ole"), ends, strict=True)
        ]
    kind = positions[0][0].type
    found = b.select(reduce(b.both, masks), b.constant(1.0, kind), b.constant(0.0, kind))
    least = b.reduce("min", found)
    are_inside = b.compare_lanes("ogt", least, b.constant(0.0, least.type))
    b.when(are_inside, lambda: body(False), lambda: body(True))


def nearest_tap(b: LoopBuilder, position: SSAValue, axis: Axis, may_be_outside: bool) -> AxisTaps:
    """Return the cell whose centre is nearest."""
    half = b.constant(0.5, position.type)
    cell = b.float_op(math.FloorOp, b.addf(position, half))
    inner = clamped(b, cell, axis.size)
    is_inside = b.compare_lanes("oeq", inner, cell) if may_be_outside else None
    return AxisTaps([Tap(offset_of(b, inner, axis), None)], is_inside)


def linear_taps(
    b: LoopBuilder, position: SSAValue, axis: Axis, may_be_outside: bool, is_open: bool = False
) -> AxisTaps:
    """Return the cells before and after a position; if open, none one cell before the image."""
    half, one = (b.constant(v, position.type) for v in (0.5, 1.0))
    last = cells(b, axis.size, position.type, -1.0)
    cell = b.float_op(math.FloorOp, position)
    are_two = b.compare_lanes("olt", position, last)
    inner = cell
    if may_be_outside:
        zero = b.constant(0.0, position.type)
        are_two = b.both(b.compare_lanes("oge", position, zero), are_two)
        inner = clamped(b, cell, axis.size)
    first = offset_of(b, inner, axis)
    steps = (b.constant(step, first.type) for step in (axis.stride, 0))
    second = integer_op(b, arith.AddiOp, first, b.select(are_two, *steps))
    fraction = b.select(are_two, b.subf(position, cell), half)
    if not may_be_outside:
        return AxisTaps([Tap(first, b.subf(one, fraction)), Tap(second, fraction)], None)
    # Less than a cell from the image, its outermost cell has the weight that both share.
    minus_one, zero = (b.constant(v, position.type) for v in (-1.0, 0.0))
    size = cells(b, axis.size, position.type)
    near = b.minf(b.addf(position, one), b.subf(size, position))
    total = b.minf(near, one)
    after = b.mulf(fraction, total)
    any_inside = (
        b.compare_lanes("ogt", near, zero)
        if is_open
        else b.both(
            b.compare_lanes("oge", position, minus_one), b.compare_lanes("olt", position, size)
        )
    )
    return AxisTaps([Tap(first, b.subf(total, after)), Tap(second, after)], any_inside)


def cubic_taps(
    b: LoopBuilder,
    position: SSAValue,
    axis: Axis,
    may_be_outside: bool,
    move: Callable[[SSAValue], SSAValue],
) -> AxisTaps:
    """Return the four cells around a position, each moved to where it is read."""
    base = b.float_op(math.FloorOp, position)
    weights = cubic_weights(b, b.subf(position, base))
    cells = [move(b.addf(base, b.constant(i - 1.0, base.type))) for i in range(4)]
    if may_be_outside:
        return shared_taps(b, cells, weights, axis)
    taps = zip(cells, weights, strict=True)
    return AxisTaps([Tap(offset_of(b, cell, axis), weight) for cell, weight in taps], None)


def shared_taps(
    b: LoopBuilder, cells: Sequence[SSAValue], weights: Sequence[SSAValue], axis: Axis
) -> AxisTaps:
    """Return the taps of neighbouring cells, given as whole floats, some of which are outside."""
    inner = [clamped(b, cell, axis.size) for cell in cells]
    inside = [b.compare_lanes("oeq", *pair) for pair in zip(inner, cells, strict=True)]
    half, zero = (b.constant(value, inner[0].type) for value in (0.5, 0.0))
    shares = [b.select(*given, zero) for given in zip(inside, weights, strict=True)]
    # What is outside reads the cell of its neighbour: first of the next, then of the last.
    pairs = list(pairwise(range(len(cells))))
    for outer, neighbour in [*reversed(pairs), *((j, i) for i, j in pairs)]:
        mean = b.mulf(b.addf(shares[outer], shares[neighbour]), half)
        for i in (outer, neighbour):
            shares[i] = b.select(inside[outer], shares[i], mean)
    taps = zip(inner, shares, strict=True)
    return AxisTaps(
        [Tap(offset_of(b, cell, axis), share) for cell, share in taps], reduce(b.either, inside)
    )


def offset_of(b: LoopBuilder, cell: SSAValue, axis: Axis) -> SSAValue:
    """Return the address of a cell of the image, given as a whole float."""
    integers = vector_type(i32, lanes_of(cell.type))
    number = convert(b, "fptosi", cell, integers)
    return integer_op(b, arith.MuliOp, number, b.constant(axis.stride, integers))


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


PixelTaps = Sequence[Sequence[tuple[SSAValue, SSAValue | None]]]
"""Of one pixel, the taps of each axis: offsets, and weights in all lanes."""


def tap_place(number: int) -> int:
    """
    Return the place in the workspace of the offsets (stored as the bits of its elements) of a tap
    of `PIXELS` pixels.

    Taps are numbered over all axes. Weights follow the offsets; the masks of samples inside follow
    the last tap.
    """
    return 2 * number * PIXELS


def put_samples(b: LoopBuilder, memory: SSAValue, samples: PixelSamples, first: int) -> None:
    """Store the taps of a vector of pixels that begins at number `first`."""
    for n, tap in enumerate(tap for axis in samples.axes for tap in axis):
        bits = bitcast(b, tap.offset, b.vector(memory, lanes_of(tap.offset.type)))
        b.store(bits, memory, first, tap_place(n))
        if tap.weight is not None:
            b.store(tap.weight, memory, first, tap_place(n) + PIXELS)
    if samples.inside is not None:
        b.store(samples.inside, memory, first, tap_place(samples.count))


def get_taps(
    b: LoopBuilder, memory: SSAValue, samples: PixelSamples, pixel: Index, lanes: int
) -> PixelTaps:
    """Return the taps of one pixel, of those that were stored."""
    found: list[list[tuple[SSAValue, SSAValue | None]]] = []
    n = 0
    for axis in samples.axes:
        found.append([])
        for tap in axis:
            bits = bitcast(b, b.load(memory, pixel, tap_place(n), 1), i32)
            weight = None
            if tap.weight is not None:
                weight = b.broadcast(memory, pixel, tap_place(n) + PIXELS, lanes)
            found[-1].append((as_index(b, bits), weight))
            n += 1
    return found


# Sums --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PackedImage:
    """A packed image: blocks of cells, vectors of channels; `last_lanes` in the last block."""

    value: SSAValue
    blocks: int
    cells: int
    lanes: int
    last_lanes: int


def sample_pixels(
    b: LoopBuilder,
    image: PackedImage,
    memory: SSAValue,
    samples: PixelSamples,
    pixels: int,
    store: Callable[[SSAValue, Index, int, Index], None],
) -> None:
    """Call `store(value, first, i, pixel)` for each block `first + i` and pixel."""
    block = image.cells * image.lanes

    def group(first: Index, count: int, lanes: int) -> None:
        at = b.mul(first, block)

        def pixel(p: Index) -> None:
            def read() -> None:
                found = get_taps(b, memory, samples, p, image.lanes)
                for i in range(count):
                    store(sample(b, image, at, i * block, found, lanes), first, i, p)

            def leave_out() -> None:
                zero = b.constant(0.0, b.vector(image.value, image.lanes))
                for i in range(count):
                    store(zero, first, i, p)

            if samples.inside is None:
                read()
                return
            inside = b.load(memory, p, tap_place(samples.count), 1)
            zero = b.constant(0.0, inside.type)
            b.when(b.compare_lanes("ogt", inside, zero), read, leave_out)

        b.loop(0, pixels, 1, pixel)

    full = image.blocks if image.last_lanes == image.lanes else image.blocks - 1
    for_vector_groups(b, full, MOST_BLOCKS, lambda first, n: group(first, n, image.lanes))
    if full < image.blocks:
        group(full, 1, image.last_lanes)


def sample(
    b: LoopBuilder, image: PackedImage, at: Index, offset: int, taps: PixelTaps, lanes: int
) -> SSAValue:
    """Return the weighted sum over all taps from `at + offset` on; lanes past `lanes` are zero."""
    if not taps:
        return b.load(image.value, at, offset, image.lanes, lanes)
    values = [sample(b, image, b.add(at, shift), offset, taps[1:], lanes) for shift, _ in taps[0]]
    weights = [weight for _, weight in taps[0] if weight is not None]
    return weighted_sum(b, values, weights) if weights else values[0]


def weighted_sum(
    b: LoopBuilder, values: Sequence[SSAValue], weights: Sequence[SSAValue]
) -> SSAValue:
    total = b.mulf(values[0], weights[0])
    for value, weight in zip(values[1:], weights[1:], strict=True):
        total = b.fma(value, weight, total)
    return total

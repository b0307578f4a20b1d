"""Store tiles of convolutions: epilogues, stores, and prefetches before them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32
from xdsl.ir import Operation, Region, SSAValue

from .....dialects.kernel.base import buffer_shape
from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.kernel.depthwise import DepthwiseOp
from .....dialects.simd.int8 import PACKED_TOGETHER, rounding_of
from ..building.builder import Index, LoopBuilder
from ..building.inline_body import inline_body
from ..building.prefetching import line_elements, prefetch_elements
from ..int8.rounding import Half, Int8Rounding, to_int8

TileAccumulators = list[list[SSAValue]]
"""`tile[m][n]` accumulates pixel m, channel vector n; the last may be narrower."""


@dataclass(frozen=True)
class Epilogue:
    """
    Compute what is stored from the accumulator of an output element.

    `operands` are memrefs: rank 2 (`out/q,q`) holds one value per channel, otherwise one per output
    element, laid out as the output.
    """

    region: Region | None = None
    operands: Sequence[SSAValue] = ()
    half: Half = Half.BY_SIGN
    """The way to add the half in rounding to int8."""
    is_late: bool = False
    """True if tiles are stored first and the epilogue runs over each stored tile in a loop."""
    vectors: int = 1
    """The vectors interleaved in such a loop."""
    begun: Operation | None = None
    """Its addition of one value per channel, if the sums begin with that."""

    @classmethod
    def of(cls, op: ConvolutionKernelOp | DepthwiseOp) -> Self:
        """Return the epilogue of a convolution."""
        return cls(
            op.epilogue,
            op.inputs[op.epilogue_start :],
            is_late=op.most_late > 0,
            vectors=op.vectors_in_turn,
        )

    def addition(self) -> tuple[Operation, SSAValue] | None:
        """Return the float32 addition of one value per channel to sums, and these, if it is so."""
        if self.region is None:
            return None
        sums, *others = self.region.block.args
        uses = list(sums.uses)
        if len(uses) != 1 or not isinstance(op := uses[0].operation, arith.AddfOp):
            return None
        added = op.operands[1 - uses[0].index]
        for argument, operand in zip(others, self.operands, strict=True):
            is_bias = argument is added and len(buffer_shape(operand)) == 2
            if is_bias and argument.type == f32:
                return op, operand
        return None

    def channel_values(
        self, b: LoopBuilder, block: Index, lanes: int, pixels: int = 1
    ) -> list[SSAValue | None]:
        """
        Return for each operand its vector for output block `block`, if it is one per channel;
        repeated, if a vector holds several pixels.
        """
        width = lanes // pixels
        at, order = b.mul(block, width), [*range(width)] * pixels

        def vector(operand: SSAValue) -> SSAValue:
            value = b.load(operand, at, 0, width)
            return b.shuffle(value, value, order) if pixels > 1 else value

        return [vector(v) if len(buffer_shape(v)) == 2 else None for v in self.operands]

    def apply(
        self,
        b: LoopBuilder,
        value: SSAValue,
        per_channel: Sequence[SSAValue | None],
        at: Index,
        offset: int,
        lanes: int,
        until: Operation | None = None,
    ) -> SSAValue:
        """Return the value to store for an accumulator, or what the op `until` makes of it."""
        if self.region is None:
            return value
        arguments = [value]
        for operand, known in zip(self.operands, per_channel, strict=True):
            arguments.append(known if known is not None else b.load(operand, at, offset, lanes))
        return inline_body(b, self.region.block, arguments, until, self.begun)[0]


@dataclass(frozen=True)
class TileDestination:
    """
    Describe where a tile is stored: `(first_block + n) * block_stride + pixel_at + m * step *
    lanes`.
    """

    memory: SSAValue
    first_block: Index
    pixel_at: Index
    block_stride: int
    lanes: int
    step: int = 1
    """The distance of neighbouring pixels of the tile, in pixels."""
    places: Sequence[Index] | None = None
    """The places of the pixels relative to it, if they are not equally far apart."""
    sums: SSAValue | None = None
    sum_at: Index = 0
    """The place of the sum of stored values, if it is computed."""
    together: int = 1
    """The number of neighbouring pixels whose channels form a vector."""

    def of_pixels(self, count: int) -> TileDestination:
        """Return the destination of vectors that hold so many pixels."""
        return replace(self, lanes=count * self.lanes, together=count)

    def after(self, b: LoopBuilder, pixels: int) -> TileDestination:
        """Return the destination of the pixels after the first ones."""
        return replace(self, pixel_at=b.add(self.pixel_at, pixels * self.pixel_stride))

    def add_up(self, b: LoopBuilder, values: Sequence[SSAValue]) -> None:
        """Add stored values to their sum."""
        if self.sums is None:
            return
        known = [b.load(self.sums, self.sum_at, 0, self.lanes), *values]
        while len(known) > 1:
            pairs = zip(known[1::2], known[::2], strict=False)
            known = [*(b.addf(left, right) for left, right in pairs), *known[len(known) // 2 * 2 :]]
        b.store(known[0], self.sums, self.sum_at, 0)

    def pixel(self, b: LoopBuilder, at: Index, m: int) -> tuple[Index, int]:
        """
        Return the place of pixel m of a block of channels whose first pixel is `at`, and an offset.
        """
        if self.places is None:
            return at, m * self.pixel_stride
        return b.add(at, self.places[m]), 0

    @property
    def pixel_stride(self) -> int:
        """Return the distance of neighbouring pixels of the tile. Units: elements."""
        return self.step * self.lanes


def load_tile(b: LoopBuilder, pixels: int, vectors: int, at: TileDestination) -> TileAccumulators:
    starts = [
        b.add(b.mul(b.add(at.first_block, n), at.block_stride), at.pixel_at) for n in range(vectors)
    ]
    return [
        [b.load(at.memory, start, m * at.pixel_stride, at.lanes) for start in starts]
        for m in range(pixels)
    ]


def prefetch_tile(
    b: LoopBuilder, pixels: int, vectors: int, epilogue: Epilogue, to: TileDestination
) -> None:
    """Prefetch what `store_tile` will write, and what is added to it."""
    starts = [
        b.add(b.mul(b.add(to.first_block, n), to.block_stride), to.pixel_at) for n in range(vectors)
    ]
    added = [v for v in epilogue.operands if len(buffer_shape(v)) > 2]
    if to.step == 1 and to.places is None:
        prefetch_elements(b, [to.memory, *added], starts, pixels * to.lanes)
        return
    # Of scattered pixels most lie side by side.
    together = 1 if to.places is None else max(line_elements(to.memory) // to.lanes, 1)
    for m in range(0, pixels, together):
        places = [b.add(*to.pixel(b, start, m)) for start in starts]
        prefetch_elements(b, [to.memory, *added], places, to.lanes)


def store_tile(
    b: LoopBuilder, tile: TileAccumulators, epilogue: Epilogue, to: TileDestination
) -> None:
    """Apply the epilogue and store; missing lanes of an accumulator are those of a zero."""
    y, lanes, stride = to.memory, to.lanes, to.pixel_stride
    tile = [[b.resized(value, lanes) for value in row] for row in tile]
    for n in range(len(tile[0])):
        block = b.add(to.first_block, n)
        at = b.add(b.mul(block, to.block_stride), to.pixel_at)
        if epilogue.is_late and len(tile) > 2 and to.places is None:
            for m, row in enumerate(tile):
                b.store(row[n], y, at, m * stride)
            apply_in_place(b, len(tile), block, at, epilogue, to)
            continue
        per_channel = epilogue.channel_values(b, block, lanes, to.together)
        column = [row[n] for row in tile]
        if rounding_of(epilogue.region) is not None and stride == lanes:
            store_rounded(b, column, per_channel, at, epilogue, to)
            continue
        stored: list[SSAValue] = []
        for m, sums in enumerate(column):
            place, offset = to.pixel(b, at, m)
            stored.append(epilogue.apply(b, sums, per_channel, place, offset, lanes))
            b.store(stored[-1], y, place, offset)
        to.add_up(b, stored)


def store_rounded(
    b: LoopBuilder,
    column: Sequence[SSAValue],
    per_channel: Sequence[SSAValue | None],
    at: Index,
    epilogue: Epilogue,
    to: TileDestination,
) -> None:
    """Store neighbouring pixels of a channel block as int8, several as one vector."""
    first, lanes, rounding = 0, to.lanes, rounding_of(epilogue.region)
    assert rounding is not None
    how = Int8Rounding.of(rounding, epilogue.half)
    while first < len(column):
        count = min(PACKED_TOGETHER, 1 << (len(column) - first).bit_length() - 1)
        pixels = range(first, first + count)
        values = [
            epilogue.apply(b, column[m], per_channel, *to.pixel(b, at, m), lanes, rounding)
            for m in pixels
        ]
        rounded = to_int8(b, values, how)
        if to.places is None:
            b.store(rounded, to.memory, at, first * lanes)
        else:
            for i, m in enumerate(pixels):
                part = b.shuffle(rounded, rounded, range(i * lanes, (i + 1) * lanes))
                b.store(part, to.memory, *to.pixel(b, at, m))
        first += count


def apply_in_place(
    b: LoopBuilder, pixels: Index, block: Index, at: Index, epilogue: Epilogue, to: TileDestination
) -> None:
    """
    Apply a late epilogue to a number of pixels of a channel block, stored from element `at` on.
    """
    y, lanes, stride = to.memory, to.lanes, to.pixel_stride

    def again(first: Index, count: int) -> None:
        place = b.add(at, b.mul(first, stride))

        def value(i: int) -> SSAValue:
            accumulator = b.load(y, place, i * stride, lanes)
            # Loaded here, what is added is an operand in memory: registers hold the constants.
            known = epilogue.channel_values(b, block, lanes, to.together)
            return epilogue.apply(b, accumulator, known, place, i * stride, lanes)

        values = b.interleaved([partial(value, i) for i in range(count)])
        for i, result in enumerate(values):
            b.store(result, y, place, i * stride)
        to.add_up(b, values)

    for_together(b, pixels, epilogue.vectors, again)


def for_together(
    b: LoopBuilder, count: Index, most: int, body: Callable[[Index, int], None]
) -> None:
    """
    Call `body(first, n)` for all of `count`, n <= `most` at a time; evenly, if the count is static.
    """
    together = most
    if isinstance(count, int):
        together = -(-count // -(-count // most))
    whole = b.mul(b.div(count, together), together)
    b.loop(0, whole, together, lambda first: body(first, together))
    if not isinstance(count, int):
        b.loop(whole, count, 1, lambda first: body(first, 1))
    elif isinstance(whole, int) and whole < count:
        body(whole, count - whole)

"""
Emit the inner loop that all convolutions share: a tile of pixels times vectors of output channels.

An accumulator tile of MR pixels x NR vectors stays in registers while input channels stream by;
each step loads NR weight vectors, broadcasts one input element per pixel and does MR*NR
multiply-adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVarTuple

from xdsl.ir import Attribute, SSAValue

from ..building.builder import Index, LoopBuilder
from ..building.conversions import widened
from ..building.prefetching import (
    AheadPart,
    NextWeights,
    line_elements,
    line_starts,
    prefetch_pages_ahead,
)
from .channels import Channels, ElementPlace
from .tile_store import TileAccumulators

PREFETCH_PIXELS = 8
"""
The fewest pixels of a tile that prefetches, with vectors of a cache line; narrower vectors need
fewer. Steps of smaller tiles are too short.
"""


SUMS_BESIDE_PAIRS = 26
"""The number of sums that registers of any target hold beside the weights of two channels."""


@dataclass(frozen=True)
class Pixels:
    """
    Describe the input pixels of a tile: pixel m is at `at + offsets[m]`, None outside of the image.
    """

    memory: SSAValue
    at: Index
    offsets: Sequence[int | None]
    channels: Channels
    ahead: int | None = None
    """The prefetch distance of each pixel; None: no prefetch."""


@dataclass(frozen=True)
class Panel:
    """
    Describe the weights of a tile: those of channel k for vector n are at `at + (k * NR + n) *
    lanes`.

    They are multiplied in float32, even if stored in float16. Where k channels are multiplied
    together, these are adjacent in each lane: `[c/k][NR][lanes][k]`.
    """

    memory: SSAValue
    at: Index
    lanes: int
    next: NextWeights | None = None
    """The share of the next weights that is prefetched."""
    pages_ahead: bool = False
    """True if weights two pages ahead are prefetched."""
    vectors: int | None = None
    """NR, if the tile has vectors of several panels."""
    apart: int = 0
    """The distance of these panels. Units: elements."""
    ahead: int = 0
    """The prefetch distance of weights, 0 for none. Units: elements."""

    @property
    def is_prefetched(self) -> bool:
        """Return whether a tile prefetches weights that come later."""
        return self.next is not None or self.ahead > 0 or self.pages_ahead

    def load(
        self, b: LoopBuilder, at: Index, offset: int, width: int, together: int = 1
    ) -> SSAValue:
        """Load `width` lanes at `at + offset`, 16 bits widened unless multiplied in pairs."""
        if together > 1:
            return b.load_stored(self.memory, at, offset, width * together)
        return widened(b, b.load(self.memory, at, offset, width))

    def prefetch_ahead(
        self, b: LoopBuilder, at: Index, offset: int, vectors: int, pixels: int
    ) -> None:
        """Prefetch the weights two pages after a row of weights, if the tile has enough pixels."""
        if pixels * line_elements(self.memory) >= PREFETCH_PIXELS * self.lanes:
            prefetch_pages_ahead(b, self.memory, at, offset, vectors * self.lanes)


def zero_tile(b: LoopBuilder, pixels: int, vectors: int, type: Attribute) -> TileAccumulators:
    """Return a tile of zero vectors of a type."""
    zero = b.constant(0, type)
    return [[zero] * vectors for _ in range(pixels)]


def flatten(tile: TileAccumulators) -> list[SSAValue]:
    """Return the accumulators of a tile as values that a loop carries."""
    return [v for row in tile for v in row]


def by_pixel(flat: Sequence[SSAValue], vectors: int) -> TileAccumulators:
    return [list(flat[i : i + vectors]) for i in range(0, len(flat), vectors)]


def accumulate_channels(
    b: LoopBuilder, tile: TileAccumulators, x: Pixels, weights: Panel
) -> TileAccumulators:
    """
    Add products to a tile: `tile[m][n] += sum over k of x[pixel m, channel k] * weights[k][n]`.
    """
    vectors, lanes, channels = len(tile[0]), weights.lanes, x.channels
    in_panel = weights.vectors or vectors
    widths = [channels.outputs_of(v) for v in tile[0]]
    live = [m for m, offset in enumerate(x.offsets) if offset is not None]
    if not live:
        return tile
    unroll, together = channels.unroll(vectors, b.target.loops), channels.together
    is_crowded = len(live) * vectors > SUMS_BESIDE_PAIRS and not weights.is_prefetched
    if is_crowded and channels.pack > 1:
        # Nothing would keep LLVM from loading the weights of both channels at once.
        unroll = 1
    # Between channels of plain blobs a prefetch does, unless loads are ordered later.
    is_separated = is_crowded and not b.target.loops.loads_ahead
    products = together * channels.of_element
    multiply = channels.products(len(live), vectors, lanes)

    def step(
        k: Index, places: Sequence[ElementPlace], w_at: Index, flat: Sequence[SSAValue]
    ) -> list[SSAValue]:
        accumulators = list(flat)
        for u, (x_at, channel) in enumerate(places):
            row = u * products * in_panel * lanes
            # Between two channels they keep LLVM from loading what does not fit in the registers.
            if weights.next is not None and u == len(places) - 1:
                weights.next.prefetch(b, weights.memory, k, together * len(places))
            starts = [
                row + n // in_panel * weights.apart + n % in_panel * lanes * products
                for n in range(vectors)
            ]
            if is_separated and u:
                b.prefetch(weights.memory, w_at, row)
            w = [weights.load(b, w_at, starts[n], widths[n], products) for n in range(vectors)]
            if weights.ahead:
                for at in (
                    i for s in starts for i in line_starts(weights.memory, s, lanes * products)
                ):
                    b.prefetch(weights.memory, w_at, at + weights.ahead)
            if weights.pages_ahead:
                weights.prefetch_ahead(b, w_at, row, vectors * products, len(live))
            seen = [(x_at, (x.offsets[m] or 0) + channel) for m in live]
            accumulators = multiply.add(b, accumulators, x.memory, seen, w)
        return accumulators

    flat = [v for m in live for v in tile[m]]
    row = in_panel * lanes * channels.of_element
    results = _over_channels(b, x, unroll, weights.at, row, step, multiply.begin(b, flat))
    results = multiply.end(b, results)
    updated = list(tile)
    for i, m in enumerate(live):
        updated[m] = list(results[i * vectors : (i + 1) * vectors])
    return updated


TileStep = Callable[[Index, Sequence[ElementPlace], Index, Sequence[SSAValue]], list[SSAValue]]
"""`step(first channel, places of inputs, place of their weights, sums)` returns the next sums."""


def _over_channels(
    b: LoopBuilder,
    x: Pixels,
    unroll: int,
    weights_at: Index,
    row: int,
    step: TileStep,
    sums: Sequence[SSAValue],
) -> Sequence[SSAValue]:
    """Loop over a pixel's channels, in and across blocks, `unroll` a step."""
    channels, pixel = x.channels, x.at
    stride = unroll * channels.together
    pixels = [offset for offset in x.offsets if offset is not None]
    together = channels.blocks_together(unroll, b.target.loops) if x.ahead is None else 1

    def channel(k: Index, *flat: SSAValue) -> list[SSAValue]:
        places = channels.places(b, pixel, k, unroll)
        return step(k, places, b.add(weights_at, b.mul(k, row)), flat)

    def block(i: Index, *flat: SSAValue) -> Sequence[SSAValue]:
        x_at = b.add(pixel, channels.block(b, i))
        w_at = b.add(weights_at, b.mul(i, channels.pack * row))
        if together > 1:
            blocks = [b.add(pixel, channels.block(b, b.add(i, u))) for u in range(together)]
            places = [place for at in blocks for place in channels.neighbours(at, unroll)]
            return step(b.mul(i, channels.pack), places, w_at, flat)

        def channel_of_block(k: Index, *inner: SSAValue) -> list[SSAValue]:
            first = b.add(b.mul(i, channels.pack), k)
            if x.ahead is not None:
                part = AheadPart(x.ahead + pixels[0], pixels[-1] - pixels[0], channels.pack)
                part.prefetch(b, x.memory, x_at, k, stride)
            places = channels.neighbours(b.add(x_at, k), unroll)
            return step(first, places, b.add(w_at, b.mul(k, row)), inner)

        return b.loop(0, channels.pack, stride, channel_of_block, flat)

    low, high = channels.bounds or (0, channels.count)
    whole_blocks = unroll in (1, channels.pack // channels.together)
    if channels.is_blocked and (whole_blocks or x.ahead is not None):
        low, high = b.div(low, channels.pack), b.div(high, channels.pack)
        return b.loop(low, high, together, block, sums)
    return b.loop(low, high, stride, channel, sums)


TileBody = Callable[[Index, int], None]
"""`body(index of the first vector, number of vectors)`."""


_More = TypeVarTuple("_More")

GroupLoop = Callable[[LoopBuilder, int, int, Callable[[Index, int, *_More], None]], None]
"""`loop(b, blocks, vectors, body)`: a loop over groups that may pass the body more than these."""


def for_vector_groups(
    b: LoopBuilder, blocks: int, vectors: int, body: TileBody, last_apart: bool = False
) -> None:
    """
    Loop over groups of `vectors` output vectors; a shorter or different last group is separate.
    """
    alike, rest = alike_groups(blocks, vectors, last_apart)
    b.loop(0, alike, 1, lambda g: body(b.mul(g, vectors), vectors))
    if rest:
        body(alike * vectors, rest)


def alike_groups(blocks: int, vectors: int, last_apart: bool) -> tuple[int, int]:
    """Return the number of equal groups, and the vectors of the different one, if there is one."""
    alike, rest = divmod(blocks, vectors)
    return (alike - 1, vectors) if last_apart and not rest else (alike, rest)


def for_groups_of_columns(
    b: LoopBuilder,
    loop: GroupLoop[*_More],
    columns: int,
    lanes: int,
    vectors: int,
    body: Callable[[Index, int, int | None, *_More], None],
) -> None:
    """Call `body(first vector, vectors, last lanes, ...)` for all groups; None means all."""
    blocks, rest = -(-columns // lanes), columns % lanes or None
    if rest is None or blocks % vectors:
        # The group that is left over, if there is one, has the partial vector.
        partial = {blocks % vectors: rest}
        loop(b, blocks, vectors, lambda f, n, *more: body(f, n, partial.get(n), *more))
        return
    first = blocks - vectors
    loop(b, first, vectors, lambda f, n, *more: body(f, n, None, *more))
    loop(b, vectors, vectors, lambda f, n, *more: body(b.add(f, first), n, rest, *more))

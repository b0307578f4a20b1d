"""The tiled convolution of int8: exact sums of i32, by instructions that add k products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import by_pixel
from ..emit.int8_products import Positions, WeightVectors, add_steps, joined, sum_starts
from ..emit.tile_store import Tile, prefetch_tile, store_tile
from .tiled import TiledConvolution

WHOLE_BLOCKS_K = 4
"""
Products that an instruction adds by itself: of a block of channels they stand in one piece of code.
Of those that need more instructions LLVM would do so many at a time that registers are too few.
"""

FEW_STEPS = 24
"""Steps of a sum up to which a tile is computed in pieces: its code is as long as all steps."""
PIECE_SUMS = 5
"""Sums of a piece: as many as hide how long an instruction takes."""
LEAST_PIECES = 3
"""Pieces from which on it is worth it."""


class TiledInt8Convolution(TiledConvolution):
    """
    The loops of one tiled convolution of int8; see `TiledConvolution`.

    The buffer holds inputs in the form in which they are multiplied, and the weights are
    `[tap][c/k][NR][q][k]`. Channels past the last have zero weights, so that lanes may hold
    anything. Of several groups all channels are gathered; each group of output vectors sums over
    its own.

    Where arithmetic on integers takes but half of a vector of floats, a vector of outputs is two of
    sums.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        super().__init__(b, op, target)
        self.k = op.k
        self.table = next(iter(op.tables()), None)
        self.alignment = 0 if op.grouped is None else op.grouped.value.data
        self.op = op
        self.width = min(lanes_for(target, i32), self.out.lanes)
        self.parts = self.out.lanes // self.width
        self.tap_steps = -(-self.channels // self.k)
        self.is_whole = self.table is None and self.tap_steps * self.k == self.blocks * self.pack

    def _register_tile(
        self, first_vector: Index, vectors: int, t: Index, first_tile: Index, pixels: int
    ) -> None:
        """
        Of few products in pieces: what becomes of the sums of one takes turns with the products of
        the next, which other units of a core compute.
        """
        pieces = self._pieces(pixels, vectors)
        if len(pieces) == 1:
            super()._register_tile(first_vector, vectors, t, first_tile, pixels)
            return
        b, to = self.b, self._destination(first_vector, t)
        position = b.mul(b.sub(t, first_tile), self.pixels)

        def sums(first: int, count: int) -> Tile:
            at = b.add(position, first)
            return by_pixel(self._few_products(count, vectors, first_vector, at), vectors)

        def store(tile: Tile, first: int) -> Tile:
            at = b.add(to.pixel_at, first * self.out.lanes)
            store_tile(b, tile, self.epilogue, replace(to, pixel_at=at))
            return []

        if self.writes_ahead:
            prefetch_tile(b, pixels, vectors, self.epilogue, to)
        tile = sums(*pieces[0])
        for (before, _), piece in pairwise(pieces):
            tile, _ = b.interleaved([partial(sums, *piece), partial(store, tile, before)])
        store(tile, pieces[-1][0])

    def _pieces(self, pixels: int, vectors: int) -> list[tuple[int, int]]:
        """First pixel and pixels of pieces of a tile, about equal; one of sums of many steps."""
        is_short = self.taps * self.tap_steps <= FEW_STEPS
        is_whole = self.is_whole and self.k == WHOLE_BLOCKS_K
        count = pixels * vectors // PIECE_SUMS if is_short and is_whole else 1
        if count < LEAST_PIECES:
            return [(0, pixels)]
        size = pixels // count
        rest = pixels - size * (count - 1)
        return [(0, rest), *((first, size) for first in range(rest, pixels, size))]

    def _few_products(
        self, pixels: int, vectors: int, first_vector: Index, position: Index
    ) -> Sequence[SSAValue]:
        """The sums of so few products that the code of all stands one behind the other."""
        b, parts = self.b, vectors * self.parts
        at, weights_at, flat = self._start(pixels, vectors, first_vector, position)
        sums = Int8Sums(self, pixels, parts)
        for block in range(self.taps * self.blocks):
            flat = sums.of_block(flat, at, weights_at, block)
        return joined(b, flat, self.out.lanes)

    def _start(
        self, pixels: int, vectors: int, first_vector: Index, position: Index
    ) -> tuple[Index, Index, Sequence[SSAValue]]:
        """Where the inputs and weights of a tile begin, and what its sums begin with."""
        b, lanes = self.b, self.out.lanes
        weights_at = b.mul(first_vector, self.taps * self.tap_steps * self.k * lanes)
        at = b.mul(first_vector, lanes)
        start = sum_starts(b, self.op, at, vectors * self.parts, self.width)
        return b.mul(position, self.pack), weights_at, start * pixels

    def _sums(self, pixels: int, vectors: int, first_vector: Index, position: Index) -> Tile:
        b, parts = self.b, vectors * self.parts
        at, weights_at, flat = self._start(pixels, vectors, first_vector, position)
        sums = Int8Sums(self, pixels, parts)
        if self.table is not None:
            first = b.load_index(self.table, b.div(first_vector, self.vectors))
            flat = sums.of_group(flat, at, weights_at, first)
        elif self.is_whole:
            flat = sums.of_blocks(flat, at, weights_at, self.taps * self.blocks)
        else:
            flat = sums.of_taps(flat, at, weights_at, 0)
        return by_pixel(joined(b, flat, self.out.lanes), vectors)


class Int8Sums:
    """The products of a register tile, added up in the order in which they lie in the buffer."""

    def __init__(self, conv: TiledInt8Convolution, pixels: int, parts: int):
        self.b, self.conv, self.pixels, self.parts = conv.b, conv, pixels, parts
        self.row = conv.positions * conv.pack
        """From a block of channels in the buffer to the next."""
        self.step_size = parts * conv.width * conv.k
        self.steps = conv.pack // conv.k
        """Of a block."""

    def of_block(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, block: Index
    ) -> Sequence[SSAValue]:
        """Of a whole block."""
        b = self.b
        x_at = b.add(at, b.mul(block, self.row))
        w_at = b.add(weights_at, b.mul(block, self.steps * self.step_size))
        return self._add(flat, x_at, w_at, self.steps)

    def of_blocks(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, blocks: int
    ) -> Sequence[SSAValue]:
        """Of so many whole blocks."""

        def block(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            return self.of_block(sums, at, weights_at, i)

        return self.b.loop(0, blocks, 1, block, flat)

    def of_taps(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, first_block: Index
    ) -> Sequence[SSAValue]:
        """Of all taps, from a block on, the last of which has fewer channels."""
        b, conv = self.b, self.conv
        whole, rest = divmod(conv.tap_steps, self.steps)
        first = b.mul(first_block, self.row)

        def tap(tap_at: Index, w_at: Index, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
            start = b.add(tap_at, first)
            sums = self.of_blocks(sums, start, w_at, whole)
            if not rest:
                return sums
            after = b.add(w_at, whole * self.steps * self.step_size)
            return self._add(sums, b.add(start, whole * self.row), after, rest)

        return self._over_taps(flat, at, weights_at, tap)

    def of_group(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, first: SSAValue
    ) -> Sequence[SSAValue]:
        """Of all taps, from channel `first` on."""
        b, conv = self.b, self.conv
        if conv.alignment % conv.pack == 0:
            return self.of_taps(flat, at, weights_at, b.div(first, conv.pack))

        def tap(tap_at: Index, w_at: Index, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def step(s: Index, *inner: SSAValue) -> Sequence[SSAValue]:
                channel = b.add(first, b.mul(s, conv.k))
                block, lane = b.div(channel, conv.pack), b.rem(channel, conv.pack)
                x_at = b.add(b.add(tap_at, b.mul(block, self.row)), lane)
                return self._add(inner, x_at, b.add(w_at, b.mul(s, self.step_size)), 1)

            return b.loop(0, conv.tap_steps, 1, step, sums)

        return self._over_taps(flat, at, weights_at, tap)

    def _over_taps(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, body: Callable
    ) -> Sequence[SSAValue]:
        """`body(place of a tap's inputs, of its weights, sums)` for one tap after the other."""
        b, conv = self.b, self.conv
        inputs, weights = conv.blocks * self.row, conv.tap_steps * self.step_size

        def tap(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            return body(b.add(at, b.mul(i, inputs)), b.add(weights_at, b.mul(i, weights)), sums)

        return b.loop(0, conv.taps, 1, tap, flat)

    def _add(
        self, sums: Sequence[SSAValue], x_at: Index, weights_at: Index, steps: int
    ) -> Sequence[SSAValue]:
        """The products of neighbouring steps: in a loop where each has temporary values."""
        b, k = self.b, self.conv.k
        if k == WHOLE_BLOCKS_K:
            return self._add_together(sums, x_at, weights_at, steps)

        def step(s: Index, *inner: SSAValue) -> list[SSAValue]:
            w_at = b.add(weights_at, b.mul(s, self.step_size))
            return self._add_together(inner, b.add(x_at, b.mul(s, k)), w_at, 1)

        return b.loop(0, steps, 1, step, sums)

    def _add_together(
        self, sums: Sequence[SSAValue], x_at: Index, w_at: Index, steps: int
    ) -> list[SSAValue]:
        conv = self.conv
        seen = Positions(conv.buffer, x_at, self.pixels, conv.pack)
        weights = WeightVectors(conv.weights, w_at, self.parts, conv.width, conv.k)
        return add_steps(self.b, sums, seen, weights, steps)

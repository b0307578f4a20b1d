"""The tiled convolution of int8: exact sums of i32, by instructions that add k products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import gcd

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import RegisterTiles
from ..emit.conv.block_sums import BlockSums
from ..emit.conv.conv_tile import by_pixel
from ..emit.conv.tile_pipeline import for_pipelined_tiles
from ..emit.conv.tile_store import TileAccumulators, TileDestination, prefetch_tile, store_tile
from ..emit.int8.matrices import Int8Matrices
from ..emit.int8.products import Positions, WeightVectors, add_steps, joined, sum_starts
from ..emit.int8.rounding import Half
from .tiled import TiledConvolution, TilePart

WHOLE_BLOCKS_K = 4
"""
Products that an instruction adds by itself: of a block of channels they stand in one piece of code.
Of those that need more instructions LLVM would do so many at a time that registers are too few.
"""

FIRST_STEPS = 16
"""
Steps of sums that stand in one piece of code with what becomes of those of the tile before: about
ten instructions for each, of which other units do most.
"""


TapBody = Callable[[Index, Index, Sequence[SSAValue]], Sequence[SSAValue]]
"""From the places of the inputs and of the weights of a tap, and sums, to the next sums."""


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
        assert op.product is not None
        self.k, self.product = op.k, op.product
        self.table = next(iter(op.tables()), None)
        self.alignment = 0 if op.grouped is None else op.grouped.value.data
        self.op = op
        self.pipelined = 0 if op.pipelined is None else op.pipelined.value.data
        self.width = min(lanes_for(target, i32), self.out.lanes)
        self.parts = self.out.lanes // self.width
        self.tap_steps = -(-self.channels // self.k)
        self.is_whole = self.table is None and self.tap_steps * self.k == self.blocks * self.pack

    def _register_tiles(self, first_vector: Index, vectors: int, tiles: RegisterTiles) -> None:
        """Emit the register tiles; small ones alternate products and epilogues in a pipeline."""
        if tiles.whole == 0 or vectors > self.pipelined:
            super()._register_tiles(first_vector, vectors, tiles)
            return
        b, whole = self.b, self.pixels
        sums = Int8Sums(self, whole, vectors * self.parts)
        blocks = self.taps * self.blocks
        first_blocks = min(-(-FIRST_STEPS // sums.steps), blocks)
        starts = self._starts(whole, vectors, first_vector)

        def place(t: Index) -> tuple[Index, Index]:
            return self._place(first_vector, b.mul(b.sub(t, tiles.first), whole))

        def destination(t: Index) -> TileDestination:
            return self._destination(first_vector, TilePart(t, tiles, whole), 0, whole)

        def begin(t: Index) -> Sequence[SSAValue]:
            if self.writes_ahead:
                prefetch_tile(b, whole, vectors, self.epilogue, destination(t))
            (at, weights_at), flat = place(t), starts
            for block in range(first_blocks):
                flat = sums.of_block(flat, at, weights_at, block)
            return flat

        def complete(t: Index, flat: Sequence[SSAValue]) -> Sequence[SSAValue]:
            at, weights_at = place(t)
            return sums.of_blocks(flat, at, weights_at, first_blocks, blocks)

        def finish(t: Index, flat: Sequence[SSAValue]) -> None:
            tile = by_pixel(joined(b, flat, self.out.lanes), vectors)
            # Products take all of the units that else would find the sign of a half.
            epilogue = replace(self.epilogue, half=Half.BY_BOUNDS)
            store_tile(b, tile, epilogue, destination(t))

        for_pipelined_tiles(b, tiles, starts, begin, complete, finish)
        self._last_tile(first_vector, vectors, tiles)

    def _place(self, first_vector: Index, position: Index) -> tuple[Index, Index]:
        """Return the places of the inputs and weights of a tile."""
        b = self.b
        weights_at = b.mul(first_vector, self.taps * self.tap_steps * self.k * self.out.lanes)
        return b.mul(position, self.pack), weights_at

    def _starts(self, pixels: int, vectors: int, first_vector: Index) -> Sequence[SSAValue]:
        """Return the initial sums of a tile."""
        b, parts = self.b, vectors * self.parts
        at = b.mul(first_vector, self.out.lanes)
        return sum_starts(b, next(iter(self.op.starts()), None), at, parts, self.width) * pixels

    def _sums(
        self, pixels: int, vectors: int, first_vector: Index, position: Index
    ) -> TileAccumulators:
        b, parts = self.b, vectors * self.parts
        at, weights_at = self._place(first_vector, position)
        if self.in_tiles:
            return self._sums_in_tiles(pixels, vectors, at, weights_at)
        flat = self._starts(pixels, vectors, first_vector)
        if self.product.product.accumulation.rows > 1:
            return by_pixel(self._matrices(pixels, vectors).sums(b, flat, at, weights_at), vectors)
        sums = Int8Sums(self, pixels, parts)
        if self.table is not None:
            first = b.load_index(self.table, b.div(first_vector, self.vectors))
            flat = sums.of_group(flat, at, weights_at, first)
        elif self.is_whole:
            flat = sums.of_blocks(flat, at, weights_at, 0, self.taps * self.blocks)
        else:
            flat = sums.of_taps(flat, at, weights_at, 0)
        return by_pixel(joined(b, flat, self.out.lanes), vectors)

    def _matrices(self, pixels: int, vectors: int) -> Int8Matrices:
        """Return the products of small matrices of a register tile."""
        return Int8Matrices(
            BlockSums(self.product, pixels, vectors, self.width),
            *(self.buffer, self.weights, self.positions * self.pack),
            self.taps * self.blocks,
            self.pages_ahead,
        )


class Int8Sums:
    """The products of a register tile, added up in the order in which they lie in the buffer."""

    def __init__(self, conv: TiledInt8Convolution, pixels: int, parts: int):
        self.b, self.conv, self.pixels, self.parts = conv.b, conv, pixels, parts
        self.row = conv.positions * conv.pack
        """From a block of channels in the buffer to the next."""
        self.step_size = parts * conv.width * conv.k
        self.steps = conv.pack // conv.k
        """Number of steps of a block."""
        self.block_size = self.steps * self.step_size
        """Weights of a block."""

    def of_block(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, block: Index
    ) -> Sequence[SSAValue]:
        """Add the products of a whole block."""
        b = self.b
        x_at = b.add(at, b.mul(block, self.row))
        w_at = b.add(weights_at, b.mul(block, self.block_size))
        return self._add(flat, x_at, w_at, self.steps)

    def of_blocks(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, first: int, end: int
    ) -> Sequence[SSAValue]:
        """Add the products of the whole blocks [first, end)."""
        b = self.b
        most = max(b.target.loops.channels_together // self.conv.pack, 1)
        together = max(gcd(end - first, most), 1)

        def blocks(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            x_at = b.add(at, b.mul(i, self.row))
            w_at = b.add(weights_at, b.mul(i, self.block_size))
            for n in range(together):
                sums = tuple(self.of_block(sums, x_at, w_at, n))
            return sums

        return b.loop(first, end, together, blocks, flat)

    def of_taps(
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, first_block: Index
    ) -> Sequence[SSAValue]:
        """Of all taps, from a block on, the last of which has fewer channels."""
        b, conv = self.b, self.conv
        whole, rest = divmod(conv.tap_steps, self.steps)
        first = b.mul(first_block, self.row)

        def tap(tap_at: Index, w_at: Index, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
            start = b.add(tap_at, first)
            sums = self.of_blocks(sums, start, w_at, 0, whole)
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
        self, flat: Sequence[SSAValue], at: Index, weights_at: Index, body: TapBody
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
        place = (conv.weights, w_at, self.parts, conv.width, conv.product)
        weights = WeightVectors(*place, conv.pages_ahead)
        return add_steps(self.b, sums, seen, weights, steps)

"""The tiled convolution: im2col and a product with packed weights, tile by tile."""

from __future__ import annotations

from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp, tiled_buffer_shape
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import (
    Channels,
    Destination,
    Epilogue,
    Panel,
    Pixels,
    Tile,
    accumulate_channels,
    by_pixel,
    flatten,
    prefetch_tile,
    store_tile,
    zero_tile,
)
from ..emit.prefetching import exceeds_cache
from ..emit.tile_gather import TileGather

LEAST_SHARES = 4
"""Shares of the work that threads should find."""
LEAST_OUTPUTS = 64
"""Output channels of a share of a tile: for fewer, gathering what it sees would take long."""


def tiled_loops(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    """Tiles in parallel."""
    TiledConvolution(b, op, target).build()


class TiledConvolution:
    """
    The loops of one tiled convolution.

    A tile is `block` consecutive positions of the output `out/q,oh,ow,q`, rows, slices and images
    being one plane. What they see is gathered into a buffer `[tap][c/p][positions][p]`, which is
    multiplied by the weights of one group of NR output vectors after the other, `[tap][c][NR][q]`.
    Every output is one sum over taps row by row and their channels, in this order and from zero, to
    which the epilogue adds the bias: the bits do not depend on tiles, vectors or threads.

    Where tiles are few, threads also share the groups of output vectors: each gathers for itself.

    Source: MNN, ConvolutionTiledExecutor.cpp.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        self.b = b
        self.weights, self.y = op.inputs[1], op.outputs[0]
        self.epilogue = Epilogue(op.epilogue, list(op.inputs[op.epilogue_start :]))
        assert op.workspace is not None
        self.buffer = op.workspace
        source, self.out = op.extents(op.inputs[0]), op.extents(self.y)
        self.pixels, self.vectors = int_list(op.register)
        self.channels, self.blocks = op.channels.value.data, source.blocks
        self.taps = prod(int_list(op.kernel))
        _, self.positions, self.pack = tiled_buffer_shape(op)
        self.overwrites = target.isa.overwrites_operand
        self.writes_ahead = exceeds_cache(self.y, target)
        self.input = TileGather(b, op, target)

    def build(self) -> None:
        """Emit the loops."""
        b, plane = self.b, self.out.pixels
        tiles = -(-plane // self.positions)
        most = min(
            self.out.blocks * self.out.lanes // LEAST_OUTPUTS, self.out.blocks // self.vectors
        )
        parts = max(1, min(most, -(-LEAST_SHARES // tiles) if tiles < LEAST_SHARES else 1))

        def share(i: Index) -> None:
            if tiles == 1:
                self._tile(0, plane, i if parts > 1 else 0, parts)
                return
            # The parts of all tiles one after the other, so that a thread reads few weights.
            start = b.mul(b.rem(i, tiles) if parts > 1 else i, self.positions)
            count: Index = self.positions
            if plane % self.positions:
                count = b.min(b.sub(plane, start), count)
            self._tile(start, count, b.div(i, tiles) if parts > 1 else 0, parts)

        b.parallel(tiles * parts, share)

    def _tile(self, start: Index, count: Index, part: Index, parts: int) -> None:
        """Some output vectors of the positions [start, start + count)."""
        b, vectors = self.b, self.vectors
        full, rest = divmod(self.out.blocks, vectors)
        self.input.gather(start, count)
        first, last = (b.div(b.mul(i, full), parts) for i in (part, b.add(part, 1)))
        b.loop(first, last, 1, lambda g: self._group(b.mul(g, vectors), vectors, start, count))
        if rest and parts == 1:
            self._group(full * vectors, rest, start, count)
        elif rest:
            is_last = b.compare("eq", part, parts - 1)
            b.when(is_last, lambda: self._group(full * vectors, rest, start, count))

    def _group(self, first_vector: Index, vectors: int, start: Index, count: Index) -> None:
        """A group of output vectors: whole register tiles, then one of what is left."""
        b = self.b

        def register_tile(position: Index, pixels: int) -> None:
            self._register_tile(first_vector, vectors, start, position, pixels)

        whole = b.div(count, self.pixels)
        b.loop(0, whole, 1, lambda t: register_tile(b.mul(t, self.pixels), self.pixels))
        for size in dict.fromkeys((self.positions, self.out.pixels % self.positions)):
            rest = size % self.pixels
            if not rest:
                continue
            if isinstance(count, int):
                register_tile(count - rest, rest)
                return
            b.when(
                b.compare("eq", count, size),
                lambda size=size, rest=rest: register_tile(size - rest, rest),
            )

    def _register_tile(
        self, first_vector: Index, vectors: int, start: Index, position: Index, pixels: int
    ) -> None:
        """The sums of some positions of the tile, from `position` on, with the epilogue."""
        b, lanes = self.b, self.out.lanes
        to = Destination(
            self.y,
            first_vector,
            b.mul(b.add(start, position), lanes),
            self.out.pixels * lanes,
            lanes,
        )
        zero = zero_tile(b, pixels, vectors, b.vector(self.y, lanes))
        if self.writes_ahead:
            prefetch_tile(b, pixels, vectors, self.epilogue, to)
        weights = b.mul(first_vector, self.taps * self.channels * lanes)
        store_tile(b, self._sums(zero, position, weights), self.epilogue, to)

    def _sums(self, zero: Tile, position: Index, weights: Index) -> Tile:
        """The sums over everything that these positions see: channels of a tap, tap by tap."""
        b, row = self.b, self.positions * self.pack
        pixels, vectors = len(zero), len(zero[0])
        at = b.mul(position, self.pack)
        offsets = [m * self.pack for m in range(pixels)]
        per_tap = self.channels * vectors * self.out.lanes

        def add(tile: Tile, tap: Index, channels: int) -> Tile:
            summed = Channels(channels, self.pack, row, overwrites=self.overwrites)
            seen = Pixels(self.buffer, b.add(at, b.mul(tap, self.blocks * row)), offsets, summed)
            panel = Panel(self.weights, b.add(weights, b.mul(tap, per_tap)), self.out.lanes)
            return accumulate_channels(b, tile, seen, panel)

        if self.channels == self.blocks * self.pack:
            return add(zero, 0, self.taps * self.channels)

        def tap(index: Index, *flat: SSAValue) -> list[SSAValue]:
            # Lanes past the last channel may hold anything.
            return flatten(add(by_pixel(flat, vectors), index, self.channels))

        return by_pixel(b.loop(0, self.taps, 1, tap, flatten(zero)), vectors)

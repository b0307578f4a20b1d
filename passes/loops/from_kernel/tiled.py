"""The tiled convolution: im2col and a product with packed weights, tile by tile."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.ir import SSAValue

from ....dialects.alignment import align_up
from ....dialects.constraints import int_list
from ....dialects.kernel.convolution import ConvolutionKernelOp, tiled_buffer_shape
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import shares_of
from ..emit.building.register_tiles import RegisterTiles, for_last_tile, for_register_tiles
from ..emit.building.shared_work import for_blocks
from ..emit.conv.channels import Channels
from ..emit.conv.conv_tile import (
    Panel,
    Pixels,
    accumulate_channels,
    by_pixel,
    flatten,
    zero_tile,
)
from ..emit.conv.tile_gather import TileGather
from ..emit.conv.tile_register_sums import TileRegisterSums
from ..emit.conv.tile_store import (
    Epilogue,
    TileAccumulators,
    TileDestination,
    prefetch_tile,
    store_tile,
)
from ..emit.conv.window import Window


@dataclass(frozen=True)
class TilePart:
    """Register tile `number`, of `pixels`, of which the first `least` exist; None: all."""

    number: Index
    tiles: RegisterTiles
    pixels: int
    least: int | None = None

    @property
    def sure(self) -> int:
        """The number of pixels that every run has."""
        return self.pixels if self.least is None else self.least


class TiledConvolution:
    """
    The loops of one tiled convolution.

    A tile is `block` consecutive positions of the output `out/q,oh,ow,q`, rows, slices and images
    being one plane. What they see is gathered into a buffer `[tap][c/p][positions][p]`, which is
    multiplied by the weights of one group of NR output vectors after the other, `[tap][c][NR][q]`.
    Every output is one sum over taps row by row and their channels, in this order and from zero, to
    which the epilogue adds the bias: the bits do not depend on tiles, vectors or threads.

    Threads share register tiles, of which each makes tiles of its own; or groups of output vectors:
    each then gathers all for itself.

    Source: MNN, ConvolutionTiledExecutor.cpp.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        self.b = b
        self.weights, self.y = op.inputs[1], op.outputs[0]
        self.epilogue = Epilogue.of(op)
        assert op.workspace is not None
        self.buffer = op.workspace
        self.out = op.extents(self.y)
        self.pixels, self.vectors = int_list(op.register)
        # Weights fill up the last channels that are multiplied together with zeros.
        self.channels = align_up(op.channels.value.data, op.k)
        self.taps = prod(int_list(op.kernel))
        rows, self.positions, self.pack = tiled_buffer_shape(op)
        self.blocks = rows // self.taps
        self.overwrites, self.together = target.isa.overwrites_operand, op.k
        self.product = op.product
        self.in_tiles = op.in_tile_registers
        self.writes_ahead = op.writes_ahead is not None
        self.pages_ahead = shares_of(op.weights_ahead).is_pages_ahead
        self.shares_vectors = op.shares_vectors is not None
        self.input = TileGather(b, op, target)
        self.total = b.mul(*Window.of(op).ends(b, op))

    def build(self) -> None:
        """Emit the loops."""
        b, blocks = self.b, self.out.blocks
        units, groups = b.div_up(self.total, self.pixels), -(-blocks // self.vectors)
        if self.shares_vectors:
            b.share(groups, lambda first, last: self._tiles(0, units, (first, last)))
        else:
            b.share(units, lambda first, last: self._tiles(first, last, (0, groups)))

    def _tiles(self, first: Index, last: Index, groups: tuple[Index, Index]) -> None:
        """Some groups of output vectors of register tiles [first, last), in tiles about equal."""
        b, size = self.b, self.pixels

        def tile(begin: Index, end: Index) -> None:
            start = b.mul(begin, size)
            self.input.gather(start, b.sub(b.min(b.mul(end, size), self.total), start))
            self._groups(groups, begin, end)

        for_blocks(b, first, last, max(self.positions // size, 1), tile)

    def _groups(self, groups: tuple[Index, Index], first: Index, last: Index) -> None:
        """Groups of output vectors of a tile, which is register tiles [first, last)."""
        b, size = self.b, self.pixels
        whole, rest = b.div(self.total, size), b.rem(self.total, size)
        tiles = RegisterTiles(first, last, size, whole, rest)

        def group(number: Index, vectors: int) -> None:
            self._register_tiles(b.mul(number, self.vectors), vectors, tiles)

        vector_groups = RegisterTiles.of(self.out.blocks, self.vectors, *groups)
        for_register_tiles(b, vector_groups, group)

    def _register_tiles(self, first_vector: Index, vectors: int, tiles: RegisterTiles) -> None:
        """The register tiles of a group of output vectors; what they see begins with the first."""
        b = self.b
        if tiles.whole != 0:
            whole = self.pixels
            b.loop(
                tiles.first,
                tiles.end_of_whole(b),
                1,
                lambda t: self._register_tile(first_vector, vectors, TilePart(t, tiles, whole)),
            )
        self._last_tile(first_vector, vectors, tiles)

    def _last_tile(self, first_vector: Index, vectors: int, tiles: RegisterTiles) -> None:
        """The last register tile of all, if it is among these and not whole."""

        def tile(t: Index, pixels: int, least: int) -> None:
            self._register_tile(first_vector, vectors, TilePart(t, tiles, pixels, least))

        for_last_tile(self.b, tiles, tile)

    def _register_tile(self, first_vector: Index, vectors: int, part: TilePart) -> None:
        """The sums of a register tile, with the epilogue."""
        b, sure = self.b, part.sure
        to = self._destination(first_vector, part, 0, sure)
        if self.writes_ahead:
            prefetch_tile(b, sure, vectors, self.epilogue, to)
        tile = self._sums(part.pixels, vectors, first_vector, self._position(part))
        store_tile(b, tile[:sure], self.epilogue, to)
        for m in range(sure, part.pixels):

            def pixel(m: int = m) -> None:
                to = self._destination(first_vector, part, m, 1)
                store_tile(b, tile[m : m + 1], self.epilogue, to)

            b.when(b.compare("sgt", part.tiles.rest, m), pixel)

    def _position(self, part: TilePart) -> Index:
        """The first position of a register tile among those of the tile."""
        b = self.b
        return b.mul(b.sub(part.number, part.tiles.first), self.pixels)

    def _destination(
        self, first_vector: Index, part: TilePart, first: int, pixels: int
    ) -> TileDestination:
        """Return the places of some pixels of a register tile."""
        b, lanes = self.b, self.out.lanes
        stride, places = self.out.pixels * lanes, self.input.places
        if places is None:
            at = b.add(b.mul(part.number, self.pixels * lanes), first * lanes)
            return TileDestination(self.y, first_vector, at, stride, lanes)
        of_pixels = places.of_positions(b.add(self._position(part), first), pixels)
        return TileDestination(self.y, first_vector, 0, stride, lanes, places=of_pixels)

    def _sums(
        self, pixels: int, vectors: int, first_vector: Index, position: Index
    ) -> TileAccumulators:
        """The sums over everything that these positions see: channels of a tap, tap by tap."""
        b, row, lanes = self.b, self.positions * self.pack, self.out.lanes
        at = b.mul(position, self.pack)
        if self.in_tiles:
            size = self.taps * self.blocks * self.pack * lanes
            return self._sums_in_tiles(pixels, vectors, at, b.mul(first_vector, size))
        zero = zero_tile(b, pixels, vectors, b.vector(self.y, lanes))
        weights = b.mul(first_vector, self.taps * self.channels * lanes)
        offsets = [m * self.pack for m in range(pixels)]
        per_tap = self.channels * vectors * self.out.lanes

        def add(tile: TileAccumulators, tap: Index, channels: int) -> TileAccumulators:
            summed = Channels(
                *(channels, self.pack, row),
                overwrites=self.overwrites,
                product=self.product,
                together=self.together,
            )
            seen = Pixels(self.buffer, b.add(at, b.mul(tap, self.blocks * row)), offsets, summed)
            place = b.add(weights, b.mul(tap, per_tap))
            panel = Panel(self.weights, place, self.out.lanes, pages_ahead=self.pages_ahead)
            return accumulate_channels(b, tile, seen, panel)

        if self.channels == self.blocks * self.pack:
            return add(zero, 0, self.taps * self.channels)

        def tap(index: Index, *flat: SSAValue) -> list[SSAValue]:
            # Lanes past the last channel may hold anything.
            return flatten(add(by_pixel(flat, vectors), index, self.channels))

        return by_pixel(b.loop(0, self.taps, 1, tap, flatten(zero)), vectors)

    def _sums_in_tiles(
        self, pixels: int, vectors: int, at: Index, weights_at: Index
    ) -> TileAccumulators:
        """Return the sums of a register tile that tile registers multiply."""
        assert self.product is not None
        sums = TileRegisterSums(
            *(self.product, pixels, vectors, self.out.lanes),
            *(self.buffer, self.weights, self.positions * self.pack),
            self.taps * self.blocks,
        )
        return by_pixel(sums.sums(self.b, at, weights_at), vectors)

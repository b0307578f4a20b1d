"""
Emit the second stage of a Winograd convolution: a product of matrices at each place of a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce

from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.target.records import Target
from ..building.builder import Index, LoopBuilder
from ..building.prefetching import Turn, shares_of
from ..building.register_tiles import PaddedTiles, RegisterTiles, for_register_tiles
from ..conv.channels import Channels
from ..conv.conv_tile import (
    Panel,
    Pixels,
    accumulate_channels,
    by_pixel,
    flatten,
    zero_tile,
)
from ..conv.tile_store import TileAccumulators
from .kinds import KindTiles, UnitTiles
from .tiles import Slice, WinogradStage


@dataclass(frozen=True)
class VectorGroup:
    """
    Describe output vectors multiplied together, and the place of the first one among kept products.
    """

    first: Index
    vectors: int
    kept: Index = 0


class TileProducts(WinogradStage):
    """Multiply transformed tiles with the transformed weights of groups of output vectors."""

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        super().__init__(b, op)
        self.weights = op.inputs[1]
        self.channels = op.channels.value.data
        self.by_place = op.by_place is not None
        self.pixels, _ = int_list(op.register)
        self.weights_ahead = shares_of(op.weights_ahead)
        self.elements = self.channels // op.k
        self.summed = Channels(
            self.elements,
            self.layout.data_lanes,
            b.mul(self.tiles, self.layout.data_lanes),
            overwrites=target.isa.overwrites_operand,
            product=op.product,
            of_element=op.k,
        )

    @property
    def places(self) -> int:
        """Return the places of a tile: a*a."""
        return self.grid.side**2

    def _multiply_kinds(
        self, out: Slice, xi: Index, group: VectorGroup, kinds: Sequence[KindTiles]
    ) -> None:
        """Multiply register tiles of some kinds with a group at place xi."""
        b, before = self.b, 0
        count = reduce(b.add, (one.count(b) for one in kinds))
        for one in kinds:

            def tile(t: Index, pixels: int, one: KindTiles = one, before: Index = before) -> None:
                first = b.add(one.start, b.mul(t, self.pixels))
                turn = Turn(b.add(before, b.sub(t, one.tiles.first)), count)
                self._product(out, xi, group, first, pixels, turn)

            for_register_tiles(b, one.tiles, tile)
            before = b.add(before, one.count(b))

    def multiply(self, out: Slice, xi: Index, group: VectorGroup, tiles: UnitTiles) -> None:
        """Multiply some register tiles of a block with a group at place xi."""
        b, product = self.b, partial(self._product, out, xi, group)
        if isinstance(tiles, PaddedTiles):
            tiles.each(b, product)
            return
        if not isinstance(tiles, RegisterTiles):
            self._multiply_kinds(out, xi, group, tiles)
            return

        def tile(t: Index, pixels: int) -> None:
            product(b.mul(t, self.pixels), pixels, tiles.turn(b, t))

        for_register_tiles(b, tiles, tile)

    def _product(
        self, out: Slice, xi: Index, group: VectorGroup, first: Index, pixels: int, turn: Turn
    ) -> None:
        b, layout, lanes, vectors = self.b, self.layout, self.out.lanes, group.vectors
        tap_size = self.channels * lanes
        panel = self.window.slices.kernel * tap_size
        weights_at = b.linear((group.first, self.places * panel), (xi, vectors * panel))
        data_at = b.linear((xi, self.data_stride), (first, layout.data_lanes))

        def kernel_slice(kz: Index, *flat: SSAValue) -> Sequence[SSAValue]:
            data = b.add(data_at, b.mul(kz, b.mul(self.tiles, self.in_blocks * layout.data_lanes)))
            taps = b.add(weights_at, b.mul(kz, vectors * tap_size))
            # By place the same one of the next group comes next.
            distance = vectors * (self.places * panel if self.by_place else tap_size)
            row, following = vectors * lanes * self.summed.of_element, (taps, distance)
            share = self.weights_ahead.share(b, following, self.elements, row, turn)
            offsets = [p * layout.data_lanes for p in range(pixels)]
            return flatten(
                accumulate_channels(
                    b,
                    by_pixel(flat, vectors),
                    Pixels(self.data, data, offsets, self.summed),
                    Panel(self.weights, taps, lanes, share, self.weights_ahead.is_pages_ahead),
                )
            )

        zero = zero_tile(b, pixels, vectors, b.vector(self.workspace, lanes))
        flat = b.loop(out.first, out.end, 1, kernel_slice, flatten(zero))
        self.store(by_pixel(flat, vectors), xi, group, first)

    def store(self, tile: TileAccumulators, xi: Index, group: VectorGroup, first: Index) -> None:
        """Keep the products of a register tile from tile `first` on; a vector may be several."""
        b, layout, lanes = self.b, self.layout, self.out.lanes
        at = b.linear(
            (xi, self.product_stride), (group.kept, b.mul(self.tiles, lanes)), (first, lanes)
        )
        for p, row in enumerate(tile):
            width = lanes * group.vectors // len(row)
            for i, value in enumerate(row):
                n, lane = divmod(i * width, lanes)
                place, offset = self.shifted(at, n * lanes, self.tiles)
                b.store(value, self.products, place, layout.products + offset + p * lanes + lane)

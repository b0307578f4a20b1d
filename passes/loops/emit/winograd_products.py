"""The second stage of a Winograd convolution: a product of matrices at each place of a tile."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from .builder import Index, LoopBuilder
from .conv_tile import (
    Channels,
    Panel,
    Pixels,
    accumulate_channels,
    by_pixel,
    flatten,
    zero_tile,
)
from .prefetching import NextWeights, Turn
from .winograd_tiles import Slice, TileBlock, WinogradStage


class TileProducts(WinogradStage):
    """Multiplies transformed tiles with the transformed weights of a group of output vectors."""

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        super().__init__(b, op)
        self.weights = op.inputs[1]
        self.channels = op.channels.value.data
        self.pixels, _ = int_list(op.register)
        self.summed = Channels(
            self.channels,
            self.layout.in_lanes,
            self.layout.tiles * self.layout.in_lanes,
            overwrites=target.isa.overwrites_operand,
        )

    def multiply(self, out: Slice, first_vector: Index, vectors: int, tiles: TileBlock) -> None:
        """All tiles of a block, times a group of output vectors, at each of the a*a places."""
        self.b.loop(
            0,
            self.grid.side**2,
            1,
            lambda xi: self._at_place(out, xi, first_vector, vectors, tiles.count),
        )

    def _at_place(
        self, out: Slice, xi: Index, first_vector: Index, vectors: int, count: Index
    ) -> None:
        b = self.b
        if isinstance(count, int):
            full, rest = divmod(count, self.pixels)
        else:
            full, rest = b.div(b.add(count, self.pixels - 1), self.pixels), 0

        turns = b.add(full, int(rest > 0))
        expected = -(-self.layout.tiles // self.pixels)

        def tiles(t: Index) -> None:
            first, turn = b.mul(t, self.pixels), Turn(t, turns, expected)
            self._product(out, xi, first_vector, vectors, first, self.pixels, turn)

        b.loop(0, full, 1, tiles)
        if rest:
            first = b.mul(full, self.pixels)
            turn = Turn(full, turns, expected)
            self._product(out, xi, first_vector, vectors, first, rest, turn)

    def _product(
        self,
        out: Slice,
        xi: Index,
        first_vector: Index,
        vectors: int,
        first: Index,
        pixels: int,
        turn: Turn,
    ) -> None:
        b, layout, lanes = self.b, self.layout, self.out.lanes
        tap_size = self.channels * lanes
        panel = self.window.slices.kernel * tap_size
        weights_at = b.linear((first_vector, self.grid.side**2 * panel), (xi, vectors * panel))
        data_at = b.linear((xi, layout.data_stride), (first, layout.in_lanes))

        def kernel_slice(kz: Index, *flat: SSAValue) -> Sequence[SSAValue]:
            data = b.add(data_at, b.mul(kz, self.in_blocks * layout.tiles * layout.in_lanes))
            taps = b.add(weights_at, b.mul(kz, vectors * tap_size))
            row, end = vectors * lanes, b.add(taps, vectors * tap_size)
            following = NextWeights.share(b, self.weights, end, self.channels, row, turn)
            offsets = [p * layout.in_lanes for p in range(pixels)]
            return flatten(
                accumulate_channels(
                    b,
                    by_pixel(flat, vectors),
                    Pixels(self.data, data, offsets, self.summed),
                    Panel(self.weights, taps, lanes, following),
                )
            )

        zero = zero_tile(b, pixels, vectors, b.vector(self.workspace, lanes))
        flat = b.loop(out.first, out.end, 1, kernel_slice, flatten(zero))
        tile = by_pixel(flat, vectors)
        at = b.linear((xi, layout.product_stride), (first, lanes))
        for p, row in enumerate(tile):
            for n, value in enumerate(row):
                offset = layout.products + (n * layout.tiles + p) * lanes
                b.store(value, self.workspace, at, offset)

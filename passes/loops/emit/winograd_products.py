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
from .shared_work import for_register_tiles
from .winograd_tiles import Slice, WinogradStage


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

    def multiply(
        self,
        out: Slice,
        first_vector: Index,
        vectors: int,
        tiles: tuple[Index, Index],
        whole: tuple[Index, int],
    ) -> None:
        """
        Register tiles [first, last) of a block, times a group of output vectors, at each of the a*a
        places; `whole` as of `for_register_tiles`.
        """
        b, (first, last) = self.b, tiles

        def at_place(xi: Index) -> None:
            def register_tile(tile: Index, count: int) -> None:
                self._product(out, xi, first_vector, vectors, tile, count)

            for_register_tiles(b, first, last, whole, self.pixels, register_tile)

        b.loop(0, self.grid.side**2, 1, at_place)

    def _product(
        self, out: Slice, xi: Index, first_vector: Index, vectors: int, first: Index, pixels: int
    ) -> None:
        b, layout, lanes = self.b, self.layout, self.out.lanes
        tap_size = self.channels * lanes
        panel = self.window.slices.kernel * tap_size
        weights_at = b.linear((first_vector, self.grid.side**2 * panel), (xi, vectors * panel))
        data_at = b.linear((xi, layout.data_stride), (first, layout.in_lanes))

        def kernel_slice(kz: Index, *flat: SSAValue) -> Sequence[SSAValue]:
            data = b.add(data_at, b.mul(kz, self.in_blocks * layout.tiles * layout.in_lanes))
            taps = b.add(weights_at, b.mul(kz, vectors * tap_size))
            offsets = [p * layout.in_lanes for p in range(pixels)]
            return flatten(
                accumulate_channels(
                    b,
                    by_pixel(flat, vectors),
                    Pixels(self.data, data, offsets, self.summed),
                    Panel(self.weights, taps, lanes),
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

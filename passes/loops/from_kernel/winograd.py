"""Winograd convolution F(m, 3): transforms of input and output tiles around many small products."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import for_vector_groups
from ..emit.shared_work import share_ranges, share_tiles
from ..emit.window import Window
from ..emit.winograd_input import InputTransform, Plane
from ..emit.winograd_output import OutputTransform
from ..emit.winograd_products import TileProducts
from ..emit.winograd_tiles import Slice, TileBlock, TileGrid


def winograd_loops(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    """Tiles are shared, or outputs and tiles."""
    WinogradConvolution(b, op, target).build()


class WinogradConvolution:
    """
    The loops of one Winograd convolution, all three stages for a block of tiles at a time.

    Tiles are numbered through all images; where the kernel is deep, the tiles of a block are of one
    slice of the volume.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        self.b = b
        self.window = Window.of(op)
        self.grid = TileGrid.of(op)
        self.shares_outputs = len(op.outputs) > 1
        self.out = op.extents(op.outputs[0])
        self.pixels, self.vectors = int_list(op.register)
        self.per_block = min(op.block.value.data, self.grid.total)
        self.input = InputTransform(b, op, target)
        self.products = TileProducts(b, op, target)
        self.output = OutputTransform(b, op)

    def build(self) -> None:
        """Emit the loops."""
        if self.shares_outputs:
            self._single_block()
            return
        # Threads share register tiles, of which each makes blocks of its own.
        units = -(-self.grid.total // self.pixels)
        most = -(-self.per_block // self.pixels)

        def share(oz: Index, first: Index, last: Index) -> None:
            b, out = self.b, self._slice(oz)
            count = b.sub(last, first)
            blocks = b.div_up(count, most)

            def block(i: Index) -> None:
                begin, end = (
                    b.add(first, b.div(b.mul(j, count), blocks)) for j in (i, b.add(i, 1))
                )
                self._block(out, self._tiles(begin, end))

            b.loop(0, blocks, 1, block)

        share_ranges(self.b, self.out.depth // self.grid.images, units, share)

    def _single_block(self) -> None:
        """Threads transform the input together, and share outputs and tiles after that."""
        b, total, images = self.b, self.grid.total, Slice(0, 0, 1)

        def transform(i: Index, first: Index, last: Index) -> None:
            tiles = TileBlock(first, b.sub(last, first), place=first)
            self.input.transform(Plane(i, 0, i), tiles)

        def outputs(first_vector: Index, vectors: int, first: Index, last: Index) -> None:
            whole = divmod(total, self.pixels)
            self.products.multiply(images, first_vector, vectors, (first, last), whole)
            tiles = self._tiles(first, last)
            self.output.transform(images, first_vector, vectors, replace(tiles, place=tiles.first))

        share_ranges(b, self.input.in_blocks, total, transform)
        units = -(-total // self.pixels)
        share_tiles(b, units, units, self.out.blocks, self.vectors, outputs)

    def _tiles(self, first: Index, last: Index) -> TileBlock:
        """The tiles of register tiles [first, last)."""
        b, size = self.b, self.pixels
        begin, end = b.mul(first, size), b.min(b.mul(last, size), self.grid.total)
        return TileBlock(begin, b.sub(end, begin))

    def _slice(self, index: Index) -> Slice:
        """A slice of the output; all images are one, which begins at 0."""
        if self.grid.images > 1:
            return Slice(0, 0, 1)
        return Slice(index, *self.window.slices.taps(self.b, index))

    def _block(self, out: Slice, tiles: TileBlock) -> None:
        """A block of tiles, of a slice or of images."""
        b, slices, in_blocks = self.b, self.window.slices, self.input.in_blocks
        front = slices.first_cell(b, out.index)

        def seen(kz: Index) -> None:
            iz = b.add(front, b.mul(kz, slices.dilation))
            places = b.mul(kz, in_blocks)
            b.loop(
                0,
                in_blocks,
                1,
                lambda i: self.input.transform(Plane(i, iz, b.add(places, i)), tiles),
            )

        b.loop(out.first, out.end, 1, seen)
        count = b.div_up(tiles.count, self.pixels)

        def outputs(first_vector: Index, vectors: int) -> None:
            # The last register tile may be more than what is left: its places are there.
            self.products.multiply(out, first_vector, vectors, (0, count), (count, 0))
            self.output.transform(out, first_vector, vectors, tiles)

        for_vector_groups(b, self.out.blocks, self.vectors, outputs)

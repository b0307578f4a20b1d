"""Winograd convolution F(m, 3): transforms of input and output tiles around many small products."""

from __future__ import annotations

from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import for_vector_groups, share_vector_groups
from ..emit.window import Window
from ..emit.winograd_input import InputTransform, Plane
from ..emit.winograd_output import OutputTransform
from ..emit.winograd_products import TileProducts
from ..emit.winograd_tiles import Slice, TileBlock, TileGrid


def winograd_loops(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    """Blocks of tiles in parallel."""
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
        _, self.vectors = int_list(op.register)
        self.per_block = min(op.block.value.data, self.grid.total)
        self.input = InputTransform(b, op, target)
        self.products = TileProducts(b, op, target)
        self.output = OutputTransform(b, op)

    def build(self) -> None:
        """Emit the loops."""
        b, total = self.b, self.grid.total
        if self.shares_outputs:
            everything = TileBlock(0, total)
            images = Slice(0, 0, 1)
            b.parallel(
                self.input.in_blocks, lambda i: self.input.transform(Plane(i, 0, i), everything)
            )
            share_vector_groups(
                b,
                self.out.blocks,
                self.vectors,
                lambda f, n: self._outputs(images, f, n, everything),
            )
            return
        blocks, slices = -(-total // self.per_block), self.out.depth // self.grid.images

        def block(i: Index) -> None:
            oz: Index = 0
            if slices > 1:
                oz, i = b.div(i, blocks), b.rem(i, blocks)
            first = b.mul(i, self.per_block)
            count: Index = self.per_block
            if total % count:
                count = b.min(b.sub(total, first), count)
            self._block(self._slice(oz), TileBlock(first, count))

        b.parallel(slices * blocks, block)

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
        for_vector_groups(
            b, self.out.blocks, self.vectors, lambda f, n: self._outputs(out, f, n, tiles)
        )

    def _outputs(self, out: Slice, first_vector: Index, vectors: int, tiles: TileBlock) -> None:
        """Compute some output vectors of the tiles."""
        self.products.multiply(out, first_vector, vectors, tiles)
        self.output.transform(out, first_vector, vectors, tiles)

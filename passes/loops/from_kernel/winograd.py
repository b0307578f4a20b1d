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
from ..emit.winograd_products import TileProducts, VectorGroup
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
        self.by_place = op.by_place is not None
        self.per_block = min(op.block.value.data, self.grid.total)
        self.input = InputTransform(b, op, target)
        self.products = TileProducts(b, op, target)
        self.output = OutputTransform(b, op, target)

    def build(self) -> None:
        """Emit the loops."""
        b, total = self.b, self.grid.total
        if self.shares_outputs:
            everything = TileBlock(0, total)
            images = Slice(0, 0, 1)
            b.parallel(
                self.input.in_blocks, lambda i: self.input.transform(Plane(i, 0, i), everything)
            )
            if self.by_place:
                self._share_places(images, everything)
                return
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
        if self.by_place:
            self._by_place(out, tiles)
            return
        for_vector_groups(
            b, self.out.blocks, self.vectors, lambda f, n: self._outputs(out, f, n, tiles)
        )

    def _outputs(self, out: Slice, first_vector: Index, vectors: int, tiles: TileBlock) -> None:
        """Compute some output vectors of the tiles, at one place after the other."""
        b, group = self.b, VectorGroup(first_vector, vectors)

        def place(xi: Index) -> None:
            if self.output.writes_ahead:
                self.output.prefetch(out, first_vector, vectors, tiles, xi)
            self.products.multiply(out, xi, group, tiles.count)

        b.loop(0, self.products.places, 1, place)
        b.loop(
            0, vectors, 1, lambda n: self.output.transform(out, b.add(first_vector, n), n, tiles)
        )

    def _by_place(self, out: Slice, tiles: TileBlock) -> None:
        """Compute all output vectors of the tiles, at one place before the next."""
        b = self.b

        def place(xi: Index) -> None:
            for_vector_groups(
                b,
                self.out.blocks,
                self.vectors,
                lambda f, n: self.products.multiply(out, xi, VectorGroup(f, n, f), tiles.count),
            )

        b.loop(0, self.products.places, 1, place)
        b.loop(0, self.out.blocks, 1, lambda n: self.output.transform(out, n, n, tiles))

    def _share_places(self, out: Slice, tiles: TileBlock) -> None:
        """
        As `_by_place`; threads share places with their groups of output vectors, then vectors.
        """
        b, vectors = self.b, self.vectors
        places, (groups, rest) = self.products.places, divmod(self.out.blocks, vectors)

        def group(i: Index) -> None:
            first = b.mul(b.rem(i, groups), vectors)
            whole = VectorGroup(first, vectors, first)
            self.products.multiply(out, b.div(i, groups), whole, tiles.count)

        if groups:
            b.parallel(places * groups, group)
        if rest:
            last = VectorGroup(groups * vectors, rest, groups * vectors)
            b.parallel(places, lambda xi: self.products.multiply(out, xi, last, tiles.count))
        b.parallel(self.out.blocks, lambda n: self.output.transform(out, n, n, tiles))

"""Winograd convolution F(m, 3): transforms of input and output tiles around many small products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....dialects.constraints import int_list
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import PaddedTiles, RegisterTiles
from ..emit.building.shared_work import for_blocks, share_ranges, share_tiles
from ..emit.conv.conv_tile import for_vector_groups
from ..emit.conv.window import Window
from ..emit.winograd.input import InputTransform, Plane
from ..emit.winograd.int8_products import TileInt8Products
from ..emit.winograd.kinds import PlaceClass, TileUnits, UnitTiles, for_places, place_classes
from ..emit.winograd.output import OutputTransform
from ..emit.winograd.products import TileProducts, VectorGroup
from ..emit.winograd.tiles import Slice, TileBlock, TileGrid


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
        self.grid = TileGrid.of(b, op)
        self.total = self.grid.total(b)
        self.shares_outputs = len(op.outputs) > 1
        self.out = op.extents(op.outputs[0])
        self.pixels, self.vectors = int_list(op.register)
        self.by_place = op.by_place is not None
        self.per_block = min(op.block.value.data, op.winograd_tiles)
        self.units = TileUnits(self.grid.kinds, self.pixels)
        self.input = InputTransform(b, op)
        self.products = (TileInt8Products if op.is_int8 else TileProducts)(b, op, target)
        self.output = OutputTransform(b, op)

    def build(self) -> None:
        """Emit the loops."""
        if self.shares_outputs:
            self._single_block()
            return
        # Threads share register tiles, of which each makes blocks of its own.
        units = self._count_units()
        most = -(-self.per_block // self.pixels)

        def share(oz: Index, first: Index, last: Index) -> None:
            out = self._slice(oz)
            for_blocks(
                self.b,
                *(first, last, most),
                lambda begin, end: self._block(out, begin, end),
            )

        share_ranges(self.b, self.out.depth // self.grid.images, units, share)

    def _single_block(self) -> None:
        """Threads transform the input together, and share outputs and tiles after that."""
        b, total, images = self.b, self.total, Slice(0, 0, 1)
        assert isinstance(total, int)  # of a single block

        def transform(i: Index, first: Index, last: Index) -> None:
            tiles = TileBlock(first, b.sub(last, first), place=first)
            self.input.transform(Plane(i, 0, i), tiles)

        def outputs(first_vector: Index, vectors: int, first: Index, last: Index) -> None:
            tiles = self._tiles(first, last)
            found: UnitTiles = RegisterTiles.of(total, self.pixels, first, last)
            if self.grid.is_cropped:
                found = self.units.tiles(b, first, last, 0)
            self._outputs(
                *(images, first_vector, vectors, replace(tiles, place=tiles.first)), found
            )

        share_ranges(b, self.input.in_blocks, total, transform)
        if self.by_place:
            self._share_places(images)
            return
        share_tiles(b, self._count_units(), self.out.blocks, self.vectors, outputs)

    def _count_units(self) -> Index:
        """Return the number of register tiles."""
        if self.grid.is_cropped:
            return self.units.total
        return self.b.div_up(self.total, self.pixels)

    def _tiles(self, first: Index, last: Index) -> TileBlock:
        """The tiles of register tiles [first, last)."""
        if self.grid.is_cropped:
            return self.units.block(self.b, first, last)
        b, size = self.b, self.pixels
        begin, end = b.mul(first, size), b.min(b.mul(last, size), self.total)
        return TileBlock(begin, b.sub(end, begin))

    def _slice(self, index: Index) -> Slice:
        """A slice of the output; all images are one, which begins at 0."""
        if self.grid.images > 1:
            return Slice(0, 0, 1)
        return Slice(index, *self.window.slices.taps(self.b, index))

    def _block(self, out: Slice, begin: Index, end: Index) -> None:
        """A block of register tiles [begin, end), of a slice or of images."""
        b, slices, in_blocks = self.b, self.window.slices, self.input.in_blocks
        tiles = self._tiles(begin, end)
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
        # The last register tile may be more than what is left: its places are there.
        whole: UnitTiles = PaddedTiles.of(b, tiles.count, self.pixels)
        if self.grid.is_cropped:
            whole = self.units.tiles(b, begin, end, tiles.first)
        elif isinstance(self.total, int):
            count = b.div_up(tiles.count, self.pixels)
            whole = RegisterTiles(0, count, self.pixels, count)
        if self.by_place:
            self._by_place(out, tiles, whole)
            return

        def outputs(first_vector: Index, vectors: int) -> None:
            self._outputs(out, first_vector, vectors, tiles, whole)

        for_vector_groups(b, self.out.blocks, self.vectors, outputs)

    def _outputs(
        self,
        out: Slice,
        first_vector: Index,
        vectors: int,
        tiles: TileBlock,
        register_tiles: UnitTiles,
    ) -> None:
        """Compute some output vectors of some tiles, at one place after the other."""
        b, group = self.b, VectorGroup(first_vector, vectors)

        def place(xi: Index, some: UnitTiles) -> None:
            if self.output.writes_ahead:
                self.output.prefetch(out, first_vector, vectors, tiles, xi)
            self.products.multiply(out, xi, group, some)

        self._for_places(register_tiles, place)
        b.loop(
            0, vectors, 1, lambda n: self.output.transform(out, b.add(first_vector, n), n, tiles)
        )

    def _for_places(self, tiles: UnitTiles, body: Callable[[Index, UnitTiles], None]) -> None:
        """`body(place, register tiles with a product there)` for all places."""
        if isinstance(tiles, RegisterTiles | PaddedTiles):
            self.b.loop(0, self.products.places, 1, lambda xi: body(xi, tiles))
        else:
            for_places(self.b, self.grid, tiles, body)

    def _by_place(self, out: Slice, tiles: TileBlock, register_tiles: UnitTiles) -> None:
        """Compute all output vectors of the tiles, at one place before the next."""
        b = self.b

        def place(xi: Index, some: UnitTiles) -> None:
            for_vector_groups(
                b,
                self.out.blocks,
                self.vectors,
                lambda f, n: self.products.multiply(out, xi, VectorGroup(f, n, f), some),
            )

        self._for_places(register_tiles, place)
        b.loop(0, self.out.blocks, 1, lambda n: self.output.transform(out, n, n, tiles))

    def _share_places(self, out: Slice) -> None:
        """As `_by_place`, but threads share places, then outputs."""
        b, total = self.b, self.total
        assert isinstance(total, int)  # of a single block

        def transform(n: Index, first: Index, last: Index) -> None:
            tiles = TileBlock(first, b.sub(last, first), place=first)
            self.output.transform(out, n, n, tiles)

        for one in place_classes(self.grid):
            self._share_products(out, total, one)
        share_ranges(b, self.out.blocks, total, transform)

    def _share_products(self, out: Slice, total: int, places: PlaceClass) -> None:
        """Share the products of all tiles and outputs at some places."""
        b, vectors, units = self.b, self.vectors, TileUnits(places.kinds, self.pixels)
        groups, rest = divmod(self.out.blocks, vectors)

        def multiply(place: Index, group: VectorGroup, first: Index, last: Index) -> None:
            tiles: UnitTiles = RegisterTiles.of(total, self.pixels, first, last)
            if self.grid.is_cropped:
                tiles = units.tiles(b, first, last, 0)
            xi = places.place(b, place, self.grid.side)
            self.products.multiply(out, xi, group, tiles)

        def one_group(i: Index, first: Index, last: Index) -> None:
            vector = b.mul(b.rem(i, groups), vectors)
            multiply(b.div(i, groups), VectorGroup(vector, vectors, vector), first, last)

        count = units.total if self.grid.is_cropped else b.div_up(total, self.pixels)
        if groups:
            share_ranges(b, places.count * groups, count, one_group)
        if rest:
            last_group = VectorGroup(groups * vectors, rest, groups * vectors)
            share_ranges(b, places.count, count, lambda i, a, z: multiply(i, last_group, a, z))

"""Lower direct convolutions and matrix products, `packed` and `gemm`; dispatch other algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import prod

from xdsl.ir import SSAValue

from ....dialects.alignment import align_up
from ....dialects.constraints import int_list
from ....dialects.kernel.attributes import Algorithm
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import Turn, shares_of
from ..emit.building.shared_work import TilesBody, share_blocks_of_tiles
from ..emit.conv.channels import Channels
from ..emit.conv.conv_tile import (
    PREFETCH_PIXELS,
    Panel,
    Pixels,
    accumulate_channels,
    by_pixel,
    flatten,
)
from ..emit.conv.lines_of_tiles import LinesOfTiles
from ..emit.conv.partial_sums import PartialSums
from ..emit.conv.tile_store import (
    Epilogue,
    TileAccumulators,
    TileDestination,
    load_tile,
    prefetch_tile,
)
from ..emit.conv.window import RunOfTiles, Window, for_tiles
from . import loops
from .tiled import TiledConvolution
from .tiled_int8 import TiledInt8Convolution
from .winograd import winograd_loops


@loops.register(ConvolutionKernelOp)
def convolution(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    if op.pixels is None:
        convolution_loops(b, op, target)
        return
    first, end = int_list(op.pixels)
    pixels = b.mul(*Window.of(op).ends(b, op))
    runs = b.compare("sge", pixels, first)
    if end:
        runs = b.both(runs, b.compare("slt", pixels, end))
    b.when(runs, lambda: convolution_loops(b, op, target))


def convolution_loops(b: LoopBuilder, op: ConvolutionKernelOp, target: Target) -> None:
    """Append the loops of one convolution, by its algorithm."""
    if op.algorithm.data is Algorithm.TILED:
        kind = TiledInt8Convolution if op.is_int8 else TiledConvolution
        kind(b, op, target).build()
        return
    if op.inner_algorithm.winograd_tile:
        winograd_loops(b, op, target)
        return
    direct = DirectConvolution(b, op, target)
    if op.is_pointwise:
        direct.pointwise()
    else:
        direct.windows()


class DirectConvolution:
    """
    The loops of one direct convolution, from `c/p,h,w,p` (or `c,h,w`) to `out/q,oh,ow,q`.

    A tile is MR output pixels x NR channel vectors. For each tile the reduction runs over kernel
    slices (of volumes), rows, columns and input channels; borders are handled by clipping the
    kernel slices and rows, and by omitting, in the first and last tiles of a row, pixels for which
    a kernel column is outside: kernel columns that apply to the same pixels share a loop. The
    pixels of a tile belong to one sub-image, if the convolution splits its image.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        self.b = b
        self.op = op
        self.x, self.weights = op.inputs[0], op.inputs[1]
        self.table = next(iter(op.tables()), None)
        self.alignment = op.grouped.value.data if op.grouped is not None else 0
        self.y = op.outputs[0]
        self.epilogue = Epilogue.of(op)
        self.bias: SSAValue | None = None
        self.source, self.out = op.extents(self.x), op.extents(self.y)
        self.pack, self.blocks, self.lanes = self.source.lanes, op.sum_vectors, self.out.lanes
        self.sums = PartialSums.of(op)
        self.pixels, self.vectors = int_list(op.register)
        self.kernel, *_ = op.window()
        self.window = Window.of(op)
        self.lines, self.width = self.window.ends(b, op)
        _, self.step = op.sub_image_steps
        self.channels = Channels(
            op.channels.value.data,
            self.pack,
            self.source.pixels * self.pack,
            overwrites=target.isa.overwrites_operand,
            product=op.product,
            together=op.k * self.sums.parts,
            sums_apart=self.sums.parts > 1,
        )
        addition = self.epilogue.addition()
        if target.isa.begins_with_bias and op.product is None and addition is not None:
            begun, self.bias = addition
            self.epilogue = replace(self.epilogue, begun=begun)
        self.reads_ahead = op.reads_ahead is not None
        self.writes_ahead = op.writes_ahead is not None
        self.weights_ahead = shares_of(op.weights_ahead)
        self.pages_ahead = self.weights_ahead.is_pages_ahead
        # Weights fill up the last channels that are multiplied together with zeros.
        self.tap_size = align_up(self.channels.count, self.channels.together) * self.sums.outputs
        self.last_lanes = self.sums.lanes if op.last_lanes is None else op.last_lanes.value.data

    def begin_tile(self, first_vector: Index, pixels: int, vectors: int) -> TileAccumulators:
        """
        Return a tile of zeros, or of the values that the epilogue would add first; the last vector
        of all has only the lanes that it needs.
        """
        is_last = isinstance(first_vector, int) and first_vector + vectors == self.blocks
        last = self.last_lanes if is_last else self.sums.lanes
        widths = [self.sums.lanes] * (vectors - 1) + [last]
        zeros = [self.b.constant(0, self.b.vector(self.y, width)) for width in widths]
        if self.bias is not None:
            at = self.b.mul(first_vector, self.sums.lanes)
            starts = (n * self.sums.lanes for n in range(vectors))
            zeros = [self.b.load(self.bias, at, *p) for p in zip(starts, widths, strict=True)]
        return [list(zeros) for _ in range(pixels)]

    def input_channels(self, first_vector: Index, start: Index = 0) -> tuple[Channels, Index]:
        """Return the channels that these vectors sum over, and the element offset of block 0."""
        if self.table is None:
            return self.channels, self.channels.offset(self.b, start)
        group = self.b.div(first_vector, self.vectors)
        if self.op.gathered is not None:
            rows, columns = buffer_shape(self.table)
            row = self.b.mul(group, columns) if rows > 1 else 0
            return replace(self.channels, first=self.b.add(row, start), table=self.table), 0
        first = self.b.load_index(self.table, group)
        shape = buffer_shape(self.table)
        if len(shape) > 1:
            low, high = (self.b.load_index(self.table, group, row * shape[1]) for row in (1, 2))
            channels = replace(self.channels, bounds=(low, high))
        else:
            channels = self.channels
        if self.alignment % self.pack == 0:
            return channels, channels.offset(self.b, first)
        return replace(channels, first=first), 0

    def weights_at(self, first_vector: Index) -> Index:
        """
        Return the element offset of the weights of the group that begins with this output vector.
        """
        taps = prod(self.kernel)
        return self.b.mul(first_vector, taps * self.tap_size)

    # 1x1, stride 1 -------------------------------------------------------------------------------

    def pointwise(self) -> None:
        """
        Compute blocks of tiles; within a block the weights of a group of vectors serve each tile.
        """
        b, lines, pixels, room = self.b, self.lines, self.width, self.out.width
        if isinstance(pixels, int) or lines == 1:
            lines, pixels, room = 1, b.mul(lines, pixels), self.out.pixels
        per_line = b.div_up(pixels, self.pixels)

        def tiles(first_vector: Index, vectors: int, first: Index, last: Index) -> None:
            units = LinesOfTiles(pixels, room, self.pixels, lines, per_line, (first, last))
            self.tiles(first_vector, vectors, units)

        self._share(b.mul(lines, per_line), tiles)

    def _share(self, total: Index, body: TilesBody) -> None:
        """Divide tiles, or rows in place of tiles, among threads."""
        most, apart = self.op.block.value.data, self.last_lanes < self.sums.lanes
        share_blocks_of_tiles(
            self.b, total, most, self.blocks, self.vectors, body, last_apart=apart
        )

    def tiles(self, first_vector: Index, vectors: int, tiles: LinesOfTiles) -> None:
        """Compute the parts of the reduction one after the other, each for all tiles."""
        b, channels = self.b, self.channels.count
        size = self.op.reduction_block.value.data or channels
        inner = -(-channels // size) - 2

        def sum_part(part: SumPart) -> None:
            def tile(line: Index, pixel: Index, count: int, turn: Turn) -> None:
                first = b.add(b.mul(line, self.out.width), pixel)
                self._pixels(first_vector, vectors, first, count, part, turn)

            tiles.visit(b, tile)

        if inner < 0:
            sum_part(SumPart(0, channels, is_first=True, is_last=True))
            return
        sum_part(SumPart(0, size, is_first=True, is_last=False))
        b.loop(
            0,
            inner,
            1,
            lambda i: sum_part(
                SumPart(b.mul(b.add(i, 1), size), size, is_first=False, is_last=False)
            ),
        )
        start = (inner + 1) * size
        sum_part(SumPart(start, channels - start, is_first=False, is_last=True))

    def _pixels(
        self, first_vector: Index, vectors: int, first: Index, count: int, part: SumPart, turn: Turn
    ) -> None:
        """
        Sum a part of the reduction for a tile of pixels; partial sums are stored in the output.
        """
        b = self.b
        channels, start = self.input_channels(first_vector, part.start)
        at = b.add(b.mul(first, self.pack), start)
        row = vectors * self.sums.outputs
        weights_at = b.add(self.weights_at(first_vector), b.mul(part.start, row))
        end = (weights_at, part.count * row)
        following = self.weights_ahead.share(b, end, part.count, row, turn)
        to = self._destination(first_vector, b.mul(first, self.lanes))
        begun = self.begin_tile(first_vector, count, vectors)
        if self.writes_ahead:
            prefetch_tile(b, count, self._blocks_of(vectors), self.epilogue, to)
        ahead = count * self.pack if self.reads_ahead else None
        offsets = [m * self.pack for m in range(count)]
        tile = accumulate_channels(
            b,
            begun if part.is_first else load_tile(b, count, vectors, to),
            Pixels(self.x, at, offsets, replace(channels, count=part.count), ahead),
            Panel(self.weights, weights_at, self.sums.outputs, following, self.pages_ahead),
        )
        self.sums.store(b, tile, self.epilogue if part.is_last else Epilogue(), to)

    def _blocks_of(self, vectors: int) -> int:
        """Return the number of output vectors for `vectors` vectors of sums."""
        return -(-vectors * self.sums.outputs // self.lanes)

    def _destination(self, first_vector: Index, pixel_at: Index) -> TileDestination:
        stride = self.out.pixels * self.lanes
        block = self.sums.block(self.b, first_vector, self.lanes)
        return TileDestination(self.y, block, pixel_at, stride, self.lanes, self.step)

    # Everything else -----------------------------------------------------------------------------

    def windows(self) -> None:
        """
        Compute blocks of rows; within a block the weights of a group of vectors serve each row.
        """
        self._share(self.lines, self.rows)

    def rows(self, first_vector: Index, vectors: int, first: Index, last: Index) -> None:
        self.b.loop(first, last, 1, lambda line: self._row(first_vector, vectors, line))

    def _row(self, first_vector: Index, vectors: int, line: Index) -> None:
        """
        Compute one output row: runs of tiles without border are loops, the others are separate.
        """
        tile = partial(self._window_tile, first_vector, vectors, line)
        for run in self.window.runs(self.pixels, self.step):
            for_tiles(self.b, run, self.width, tile)

    def _window_tile(
        self, first_vector: Index, vectors: int, line: Index, run: RunOfTiles, ox: Index
    ) -> None:
        b, window = self.b, self.window
        oz, oy = window.place(b, line)
        rows, slices = window.rows.taps(b, oy), window.slices.taps(b, oz)
        top, front = window.rows.first_cell(b, oy), window.slices.first_cell(b, oz)
        left = window.columns.first_cell(b, ox)
        channels, start = self.input_channels(first_vector)
        corner = b.add(b.mul(left, self.pack), start)
        sums = RowSums(self, run, channels, vectors, self.weights_at(first_vector))

        def kernel_slice(kz: Index, *flat: SSAValue) -> Sequence[SSAValue]:
            iz = b.add(front, b.mul(kz, window.slices.dilation))
            first_row, first_tap = b.mul(iz, window.rows.size), b.mul(kz, window.rows.kernel)

            def row(ky: Index, *flat: SSAValue) -> Sequence[SSAValue]:
                iy = b.add(b.add(top, b.mul(ky, window.rows.dilation)), first_row)
                row_at = b.add(b.mul(iy, self.source.width * self.pack), corner)
                return sums.add(flat, row_at, b.add(first_tap, ky))

            return b.loop(*rows, 1, row, flat)

        to = self._destination(
            first_vector, b.mul(b.add(b.mul(line, self.out.width), ox), self.lanes)
        )
        if self.writes_ahead:
            prefetch_tile(b, run.pixels, self._blocks_of(vectors), self.epilogue, to)
        begun = flatten(self.begin_tile(first_vector, run.pixels, vectors))
        result = b.loop(*slices, 1, kernel_slice, begun)
        self.sums.store(b, by_pixel(result, vectors), self.epilogue, to)


@dataclass(frozen=True)
class SumPart:
    """
    Some of the input channels of a 1x1 convolution; sums of all parts but the last are stored.
    """

    start: Index
    count: int
    is_first: bool
    is_last: bool


@dataclass(frozen=True)
class RowSums:
    """The products of a tile of pixels with one row of the kernel."""

    convolution: DirectConvolution
    run: RunOfTiles
    channels: Channels
    vectors: int
    weights_at: Index
    """Element offset of the weights of the tile's output vectors."""

    def add(self, flat: Sequence[SSAValue], row_at: Index, kernel_row: Index) -> Sequence[SSAValue]:
        """Add a kernel row's products; its first tap reads the first pixel at `row_at`."""
        conv, columns = self.convolution, self.convolution.window.columns
        b, pack, vectors = conv.b, conv.pack, self.vectors
        offsets = [m * self.run.step * columns.stride * pack for m in range(self.run.pixels)]
        ahead = self._next_row() if conv.reads_ahead else None
        for taps, sees in self._column_ranges():
            live = [o if seen else None for o, seen in zip(offsets, sees, strict=True)]
            is_alone = len(taps) == 1 < columns.kernel
            summed = self.channels.of_tap(b.target.loops) if is_alone else self.channels

            def tap(
                kx: Index,
                *inner: SSAValue,
                live: list[int | None] = live,
                summed: Channels = summed,
            ) -> list[SSAValue]:
                index = b.add(b.mul(kernel_row, columns.kernel), kx)
                at = b.add(self.weights_at, b.mul(index, conv.tap_size * vectors))
                pixel = b.add(row_at, b.mul(kx, columns.dilation * pack))
                seen = Pixels(conv.x, pixel, live, summed, ahead)
                panel = Panel(conv.weights, at, conv.sums.outputs, pages_ahead=conv.pages_ahead)
                return flatten(accumulate_channels(b, by_pixel(inner, vectors), seen, panel))

            flat = tuple(b.loop(taps.start, taps.stop, 1, tap, flat))
        return flat

    def _next_row(self) -> int | None:
        """Return the distance to the inputs of the same pixels in the next output row."""
        if self.run.pixels < PREFETCH_PIXELS:
            return None
        conv = self.convolution
        return conv.window.rows.stride * conv.source.width * conv.pack

    def _column_ranges(self) -> list[tuple[range, list[bool]]]:
        """
        Return ranges of kernel columns that apply to the same pixels of a tile, with these pixels.
        """
        window = self.convolution.window
        sees = window.seen(self.run)
        ranges: list[tuple[range, list[bool]]] = []
        for seen, group in groupby(range(window.columns.kernel), key=lambda kx: sees[kx]):
            found = list(group)
            ranges.append((range(found[0], found[-1] + 1), seen))
        return ranges

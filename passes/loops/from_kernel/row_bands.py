"""Lower two kernels in turns, a band of rows at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....dialects.kernel.row_bands import RowBandsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import for_blocks
from ..emit.conv.conv_tile import for_vector_groups
from ..emit.conv.tile_store import TileDestination
from . import loops
from .convolution import DirectConvolution, LinesOfTiles
from .depthwise import DepthwiseConvolution


@loops.register(RowBandsOp)
def row_bands(b: LoopBuilder, op: RowBandsOp, target: Target) -> None:
    """Divide rows of the second kernel among threads; each computes what its rows read."""
    outputs = len(op.outputs)
    for place, operand in [*enumerate(op.inputs), *enumerate(op.outputs, -outputs)]:
        op.body.block.args[place].replace_all_uses_with(operand)
    assert op.workspace is not None
    first, second = op.kernels
    convolution = KeptConvolution(b, first, target)
    convolution.y, convolution.kept_rows = op.workspace, op.kept_rows()
    convolution.writes_ahead = False
    depthwise = DepthwiseConvolution(b, second, target)
    depthwise.x, depthwise.kept_rows = op.workspace, op.kept_rows()
    depthwise.reads_ahead = False
    RowBands(b, convolution, depthwise, op.rows.value.data).build()


class KeptConvolution(DirectConvolution):
    """A convolution that keeps `kept_rows` rows of the blocks of channels of one group."""

    kept_rows: int
    first_block: Index = 0

    def _destination(self, first_vector: Index, pixel_at: Index) -> TileDestination:
        b, size = self.b, self.kept_rows * self.out.width * self.lanes
        before = b.mul(self.first_block, size)
        to = super()._destination(first_vector, b.sub(b.rem(pixel_at, size), before))
        return replace(to, block_stride=size)

    def blocks_of(self, vectors: int) -> int:
        """Return the number of output vectors for `vectors` vectors of sums."""
        return self._blocks_of(vectors)

    def band(self, vector: Index, vectors: int, low: Index, high: Index) -> None:
        """Compute rows [low, high) of a group of vectors."""
        if not self.op.is_pointwise:
            self.rows(vector, vectors, low, high)
            return
        width = self.out.width
        count = -(-width // self.pixels)
        tiles = (self.b.mul(low, count), self.b.mul(high, count))
        lines = LinesOfTiles(width, width, -(-width // count), self.out.height, count, tiles)
        self.tiles(vector, vectors, lines)


@dataclass(frozen=True)
class RowBands:
    """
    The loops of two kernels: one group of channels after the other, of which rows are computed band
    by band.

    A thread computes the rows of the first kernel that its rows of the second read, each once: a
    band begins where the last one ended. Two threads compute the rows at their border.
    """

    b: LoopBuilder
    first: KeptConvolution
    second: DepthwiseConvolution
    rows: int

    def build(self) -> None:
        """Emit the loops."""
        b, first = self.b, self.first
        is_apart = first.last_lanes < first.sums.lanes

        def share(start: Index, stop: Index) -> None:
            def group(vector: Index, vectors: int) -> None:
                self._group(vector, vectors, start, stop)

            for_vector_groups(b, first.blocks, first.vectors, group, is_apart)

        b.share(self.second.lines, share)

    def _group(self, vector: Index, vectors: int, start: Index, stop: Index) -> None:
        """Compute rows [start, stop) of a group of vectors."""
        b, first, second = self.b, self.first, self.second
        block = first.sums.block(b, vector, first.lanes)
        end = b.add(block, first.blocks_of(vectors))
        first.first_block = second.first_block = block

        def band(low: Index, high: Index) -> None:
            first.band(vector, vectors, *second.window.rows.new_cells(b, start, low, high))
            b.loop(block, end, 1, lambda i: second.rows(i, low, high))

        for_blocks(b, start, stop, self.rows, band)

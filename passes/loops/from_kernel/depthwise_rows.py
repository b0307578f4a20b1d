"""Depthwise convolution of int8 to int8: two rows of the output at a time, by dot products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import i8, i16, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_bytes, element_of, lanes_of, u8, vector_type
from ....dialects.kernel.depthwise import ROWS_TOGETHER, DepthwiseOp
from ....dialects.simd.int8 import rounding_of
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import bitcast, integer_op
from ..emit.building.inline_body import inline_body
from ..emit.building.shared_work import share_ranges
from ..emit.conv.tile_store import TileAccumulators
from ..emit.conv.window import RunOfTiles, Window, for_tiles
from ..emit.int8.products import FLIP
from ..emit.int8.rounding import Half, to_int8

PART = 16
"""Bytes of a part of a vector, within which elements are interleaved and packed."""
GROUP = 4
"""Sums of i32 of a part: channels of a pixel."""
ROWS = 2
"""Rows of the output that are made of the same rows of the input."""


@dataclass(frozen=True)
class InputRow:
    """A row of the input: its first element, and ones or zeros if it may be outside."""

    at: Index
    mask: SSAValue | None


class DepthwiseRows:
    """
    The loops of a depthwise convolution that adds rows.

    A chunk is as many pixels of two output rows as make four vectors of sums each; a tile has whole
    chunks, for which weights are loaded once. For each kernel
    column the bytes of four input rows are interleaved within parts of 128 bits, so that a dot
    product adds four of them; so sums stand by part, which the packing of the results undoes. Rows
    outside of the image are masked; columns are known as the code is made.
    """

    def __init__(self, b: LoopBuilder, op: DepthwiseOp, target: Target):
        self.b, self.op = b, op
        self.x, self.weights, self.y = op.inputs[0], op.inputs[1], op.outputs[0]
        self.operands = op.inputs[op.epilogue_start :]
        source = op.extents(self.x)
        self.blocks, self.lanes, self.pixels = source.blocks, source.lanes, source.pixels
        self.window = Window.of(op)
        self.lines, self.columns = self.window.ends(b, op)
        self.width = lanes_for(target, i32)
        self.bytes = vector_type(i8, GROUP * self.width)
        self.chunk = lanes_of(self.bytes) // self.lanes
        self.chunks = max(op.register.value.data // self.chunk, 1)
        self.seen_rows = self.window.rows.kernel + ROWS - 1
        self.quads = -(-self.seen_rows // ROWS_TOGETHER)
        assert op.epilogue is not None
        assert op.product is not None
        self.product = op.product
        self.body, self.rounding = op.epilogue.block, rounding_of(op.epilogue)

    def build(self) -> None:
        """Emit the loops: channel blocks times pairs of rows are shared."""
        share_ranges(self.b, self.blocks, self.b.div_up(self.lines, ROWS), self._pairs)

    def _pairs(self, block: Index, first: Index, last: Index) -> None:
        """Pairs of rows of a block of channels; the last one may have a row of the one before."""
        b = self.b
        # Of a single row known at run time, the second one of the pair lies past the bounds.
        most = b.max(b.sub(self.lines, ROWS), 0)

        def pair(i: Index) -> None:
            self._row_pair(block, b.min(b.mul(i, ROWS), most))

        b.loop(first, last, 1, pair)

    def _row_pair(self, block: Index, line: Index) -> None:
        rows = self._input_rows(block, line)

        def tile(run: RunOfTiles, ox: Index) -> None:
            self._tile(block, line, ox, run, rows)

        for run in self.window.runs(self.chunk * self.chunks):
            for_tiles(self.b, run, self.columns, tile)

    def _input_rows(self, block: Index, line: Index) -> list[InputRow]:
        """Return the input rows of a pair of output rows."""
        b, rows, pitch = self.b, self.window.rows, self.window.columns.size * self.lanes
        top, first = rows.first_cell(b, line), b.mul(block, self.pixels * self.lanes)
        is_inside = rows.before <= 0 and rows.cell(rows.out_size - 1, rows.kernel - 1) < rows.size
        seen: list[InputRow] = []
        for number in range(self.seen_rows):
            row, mask = b.add(top, number), None
            if not is_inside:
                exists = b.both(b.compare("sge", row, 0), b.compare("slt", row, rows.size))
                ones = b.insert(arith.SelectOp(exists, b.constant(-1, i8), b.constant(0, i8)))
                mask = b.splat(ones, lanes_of(self.bytes))
                row = b.max(b.min(row, rows.size - 1), 0)
            seen.append(InputRow(b.add(first, b.mul(row, pitch)), mask))
        return seen

    def _tile(
        self, block: Index, line: Index, ox: Index, run: RunOfTiles, rows: Sequence[InputRow]
    ) -> None:
        b, columns, size = self.b, self.window.columns, self.chunk
        left = b.mul(columns.first_cell(b, ox), self.lanes)
        starts = range(0, run.pixels, size)
        sums: list[TileAccumulators] = [[self._starts(block)] * ROWS for _ in starts]
        for kx in range(columns.kernel):
            of_chunks: list[list[SSAValue]] = []
            for start in starts:
                outputs = run.outputs[start : start + size]
                seen = [m for m, output in enumerate(outputs) if columns.sees(output, kx)]
                at = (start + kx) * self.lanes
                of_chunks.append([self._seen(row, left, at, seen) for row in rows])
            sums = self._add_column(sums, of_chunks, block, kx)
        operands = [self._by_channel(operand, block) for operand in self.operands]
        for start, of_chunk in zip(starts, sums, strict=True):
            place = block, line, b.add(ox, start)
            self._store(of_chunk, operands, place, min(size, run.pixels - start))

    def _starts(self, block: Index) -> list[SSAValue]:
        """Return the initial sums of the groups of a vector."""
        (starts,) = self.op.starts()
        return self._by_channel(starts, block)

    def _by_channel(self, operand: SSAValue, block: Index) -> list[SSAValue]:
        """The numbers of the channels of a block, as its sums stand."""
        at = self.b.mul(block, self.lanes)
        starts = [GROUP * group % self.lanes for group in range(GROUP)]
        return [self.b.broadcast(operand, at, start, self.width, GROUP) for start in starts]

    def _seen(self, row: InputRow, left: Index, offset: int, seen: Sequence[int]) -> SSAValue:
        """Return the inputs of a chunk's pixels in a row through one tap; zeros outside of it."""
        b, lanes = self.b, self.lanes
        if not seen:
            return b.constant(-FLIP, self.bytes)
        count = len(seen) * lanes
        value = b.load(self.x, b.add(row.at, left), offset + seen[0] * lanes, count)
        if count < lanes_of(self.bytes):
            nothing = b.constant(0, value.type)
            first = seen[0] * lanes
            places = range(-first, lanes_of(self.bytes) - first)
            order = [place if 0 <= place < count else count for place in places]
            value = b.shuffle(value, nothing, order)
        if row.mask is not None:
            value = integer_op(b, arith.AndIOp, value, row.mask)
        return integer_op(b, arith.XOrIOp, value, b.constant(-FLIP, self.bytes))

    def _add_column(
        self,
        sums: Sequence[TileAccumulators],
        seen: Sequence[Sequence[SSAValue]],
        block: Index,
        kx: int,
    ) -> list[TileAccumulators]:
        """Add the products of a kernel column, four rows at a time, to the sums of all chunks."""
        results = [[list(of_row) for of_row in of_chunk] for of_chunk in sums]
        nothing = [self.b.constant(0, self.bytes)] * ROWS_TOGETHER
        for quad in range(self.quads):
            first = quad * ROWS_TOGETHER
            multiplied = [
                self._interleaved([*rows[first:], *nothing][:ROWS_TOGETHER]) for rows in seen
            ]
            for i in range(GROUP):
                for row in range(ROWS):
                    weights = self._weights(block, (kx * self.quads + quad) * ROWS + row, i)
                    for of_chunk, values in zip(results, multiplied, strict=True):
                        of_chunk[row][i] = self.b.dot(
                            self.product, values[i], weights, of_chunk[row][i]
                        )
        return results

    def _weights(self, block: Index, place: int, group: int) -> SSAValue:
        """The weights of four rows for the channels of a group, in each part."""
        size = self.lanes * ROWS_TOGETHER
        per_block = self.window.columns.kernel * self.quads * ROWS * size
        offset = place * size + GROUP * group % self.lanes * ROWS_TOGETHER
        at = self.b.mul(block, per_block)
        return self.b.broadcast(
            self.weights, at, offset, self.width * ROWS_TOGETHER, GROUP * ROWS_TOGETHER
        )

    def _interleaved(self, rows: Sequence[SSAValue]) -> list[SSAValue]:
        """Four rows as what is multiplied: for each group the four numbers of every element."""
        b, size = self.b, lanes_of(self.bytes)
        words, multiplied = vector_type(i16, size // 2), vector_type(u8, size)
        results: list[SSAValue] = []
        for half in (0, 1):
            low, high = (
                bitcast(b, interleaved(b, rows[i], rows[i + 1], half), words) for i in (0, 2)
            )
            results += [bitcast(b, interleaved(b, low, high, i), multiplied) for i in (0, 1)]
        return results

    def _store(
        self,
        sums: TileAccumulators,
        operands: Sequence[Sequence[SSAValue]],
        place: tuple[Index, Index, Index],
        pixels: int,
    ) -> None:
        """Apply the epilogue to both rows of a chunk, and store its pixels."""
        b, lanes, width = self.b, self.lanes, self.window.columns.out_size
        block, line, ox = place
        at = b.add(b.mul(b.add(b.mul(block, self.window.lines), line), width), ox)
        for row, of_row in enumerate(sums):
            floats: list[SSAValue] = []
            for i, value in enumerate(of_row):
                arguments = [value, *(vectors[i] for vectors in operands)]
                floats += inline_body(b, self.body, arguments, self.rounding)
            result = to_int8(b, floats, by_part=True, half=Half.BY_FMA)
            if pixels < self.chunk:
                result = b.shuffle(result, result, range(pixels * lanes))
            b.store(result, self.y, b.mul(at, lanes), row * width * lanes)


def interleaved(b: LoopBuilder, low: SSAValue, high: SSAValue, half: int) -> SSAValue:
    """Elements of the first or second half of each part of two vectors, taking turns."""
    lanes, part = lanes_of(low.type), PART // element_bytes(element_of(low.type))
    starts = [first + half * part // 2 for first in range(0, lanes, part)]
    places = [start + i for start in starts for i in range(part // 2)]
    return b.shuffle(low, high, [at for place in places for at in (place, place + lanes)])

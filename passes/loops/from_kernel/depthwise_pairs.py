"""Lower int8 depthwise convolution: the same vectors serve pairs of rows and columns of outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import i8, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import lanes_of, vector_type
from ....dialects.kernel.depthwise import FOUR, PAIR, DepthwiseOp
from ....dialects.simd.int8 import PACKED_TOGETHER, rounding_of
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import bitcast, integer_op
from ..emit.building.inline_body import inline_body
from ..emit.building.shared_work import share_ranges
from ..emit.conv.window import RunOfTiles, Window, for_tiles
from ..emit.int8.products import FORMS, joined, unsigned
from ..emit.int8.rounding import Half, Int8Rounding, to_int8


@dataclass(frozen=True)
class InputRow:
    """A row of the input: its first element, and a mask of ones or zeros if it may be outside."""

    at: Index
    mask: SSAValue | None


@dataclass
class PairTile:
    """
    A tile of two output rows, and the input rows that it sees.

    `seen` are existing columns of the input, from the first cell of the first output on; `values`
    are the factors, by row and first column.
    """

    run: RunOfTiles
    block: Index
    line: Index
    column: Index
    rows: Sequence[InputRow]
    seen: set[int]
    values: dict[tuple[int, int], SSAValue] = field(default_factory=dict)


class DepthwisePairs:
    """
    The loops of a depthwise convolution that computes pairs of neighbours.

    The numbers of k columns are adjacent for each channel, so that an instruction adds k products
    of a row: by the weights of the left output of a pair, and by those of the right one, which
    begin a column later; for both rows of the output. A vector has several pairs if a block has
    fewer channels than a vector has sums. Rows outside of the image are masked; columns are known
    at compile time.
    """

    def __init__(self, b: LoopBuilder, op: DepthwiseOp, target: Target):
        self.b, self.op = b, op
        self.x, self.weights, self.y = op.inputs[0], op.inputs[1], op.outputs[0]
        source = op.extents(self.x)
        self.blocks, self.lanes, self.pixels = source.blocks, source.lanes, source.pixels
        self.window = Window.of(op)
        self.lines, self.columns = self.window.ends(b, op)
        self.width, self.k = lanes_for(target, i32), op.k
        self.pairs = self.width // self.lanes
        self.taps = self.window.columns.kernel
        self.groups = range(0, self.taps + 1, self.k)
        assert op.record is not None
        assert op.product is not None
        self.product = op.product
        self.form = FORMS[op.record.form] if op.non_negative is None else unsigned
        self.rounding = rounding_of(op.epilogue)

    def build(self) -> None:
        """Emit the loops; divide channel blocks times pairs of rows among threads."""
        share_ranges(self.b, self.blocks, self.b.div_up(self.lines, PAIR), self._pairs)

    def _pairs(self, block: Index, first: Index, last: Index) -> None:
        """
        Compute pairs of rows of a block of channels; the last pair may repeat the previous row.
        """
        b = self.b
        # If a single row is known at run time, the second one of the pair is past the bounds.
        most = b.max(b.sub(self.lines, PAIR), 0)

        def pair(i: Index) -> None:
            self._row_pair(block, b.min(b.mul(i, PAIR), most))

        b.loop(first, last, 1, pair)

    def _row_pair(self, block: Index, line: Index) -> None:
        rows, taps, sees = self._input_rows(block, line), self.taps, self.window.columns.sees

        def tile(run: RunOfTiles, ox: Index) -> None:
            outputs = enumerate(run.outputs)
            seen = {o + kx for o, x in outputs for kx in range(taps) if sees(x, kx)}
            self._tile(PairTile(run, block, line, ox, rows, seen))

        for run in self.window.runs(self.op.register.value.data):
            for_tiles(self.b, run, self.columns, tile)

    def _input_rows(self, block: Index, line: Index) -> list[InputRow]:
        """Return the input rows of a pair of output rows, masked where they may not exist."""
        b, rows, pitch = self.b, self.window.rows, self.window.columns.size * self.lanes
        top, first = rows.first_cell(b, line), b.mul(block, self.pixels * self.lanes)
        last = rows.cell(rows.out_size - PAIR, 0)
        seen: list[InputRow] = []
        for number in range(rows.kernel + PAIR - 1):
            row, mask = b.add(top, number), None
            if number < rows.before or last + number >= rows.size:
                exists = b.both(b.compare("sge", row, 0), b.compare("slt", row, rows.size))
                ones = b.insert(arith.SelectOp(exists, b.constant(-1, i8), b.constant(0, i8)))
                mask = b.splat(ones, self.width * self.k)
                row = b.max(b.min(row, rows.size - 1), 0)
            seen.append(InputRow(b.add(first, b.mul(row, pitch)), mask))
        return seen

    def _tile(self, tile: PairTile) -> None:
        """Compute vectors of pairs, two at a time; four vectors are rounded and packed together."""
        step, pixels = PAIR * self.pairs, tile.run.pixels
        waiting: list[list[SSAValue]] = [[], []]
        for first in range(0, pixels, step):
            for of_row, sums in zip(waiting, self._sums(tile, first), strict=True):
                of_row += sums
            is_full = self.rounding is None or len(waiting[0]) == PACKED_TOGETHER
            if is_full or first + step >= pixels:
                start = first + step - len(waiting[0]) * self.pairs
                self._store(tile, waiting, start)
                waiting = [[], []]

    def _sums(self, tile: PairTile, first: int) -> list[list[SSAValue]]:
        """Return the sums of the left and right outputs of pairs from a pixel on, of both rows."""
        starts = next(iter(self.op.starts()), None)
        begin = self.b.constant(0, vector_type(i32, self.width))
        if starts is not None:
            begin = self._by_channel(starts, tile.block)
        sums = [[begin] * PAIR for _ in range(PAIR)]
        for number in range(len(tile.rows)):
            for group, start in enumerate(self.groups):
                value = self._value(tile, number, first + start)
                sides = range(PAIR) if start < self.taps else range(1, PAIR)
                for row, ky in enumerate((number, number - 1)):
                    for side in sides if 0 <= ky < self.window.rows.kernel else ():
                        weights = self._weights(tile.block, ky, group, side)
                        sums[row][side] = self.b.dot(self.product, value, weights, sums[row][side])
        return sums

    def _by_channel(self, operand: SSAValue, block: Index) -> SSAValue:
        """Return the numbers of a block's channels, repeated for each pixel of a vector."""
        return self.b.broadcast(operand, self.b.mul(block, self.lanes), 0, self.width, self.lanes)

    def _weights(self, block: Index, ky: int, group: int, side: int) -> SSAValue:
        """Return the weights of some columns for a block's channels, for each pixel of a vector."""
        size, count = self.lanes * self.k, len(self.groups)
        at = self.b.mul(block, self.window.rows.kernel * count * PAIR * size)
        place = ((ky * count + group) * PAIR + side) * size
        return self.b.broadcast(self.weights, at, place, self.width * self.k, size)

    def _value(self, tile: PairTile, number: int, column: int) -> SSAValue:
        """Return the numbers of k columns of a row, adjacent for each channel, for each pair."""
        key = number, column
        if key not in tile.values:
            tile.values[key] = self._loaded(tile, tile.rows[number], column)
        return tile.values[key]

    def _loaded(self, tile: PairTile, row: InputRow, column: int) -> SSAValue:
        b, lanes, k, size = self.b, self.lanes, self.k, self.width * self.k
        columns = PAIR * (self.pairs - 1) + k
        exist = [n < columns and column + n in tile.seen for n in range(size // lanes)]
        if not any(exist):
            return self.form(b, b.constant(0, vector_type(i8, size)))
        left = b.mul(self.window.columns.first_cell(b, tile.column), lanes)
        at, first = b.add(row.at, left), column * lanes
        if all(exist):
            value = b.load(self.x, at, first, size)
        else:
            nothing = b.constant(0, vector_type(i8, lanes))
            pixels = [
                b.load(self.x, at, first + n * lanes, lanes) if is_there else nothing
                for n, is_there in enumerate(exist)
            ]
            value = joined(b, pixels, size)[0]
        value = self._side_by_side(value)
        if row.mask is not None:
            value = integer_op(b, arith.AndIOp, value, row.mask)
        return self.form(b, value)

    def _side_by_side(self, value: SSAValue) -> SSAValue:
        """Make the numbers of k columns of each channel adjacent."""
        b, lanes, k = self.b, self.lanes, self.k
        places = [(pair, channel) for pair in range(self.pairs) for channel in range(lanes)]
        if k != FOUR:
            order = [(PAIR * p + i) * lanes + channel for p, channel in places for i in range(k)]
            return b.shuffle(value, value, order)
        # Move fours of channels first, then those of each column within parts of 128 bits.
        fours = bitcast(b, value, vector_type(i32, self.width))
        order = [
            (PAIR * pair + i) * (lanes // FOUR) + channel // FOUR
            for pair, channel in places[::FOUR]
            for i in range(FOUR)
        ]
        value = bitcast(b, b.shuffle(fours, fours, order), value.type)
        part = FOUR * FOUR
        order = [n - n % part + n % FOUR * FOUR + n % part // FOUR for n in range(self.width * k)]
        return b.shuffle(value, value, order)

    def _store(self, tile: PairTile, rows: Sequence[Sequence[SSAValue]], first: int) -> None:
        """Apply the epilogue to vectors of both rows, and store their pixels in order."""
        b, lanes, width = self.b, self.lanes, self.window.columns.out_size
        row_at = b.add(b.mul(tile.block, self.window.lines), tile.line)
        at = b.mul(b.add(b.mul(row_at, width), tile.column), lanes)
        operands = [
            self._by_channel(v, tile.block) for v in self.op.inputs[self.op.epilogue_start :]
        ]
        count = min(len(rows[0]) * self.pairs, tile.run.pixels - first) * lanes
        for row, sums in enumerate(rows):
            place = (row * width + first) * lanes
            results = [self._finished(value, operands) for value in sums]
            if self.rounding is not None:
                results = [to_int8(b, results, Int8Rounding.of(self.rounding, Half.BY_FMA))]
            if self.pairs > 1 or self.rounding is not None:
                whole = joined(b, results, len(sums) * self.width)[0]
                self._store_vector(self._in_order(whole), at, place, count)
                continue
            for n, value in enumerate(results):
                if n * self.width < count:
                    b.store(value, self.y, at, place + n * self.width)

    def _finished(self, value: SSAValue, operands: Sequence[SSAValue]) -> SSAValue:
        if self.op.epilogue is None:
            return value
        body = self.op.epilogue.block
        return inline_body(self.b, body, [value, *operands], self.rounding)[0]

    def _in_order(self, value: SSAValue) -> SSAValue:
        """Interleave the left and right outputs of several pairs."""
        lanes, pairs, step = self.lanes, self.pairs, PAIR * self.pairs
        order = [
            ((pixel // step * PAIR + pixel % PAIR) * pairs + pixel % step // PAIR) * lanes + channel
            for pixel in range(lanes_of(value.type) // lanes)
            for channel in range(lanes)
        ]
        return value if pairs == 1 else self.b.shuffle(value, value, order)

    def _store_vector(self, value: SSAValue, at: Index, place: int, count: int) -> None:
        """Store the first elements; part of a vector is stored in halves, quarters and so on."""
        done, size = 0, lanes_of(value.type)
        while done < count:
            while size > count - done:
                size //= 2
            part = self.b.shuffle(value, value, range(done, done + size))
            self.b.store(part, self.y, at, place + done)
            done += size

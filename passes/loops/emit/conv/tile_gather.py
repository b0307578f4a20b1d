"""Gather the inputs of a tile of output positions: im2col by tiles, for `tiled`."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.kernel.convolution import ConvolutionKernelOp, tiled_buffer_shape
from .....dialects.target.records import Target
from ....common.target import lanes_for
from ..building.builder import Index, LoopBuilder
from ..int8.products import FLIP, FORMS
from ..rows.joined_copy import JoinedCopy
from ..rows.row_copy import RowCopy
from .tile_places import TilePlaces
from .window import Window, WindowAxis


@dataclass(frozen=True)
class Segment:
    """Describe positions [first, end) of a tile in one output row, whose column 0 is `origin`."""

    origin: Index
    first: Index
    end: Index


class TileGather:
    """
    Fill the buffer `[tap][c/p][positions][p]` of a tile of consecutive output positions.

    A tile is split into segments of rows. For each tap and block of channels, the input of a
    segment is a piece of a row, with zeros only where the border demands them. A 1x1 kernel without
    strides sees one row. Nothing beyond the positions of a tile is written or read.

    In int8 the buffer holds the multiplied numbers: i16, or unsigned ones, 128 more; a position may
    have the lanes of several blocks of input channels, one after the other.

    Source: MNN, ConvolutionTiledExecutor.cpp, whose table of regions these loops replace.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        assert op.workspace is not None
        self.b = b
        self.x, self.buffer = op.inputs[0], op.workspace
        self.places, window = TilePlaces.of(b, op), Window.of(op)
        _, self.width = window.ends(b, op)
        self.window = window if self.places is not None else window.as_line
        self.out_lanes = op.extents(op.outputs[0]).lanes
        source = op.extents(self.x)
        self.blocks, self.lanes = source.blocks, source.lanes
        self.block_stride = source.pixels * source.lanes
        _, self.positions, self.pitch = tiled_buffer_shape(op)
        self.copied = min(self.pitch, self.lanes)
        self.together = self.pitch // self.copied
        self.joins_blocks = self.together == 2 and not op.in_tile_registers
        self.widest = lanes_for(target, self.buffer.type)
        self.convert = FORMS[op.record.form] if op.is_int8 and op.record is not None else None
        self.fill = FLIP if op.flips_signs else 0

    def gather(self, start: Index, count: Index) -> None:
        """Gather the inputs of the output positions [start, start + count)."""
        b, width = self.b, self.width
        if self.window.lines == 1:
            self._segment(0, Segment(b.sub(0, start), 0, count))
            return
        line = b.div(start, width)
        before = b.sub(start, b.mul(line, width))
        lines = b.div_up(b.add(before, count), width)

        def segment(i: Index) -> None:
            origin = b.sub(b.mul(i, width), before)
            end = b.min(b.add(origin, width), count)
            of_line = Segment(origin, b.max(origin, 0), end)
            self._segment(b.add(line, i), of_line)
            if self.places is not None:
                first = b.sub(b.mul(b.add(line, i), self.window.columns.out_size), origin)
                at = b.mul(first, self.out_lanes)
                self.places.set(of_line.first, of_line.end, at, self.out_lanes)

        b.loop(0, lines, 1, segment)

    def _segment(self, line: Index, segment: Segment) -> None:
        b, window = self.b, self.window
        oz, oy = window.place(b, line)

        def row(kz: Index, iz: Index, exists: SSAValue | None, ky: Index) -> None:
            iy, inside = self._cell(window.rows, oy, ky)
            seen = both(b, exists, inside)
            line_at = b.add(b.mul(iz, window.rows.size), iy)
            tap_row = b.add(b.mul(kz, window.rows.kernel), ky)
            b.loop(
                0,
                window.columns.kernel,
                1,
                lambda kx: self._tap(tap_row, kx, line_at, seen, segment),
            )

        def kernel_slice(kz: Index) -> None:
            iz, inside = self._cell(window.slices, oz, kz)
            b.loop(0, window.rows.kernel, 1, lambda ky: row(kz, iz, inside, ky))

        b.loop(0, window.slices.kernel, 1, kernel_slice)

    def _cell(self, axis: WindowAxis, output: Index, tap: Index) -> tuple[Index, SSAValue | None]:
        """
        Return the cell that an output sees through a tap, and whether it exists; None: it does.
        """
        b = self.b
        cell = b.add(axis.first_cell(b, output), b.mul(tap, axis.dilation))
        if is_inside(axis):
            return cell, None
        return cell, b.compare("ult", cell, axis.size)

    def _tap(
        self, tap_row: Index, kx: Index, line_at: Index, seen: SSAValue | None, segment: Segment
    ) -> None:
        """Gather one tap of all blocks of channels: zeros, a piece of a row of the input, zeros."""
        b, columns = self.b, self.window.columns
        shift = b.sub(b.mul(kx, columns.dilation), columns.before)
        low, high = segment.first, segment.end
        if not is_inside(columns):
            low, high = self._visible(shift, segment)
        if seen is not None:
            # Of a row that does not exist nothing is copied.
            low = b.select_index(seen, low, segment.end)
            high = b.select_index(seen, high, segment.end)
        # What position 0 of the tile would see.
        column = b.sub(shift, b.mul(segment.origin, columns.stride))
        at = b.mul(b.add(b.mul(line_at, columns.size), column), self.lanes)
        tap = b.add(b.mul(tap_row, columns.kernel), kx)
        has_border = low is not segment.first or high is not segment.end

        def block(i: Index) -> None:
            rows = b.mul(tap, -(-self.blocks // self.together))
            to = b.mul(b.add(rows, b.div(i, self.together)), self.positions * self.pitch)
            to = b.add(to, b.mul(b.rem(i, self.together), self.copied))
            source = b.add(at, b.mul(i, self.block_stride))
            if has_border:
                self._zero(to, segment.first, low)
            self._copy(source, to, low, high)
            if has_border:
                self._zero(to, high, segment.end)

        def two_blocks(i: Index) -> None:
            to = b.mul(b.add(b.mul(tap, -(-self.blocks // 2)), i), self.positions * self.pitch)
            source = b.add(at, b.mul(i, 2 * self.block_stride))
            joined, whole = self._joined(), self._groups(self.pitch)
            if has_border:
                whole.zero(to, segment.first, low)
            joined.copy(source, columns.stride, to, low, high)
            if has_border:
                whole.zero(to, high, segment.end)

        if not self.joins_blocks:
            b.loop(0, self.blocks, 1, block)
            return
        b.loop(0, self.blocks // 2, 1, two_blocks)
        if self.blocks % 2:
            block(self.blocks - 1)

    def _visible(self, shift: Index, segment: Segment) -> tuple[Index, Index]:
        """Return the range of a segment whose column `column * stride + shift` exists."""
        b, columns = self.b, self.window.columns

        def position(limit: Index) -> Index:
            """Return the first position whose column * stride >= limit, in the segment."""
            column = b.div(b.add(b.max(limit, 0), columns.stride - 1), columns.stride)
            return b.min(b.max(b.add(segment.origin, column), segment.first), segment.end)

        return position(b.sub(0, shift)), position(b.sub(columns.size, shift))

    def _copy(self, source: Index, to: Index, low: Index, high: Index) -> None:
        """Copy positions [low, high) of a row of the buffer from a row of the input."""
        b, stride = self.b, self.window.columns.stride
        if self.lanes == 1:
            copy = RowCopy(b, self.x, self.buffer, self.widest)
            copy.copy(source, stride, to, low, high)
            return
        if self.convert is not None and self.pitch == self.lanes:
            self._groups().copy(source, stride, to, low, high)
            return

        def position(e: Index) -> None:
            at = b.add(source, b.mul(e, stride * self.lanes))
            value = b.load_for(self.buffer, self.x, at, 0, self.copied)
            if self.convert is not None:
                value = self.convert(b, value)
            b.store(value, self.buffer, b.add(to, b.mul(e, self.pitch)), 0)

        b.loop(low, high, 1, position)

    def _zero(self, to: Index, low: Index, high: Index) -> None:
        """Write zeros to positions [low, high) of a row of the buffer."""
        b = self.b
        if self.lanes == 1:
            RowCopy(b, self.x, self.buffer, self.widest).zero(to, low, high)
            return
        if self.convert is not None and self.pitch == self.copied:
            self._groups().zero(to, low, high)
            return
        zero = b.constant(0.0, b.stored_vector(self.buffer, self.copied))
        b.loop(
            low,
            high,
            1,
            lambda e: b.store(zero, self.buffer, b.add(to, b.mul(e, self.pitch)), 0),
        )

    def _groups(self, lanes: int | None = None) -> RowCopy:
        """Copy the lanes of positions, converted: those of a block, or a given number."""
        buffers, group = (self.x, self.buffer), lanes or self.copied
        return RowCopy(self.b, *buffers, self.widest, group, self.convert, self.fill)

    def _joined(self) -> JoinedCopy:
        """Copy the lanes of positions of two neighbouring blocks."""
        buffers = self.x, self.buffer
        return JoinedCopy(self.b, *buffers, self.widest, self.copied, distance=self.block_stride)


def is_inside(axis: WindowAxis) -> bool:
    """Return whether every cell in the window of an output exists along the axis."""
    last = axis.cell(axis.out_size - 1, axis.kernel - 1)
    return axis.cell(0, 0) >= 0 and last < axis.size


def both(b: LoopBuilder, first: SSAValue | None, second: SSAValue | None) -> SSAValue | None:
    """Return whether two conditions hold, where None always holds."""
    if first is None or second is None:
        return second if first is None else first
    return b.both(first, second)

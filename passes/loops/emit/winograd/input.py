"""Emit the first stage of a Winograd convolution: tiles of the input are transformed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects.builtin import bf16, f32, i16
from xdsl.ir import SSAValue

from .....dialects.element_types import element_of, vector_type
from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.kernel.winograd_workspace import TileKind
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast, convert
from ..building.prefetching import prefetch_elements
from ..int8.products import widened
from .tiles import FindPlace, TileBlock, TilePlace, WinogradStage, by_column
from .transforms import apply_map

TILES_AHEAD = 2
"""
Tiles whose data are prefetched before they are stored: they lie at more places than the hardware
follows.
"""


@dataclass(frozen=True)
class Plane:
    """Describe a block of input channels of one slice, and its place among all transformed ones."""

    block: Index
    slice: Index
    place: Index


class InputTransform(WinogradStage):
    """
    Transform tiles of the input, one block of channels at a time.

    There are two passes through a scratch tile, the first along rows: outside of the image are
    whole rows (the bounds of a loop), or columns (static for each tile of a row).
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp):
        super().__init__(b, op)
        self.x = op.inputs[0]
        self.reads_ahead = op.reads_ahead is not None
        self.transformed_ahead = op.transformed_ahead is not None
        self.channels = op.channels.value.data
        self.top, self.left = self.window.rows.before, self.window.columns.before

    def transform(self, plane: Plane, tiles: TileBlock) -> None:
        self.grid.visit(self.b, tiles, lambda kind, place, t: self._tile(plane, kind, place, t))

    def _tile(self, plane: Plane, kind: TileKind, find_place: FindPlace, t: Index) -> None:
        """Transform a tile, whose data lie at place t."""
        b, side, lanes = self.b, self.grid.side, self.layout.in_lanes
        place, rows, columns = find_place(), self.grid.rows, self.grid.columns
        count, across = kind.rows + 2, kind.columns + 2
        low, high = rows.cells(b, place.first_row, self.top, count, self.source.height)
        self._clear_rows(0, low, across)
        self._clear_rows(high, count, across)
        tile_columns = range(kind.first_column, kind.first_column + kind.across)
        by_column(
            b,
            place.column,
            columns.runs(b, tile_columns, self.left, across, self.source.width),
            lambda columns: self._row_pass(plane, place, (low, high), columns, across),
        )
        transform = self.matrices_of(kind.rows).data

        def column_pass(j: Index) -> None:
            at = b.mul(j, lanes)
            values = [self._numbers(self.load_scratch(at, r * side, lanes)) for r in range(count)]
            block = b.mul(self.tiles, self.layout.data_lanes)
            to = b.linear((j, self.data_stride), (plane.place, block), (t, self.layout.data_lanes))
            for i, value in apply_map(b, transform, values):
                value = self._kept(self._multiplied(value))
                at, offset = self.shifted(to, i * side, self.data_stride)
                if self.transformed_ahead:
                    b.prefetch(self.data, at, offset + TILES_AHEAD * self.layout.data_lanes)
                b.store(value, self.data, at, offset)

        b.loop(0, across, 1, column_pass)

    def _clear_rows(self, low: Index, high: Index, across: int) -> None:
        b, side, lanes = self.b, self.grid.side, self.layout.in_lanes

        def clear(r: Index) -> None:
            at = b.mul(r, side * lanes)
            zero = self._zero()
            for j in range(across):
                b.store(zero, self.workspace, at, self.layout.scratch + j * lanes)

        b.loop(low, high, 1, clear)

    def _row_pass(
        self,
        plane: Plane,
        place: TilePlace,
        rows: tuple[Index, Index],
        columns: tuple[int, int],
        across: int,
    ) -> None:
        """Transform the rows of a tile, `across` wide, from the image to the scratch tile."""
        b, side, lanes = self.b, self.grid.side, self.layout.in_lanes
        in_lanes = self.source.lanes if self.source.is_packed else lanes
        step = self.grid.columns.step * in_lanes
        low, high = columns
        image = b.add(plane.slice, place.image)
        top = b.sub(place.first_row, self.top)
        left = b.sub(place.first_column, self.left)
        source, start, pitch = self.workspace, self.layout.patch, side * lanes
        if self.source.is_packed:
            slices_before = b.add(b.mul(plane.block, self.source.depth), image)
            rows_before = b.add(b.mul(slices_before, self.source.height), top)
            start = b.mul(b.add(b.mul(rows_before, self.source.width), left), in_lanes)
            source, pitch = self.x, self.grid.rows.step * self.source.width * in_lanes
        else:
            step = lanes
            self._gather(plane.block, image, (top, left), rows, columns)

        def transform_row(r: Index) -> None:
            at = b.add(start, b.mul(r, pitch))
            values: list[SSAValue | None] = [None] * across
            for j in range(low, high):
                values[j] = self._loaded(source, at, j * step, in_lanes)
            if self.reads_ahead and high > low:
                # The same row of the next block of channels, which is a loop over tiles away.
                first = b.add(at, self.source.pixels * in_lanes)
                is_dense = step == in_lanes
                starts = [b.add(first, j * step) for j in ([low] if is_dense else range(low, high))]
                extent = high - low if is_dense else 1
                prefetch_elements(b, [source], starts, extent * in_lanes)
            to = b.mul(r, side * lanes)
            results: Iterable[tuple[int, SSAValue]] = enumerate([self._zero()] * across)
            if low < high:
                results = apply_map(b, self.matrices_of(across - 2).data, values)
            for j, value in results:
                b.store(self._kept(value), self.workspace, to, self.layout.scratch + j * lanes)

        b.loop(rows[0], rows[1], 1, transform_row)

    def _gather(
        self,
        block: Index,
        image: Index,
        corner: tuple[Index, Index],
        rows: tuple[Index, Index],
        columns: tuple[int, int],
    ) -> None:
        """Copy a tile from `c,[d,]h,w` into the patch `[a][a][p]`, element by element."""
        b, side, lanes = self.b, self.grid.side, self.layout.in_lanes
        first = b.mul(block, lanes)
        top, left = corner

        def channel(k: Index) -> None:
            slices_before = b.add(b.mul(b.add(first, k), self.source.depth), image)
            rows_before = b.mul(slices_before, self.source.height)

            def row(r: Index) -> None:
                line = b.add(rows_before, b.add(top, b.mul(r, self.grid.rows.step)))
                at = b.add(b.mul(line, self.source.width), left)
                to = b.add(b.mul(r, side * lanes), k)
                for j in range(*columns):
                    value = b.load(self.x, at, j * self.grid.columns.step, 1)
                    b.store(value, self.workspace, to, self.layout.patch + j * lanes)

            b.loop(rows[0], rows[1], 1, row)

        b.loop(0, b.min(b.sub(self.channels, first), lanes), 1, channel)

    def _multiplied(self, value: SSAValue) -> SSAValue:
        """Return transformed channels as elements of the buffer: bf16 of several may be one."""
        lanes = self.layout.in_lanes
        if self.is_int8 or self.layout.data_lanes == lanes:
            return value
        rounded = convert(self.b, "truncf", value, vector_type(bf16, lanes))
        return bitcast(self.b, rounded, vector_type(f32, self.layout.data_lanes))

    def _loaded(self, memory: SSAValue, at: Index, offset: int, lanes: int) -> SSAValue:
        """Return numbers of the input, those of int8 as i16."""
        value = self.b.load(memory, at, offset, lanes)
        return widened(self.b, value) if self.is_int8 else value

    def _kept(self, value: SSAValue) -> SSAValue:
        """Return the stored form of a vector: pairs of i16 as i32."""
        if element_of(value.type) != i16:
            return value
        return bitcast(self.b, value, self.b.vector(self.workspace, self.layout.in_lanes))

    def _numbers(self, kept: SSAValue) -> SSAValue:
        """Return the vector of which this is the stored form."""
        if not self.is_int8:
            return kept
        return bitcast(self.b, kept, vector_type(i16, self.source.lanes))

    def _zero(self) -> SSAValue:
        return self.b.constant(0, self.b.vector(self.workspace, self.layout.in_lanes))

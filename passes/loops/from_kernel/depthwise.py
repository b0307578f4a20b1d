"""Depthwise convolution on `c/p,h,w,p`: a channel vector per pixel, several pixels at a time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import DepthwiseOp
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.conv_tile import Destination, Epilogue, store_tile, zero_tile
from ..emit.window import Run, Window
from . import loops

PARALLEL_ITEMS = 16
"""Fewer channel blocks than this are cut into parts of rows, so that all threads get work."""


@loops.register(DepthwiseOp)
def depthwise(b: LoopBuilder, op: DepthwiseOp, target: Target) -> None:
    """Channel blocks times parts of rows in parallel; then row by row, tile by tile."""
    DepthwiseConvolution(b, op).build()


class DepthwiseConvolution:
    """
    The loops of one depthwise convolution.

    A tile is `register` pixels of an output row. Its accumulators take one kernel row after the
    other, those outside of the image left out; in a kernel row every input vector is loaded once
    and multiplied with all taps that see it. Taps that fall outside of a border tile are left out
    as the code is made.
    """

    def __init__(self, b: LoopBuilder, op: DepthwiseOp):
        self.b = b
        self.x, self.weights, self.y = op.inputs[0], op.inputs[1], op.outputs[0]
        self.epilogue = Epilogue(op.epilogue, list(op.inputs[2:]))
        self.blocks, _, _, self.lanes = buffer_shape(self.x)
        self.window = Window.of(op)
        self.pixels = op.register.value.data

    def build(self) -> None:
        """Emit the loops."""
        b, out_height = self.b, self.window.out_size[0]
        parts = min(-(-PARALLEL_ITEMS // self.blocks), out_height)
        rows = -(-out_height // parts)
        parts = -(-out_height // rows)

        def part(i: SSAValue) -> None:
            first = b.mul(b.rem(i, parts), rows)
            last = b.add(first, rows)
            if out_height % rows:
                last = b.min(last, out_height)
            block = b.div(i, parts)
            b.loop(first, last, 1, lambda oy: self._row(block, oy))

        b.parallel(self.blocks * parts, part)

    def _row(self, block: Index, oy: Index) -> None:
        for run in self.window.runs(self.pixels):

            def tile(t: Index, run: Run = run) -> None:
                ox = self.b.add(self.b.mul(t, run.pixels), run.first)
                self._tile(block, oy, ox, run)

            self.b.loop(0, run.count, 1, tile)

    def _tile(self, block: Index, oy: Index, ox: Index, run: Run) -> None:
        b, window, lanes = self.b, self.window, self.lanes
        height, width = window.size
        low, high = window.kernel_rows(b, oy)
        top = b.add(b.sub(b.mul(oy, window.stride[0]), window.pad[0]), b.mul(block, height))
        left = b.sub(b.mul(ox, window.stride[1]), window.pad[1])
        taps_at = b.mul(block, window.kernel[0] * window.kernel[1] * lanes)

        def kernel_row(ky: Index, *tile: SSAValue) -> list[SSAValue]:
            iy = b.add(top, b.mul(ky, window.dilation[0]))
            pixel_at = b.mul(b.add(b.mul(iy, width), left), lanes)
            row_at = b.add(taps_at, b.mul(ky, window.kernel[1] * lanes))
            return self._multiply_row(tile, run, pixel_at, row_at)

        zeros = [row[0] for row in zero_tile(b, run.pixels, 1, b.vector(self.y, lanes))]
        tile = b.loop(low, high, 1, kernel_row, zeros)
        out_height, out_width = window.out_size
        out_at = b.mul(b.add(b.mul(oy, out_width), ox), lanes)
        stride = out_height * out_width * lanes
        to = Destination(self.y, block, out_at, stride, lanes)
        store_tile(b, [[v] for v in tile], self.epilogue, to)

    def _multiply_row(
        self, tile: Sequence[SSAValue], run: Run, pixel_at: Index, row_at: Index
    ) -> list[SSAValue]:
        """Add the products of one kernel row."""
        b, tile = self.b, list(tile)
        weights: dict[int, SSAValue] = {}
        for column, uses in sorted(self._columns(run).items()):
            pixel = b.load(self.x, pixel_at, column * self.lanes, self.lanes)
            for m, kx in uses:
                if kx not in weights:
                    weights[kx] = b.load(self.weights, row_at, kx * self.lanes, self.lanes)
                tile[m] = b.fma(pixel, weights[kx], tile[m])
        return tile

    def _columns(self, run: Run) -> dict[int, list[tuple[int, int]]]:
        """By input column relative to the tile's first: the (pixel, kernel column) that see it."""
        window = self.window
        columns: dict[int, list[tuple[int, int]]] = {}
        for m in range(run.pixels):
            for kx in range(window.kernel[1]):
                if run.inside or window.has_column(run.first + m, kx):
                    column = m * window.stride[1] + kx * window.dilation[1]
                    columns.setdefault(column, []).append((m, kx))
        return columns

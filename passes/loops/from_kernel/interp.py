"""Lower resampling by tables: a vector of channels per pixel."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interp import InterpKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.images.sampling import weighted_sum
from . import loops


@loops.register(InterpKernelOp)
def interp(b: LoopBuilder, op: InterpKernelOp, target: Target) -> None:
    """Compute channel blocks times rows in parallel; load a row's sources and weights once."""
    _, end, end_column, _, *size = b.extents(op, op.iteration_space())
    last = [b.sub(extent, 1) if op.is_bounded(d) else None for d, extent in enumerate(size, 4)]
    x, rows, columns = op.inputs[:3]
    weights = op.inputs[3:]
    blocks, out_height, out_width, lanes = buffer_shape(op.outputs[0])
    _, height, width, _ = buffer_shape(x)
    row_taps, column_taps = buffer_shape(rows)[1], buffer_shape(columns)[1]

    def cells(table: SSAValue, at: Index, taps: int, last: Index | None) -> list[Index]:
        found: list[Index] = [b.load_index(table, at, tap) for tap in range(taps)]
        return found if last is None else [b.min(cell, last) for cell in found]

    def output_row(i: SSAValue) -> None:
        block, oy = b.div(i, end), b.rem(i, end)
        first, at = b.mul(block, height), b.mul(oy, row_taps)
        sources = [
            b.mul(b.add(first, cell), width * lanes) for cell in cells(rows, at, row_taps, last[0])
        ]
        row_weights = [b.broadcast(w, at, t, lanes) for w in weights[:1] for t in range(row_taps)]
        line = i if end == out_height else b.add(b.mul(block, out_height), oy)
        y_at = b.mul(line, out_width * lanes)

        def pixel(ox: Index) -> None:
            at = b.mul(ox, column_taps)
            shifts = [b.mul(cell, lanes) for cell in cells(columns, at, column_taps, last[1])]
            values = [[b.load(x, b.add(s, c), 0, lanes) for c in shifts] for s in sources]
            y = b.add(y_at, b.mul(ox, lanes))
            if not weights:
                b.store(values[0][0], op.outputs[0], y, 0)
                return
            factors = [b.broadcast(weights[1], at, t, lanes) for t in range(column_taps)]
            sums = [weighted_sum(b, row, factors) for row in values]
            b.store(weighted_sum(b, sums, row_weights), op.outputs[0], y, 0)

        b.loop(0, end_column, 1, pixel)

    b.parallel(b.mul(end, blocks), output_row)

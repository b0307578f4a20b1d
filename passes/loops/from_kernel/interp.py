"""Resampling by tables: a vector of channels per pixel."""

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
    """Channel blocks times output rows in parallel; a row's sources and weights are loaded once."""
    x, rows, columns = op.inputs[:3]
    weights = op.inputs[3:]
    blocks, out_height, out_width, lanes = buffer_shape(op.outputs[0])
    _, height, width, _ = buffer_shape(x)
    row_taps, column_taps = buffer_shape(rows)[1], buffer_shape(columns)[1]

    def output_row(i: SSAValue) -> None:
        block, oy = b.div(i, out_height), b.rem(i, out_height)
        first, at = b.mul(block, height), b.mul(oy, row_taps)
        sources = [
            b.mul(b.add(first, b.load_index(rows, at, t)), width * lanes) for t in range(row_taps)
        ]
        row_weights = [b.broadcast(w, at, t, lanes) for w in weights[:1] for t in range(row_taps)]
        y_at = b.mul(i, out_width * lanes)

        def pixel(ox: Index) -> None:
            at = b.mul(ox, column_taps)
            shifts = [b.mul(b.load_index(columns, at, t), lanes) for t in range(column_taps)]
            values = [[b.load(x, b.add(s, c), 0, lanes) for c in shifts] for s in sources]
            y = b.add(y_at, b.mul(ox, lanes))
            if not weights:
                b.store(values[0][0], op.outputs[0], y, 0)
                return
            factors = [b.broadcast(weights[1], at, t, lanes) for t in range(column_taps)]
            sums = [weighted_sum(b, row, factors) for row in values]
            b.store(weighted_sum(b, sums, row_weights), op.outputs[0], y, 0)

        b.loop(0, out_width, 1, pixel)

    b.parallel(blocks * out_height, output_row)

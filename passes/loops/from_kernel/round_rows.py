"""Lower the rounding of blocks of rows through int8, in two passes over each block's vectors."""

from __future__ import annotations

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.round_rows import RoundRowsOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.int8.steps import round_row
from . import loops


@loops.register(RoundRowsOp)
def round_rows(b: LoopBuilder, op: RoundRowsOp, target: Target) -> None:
    x, y = op.inputs[0], op.outputs[0]
    (rows, columns), size = buffer_shape(x), op.size.value.data
    lanes = lanes_for(target, x.type)
    whole = columns // size * size

    def row(r: Index) -> None:
        start = b.mul(r, columns)

        def block(column: Index, count: int) -> None:
            at = b.add(start, column)
            largest = None
            if len(op.inputs) > 1:
                (matrices,) = buffer_shape(op.inputs[1])
                largest = b.load(op.inputs[1], b.div(r, rows // matrices), 0, 1)
            round_row(b, (x, at), (y, at), count, lanes, largest)

        b.loop(0, whole, size, lambda column: block(column, size))
        if whole < columns:
            block(whole, columns - whole)

    b.parallel(b.extent(op, 0, rows), row)

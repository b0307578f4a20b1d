"""Lower the quantization of rows to int8."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.recurrence import QuantizeRowsOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.int8.steps import quantize_row
from . import loops


@loops.register(QuantizeRowsOp)
def quantize_rows(b: LoopBuilder, op: QuantizeRowsOp, target: Target) -> None:
    x, (y, factors) = op.inputs[0], op.outputs
    *outer, planned, size = buffer_shape(x)
    rows, lanes = b.extent(op, len(outer), planned), lanes_for(target, x.type)

    def row(r: Index) -> None:
        if outer:
            r = b.linear((b.div(r, rows), planned), (b.rem(r, rows), 1))
        at = b.mul(r, size)
        b.store(quantize_row(b, (x, at), (y, at), size, lanes), factors, r, 0)

    b.parallel(b.mul(rows, prod(outer)), row)

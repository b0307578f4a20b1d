"""Rows as numbers of int8."""

from __future__ import annotations

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
    rows, size = b.extent(op, 0, buffer_shape(x)[0]), buffer_shape(x)[1]
    lanes = lanes_for(target, x.type)

    def row(r: Index) -> None:
        at = b.mul(r, size)
        b.store(quantize_row(b, (x, at), (y, at), size, lanes), factors, r, 0)

    b.parallel(rows, row)

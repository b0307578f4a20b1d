"""Lower lookups of rows in a table, a vector at a time."""

from __future__ import annotations

from xdsl.dialects.builtin import f32

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gather_rows import GatherRowsKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import clamped_index, widened
from ..emit.rows.codebook import CodebookFloats
from . import loops


@loops.register(GatherRowsKernelOp)
def gather_rows(b: LoopBuilder, op: GatherRowsKernelOp, target: Target) -> None:
    """Read the row number of each word, then copy whole vectors of the row, and a partial one."""
    words, table = op.inputs[:2]
    bias, scale = op.bias(), op.inputs[2] if op.parameters == 1 else None
    codebook = CodebookFloats(b, op.inputs[2], target.lanes) if op.parameters > 1 else None
    y, lanes = op.outputs[0], target.lanes
    rows, width = buffer_shape(table)

    def copy_row(word: Index) -> None:
        row = clamped_index(b, b.load(words, word, 0, 1), rows)
        source, destination = b.mul(row, width), b.mul(word, width)
        factor = None
        if scale is not None:
            one = b.constant(1.0, f32)
            factor = b.splat(b.divf(one, b.load(scale, 0, 0, 1)), lanes)

        def copy(at: Index, count: int) -> None:
            place = b.add(source, at)
            if codebook is None:
                value = widened(b, b.load(table, place, 0, lanes, count))
            else:
                value = codebook.load(table, place, 0, count)
            if factor is not None:
                value = b.mulf(value, factor)
            if bias:
                value = b.addf(value, b.load(bias[0], at, 0, lanes, count))
            b.store(value, y, b.add(destination, at), 0, count)

        b.for_vectors(width, lanes, copy)

    b.parallel(b.extent(op, 0, buffer_shape(words)[0]), copy_row)

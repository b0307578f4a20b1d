"""Lower the appending of columns: row by row."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.detections import BOX, DETECTION_FIELDS, NOT_FOUND
from ....dialects.kernel.append_columns import AppendColumnsOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import clamped_index
from ..emit.rows.detections import CORNERS, LABEL, fill_rows, rows_of
from . import loops


@loops.register(AppendColumnsOp)
def append_columns(b: LoopBuilder, op: AppendColumnsOp, target: Target) -> None:
    """Divide rows among threads; the elements of a column lie apart."""
    table, (height, width) = op.inputs[1], buffer_shape(op.inputs[1])
    most, fields = buffer_shape(op.outputs[0])
    rows, out = rows_of(op.inputs[0], 0, DETECTION_FIELDS + 1), rows_of(op.outputs[0], 0, fields)
    first = height - (fields - DETECTION_FIELDS)

    def append(i: Index) -> None:
        *detection, number = rows.row(b, i)
        column, to = clamped_index(b, number, width), b.mul(i, fields)

        def element(j: Index) -> SSAValue:
            return b.load(table, b.linear((j, width), (column, 1)), 0, 1)

        if op.rotated is not None:
            detection[CORNERS.start :] = [element(j) for j in range(BOX)]
        out.set_row(b, i, detection)

        def copy(j: Index) -> None:
            b.store(element(j), op.outputs[0], b.add(to, b.sub(j, first)), DETECTION_FIELDS)

        b.loop(first, height, 1, copy)

    def row(i: Index) -> None:
        label = rows.get(b, i, LABEL)
        is_found = b.compare_lanes("oge", label, b.constant(0.0, label.type))
        b.when(is_found, lambda: append(i), lambda: fill_rows(b, out, i, b.add(i, 1), NOT_FOUND))

    b.parallel(most, row)

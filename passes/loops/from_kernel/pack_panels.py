"""Matrices in panels, packed when the model runs."""

from __future__ import annotations

from ....dialects.constraints import int_list
from ....dialects.kernel.matmul import PackPanelsOp, panel_elements
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.transpose import MOST_ROWS, transpose
from . import loops


@loops.register(PackPanelsOp)
def pack_panels(b: LoopBuilder, op: PackPanelsOp, target: Target) -> None:
    """Panels in parallel: rows that lie side by side are copied, others transposed in blocks."""
    widest = min(lanes_for(target, op.inputs[0].type), MOST_ROWS)
    panels = Panels(b, op, widest)
    whole, rest = divmod(panels.rows, op.width)
    if whole:
        b.parallel(
            panels.batch * whole,
            lambda i: panels.panel(b.div(i, whole), b.rem(i, whole), op.width),
        )
    if rest:
        b.parallel(panels.batch, lambda i: panels.panel(i, whole, rest))


class Panels:
    """The loops of one packing."""

    def __init__(self, b: LoopBuilder, op: PackPanelsOp, widest: int):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.batch, self.rows, self.columns = int_list(op.extents)
        self.strides = int_list(op.strides)
        self.lanes = op.lanes.value.data
        self.together = self.lanes if self.lanes > 1 else widest

    def panel(self, batch: Index, i: Index, rows: int) -> None:
        """Panel i of a matrix, which has so many rows."""
        b = self.b
        width = -(-rows // self.lanes) * self.lanes
        first = b.mul(i, self.op.width)
        at = b.linear((batch, self.strides[0]), (first, self.strides[1]))
        size = panel_elements(self.rows, self.columns, self.lanes)
        to = b.linear((batch, size), (first, self.columns))
        for row in range(0, width, self.together):
            stored = min(self.together, width - row)
            self.some_rows(
                b.add(at, row * self.strides[1]), b.add(to, row), rows - row, stored, width
            )

    def some_rows(self, at: Index, to: Index, valid: int, stored: int, width: int) -> None:
        """Pack `valid` rows from `at` on as vectors of which `stored` lanes are kept."""
        b, lanes, (_, row, column) = self.b, self.together, self.strides
        valid = min(valid, lanes)
        if row == 1:

            def copy(k: Index) -> None:
                value = b.load(self.x, b.add(at, b.mul(k, column)), 0, lanes, valid)
                b.store(value, self.y, b.add(to, b.mul(k, width)), 0, stored)

            b.loop(0, self.columns, 1, copy)
            return

        def turn(k: Index, count: int) -> None:
            place, out = b.add(at, k), b.add(to, b.mul(k, width))
            loaded = [b.load(self.x, place, n * row, lanes, count) for n in range(valid)]
            loaded += [b.constant(0, b.vector(self.x, lanes))] * (lanes - valid)
            for j, value in enumerate(transpose(b, loaded)[:count]):
                b.store(value, self.y, out, j * width, stored)

        b.for_vectors(self.columns, lanes, turn)

"""Lower the merging of steps: one after another."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.detections import NOT_FOUND
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.merge_steps import MergeStepsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.rows.detections import fill_rows, rows_of
from . import loops


@loops.register(MergeStepsOp)
def merge_steps(b: LoopBuilder, op: MergeStepsOp, target: Target) -> None:
    """Use one thread, as each step depends on the one before."""
    classes, scores = op.inputs
    out, number = rows_of(op.outputs[0], 0, 2), b.vector(classes, 1)
    most = buffer_shape(op.outputs[0])[0]
    blank = b.constant(float(op.blank.value.data), number)

    def step(i: Index, before: SSAValue, found: SSAValue) -> Sequence[SSAValue]:
        label = b.load(classes, i, 0, 1)
        is_new = b.both(
            b.compare_lanes("one", label, before),
            b.both(b.compare_lanes("one", label, blank), b.compare("slt", found, most)),
        )

        def take() -> Sequence[SSAValue]:
            out.set_row(b, found, [label, b.load(scores, i, 0, 1)])
            return [b.index(b.add(found, 1))]

        return [label, *b.when(is_new, take, lambda: [found])]

    def merge(_: Index) -> None:
        end = b.extent(op, 1, buffer_shape(classes)[1])
        none = [b.constant(NOT_FOUND, number), b.index(0)]
        _, found = b.loop(0, end, 1, step, none)
        fill_rows(b, out, found, most, NOT_FOUND)

    b.parallel(1, merge)

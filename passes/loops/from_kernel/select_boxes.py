"""Lower the selection of boxes by score: compare vectors of boxes with the last selected one."""

from __future__ import annotations

from functools import partial
from math import inf

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.detections import NOT_FOUND
from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.select_boxes import SelectBoxesKernelOp
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert, index_as
from . import loops

Corners = list[SSAValue]
"""Left, top, right, bottom."""


@loops.register(SelectBoxesKernelOp)
def select_boxes(b: LoopBuilder, op: SelectBoxesKernelOp, target: Target) -> None:
    """Use one thread, as each selection depends on earlier ones."""
    selection = Selection(b, op, target.lanes)
    b.parallel(1, lambda _: selection.select())


class Selection:
    """The loops of one kernel. The workspace has the remaining scores, and -infinity for others."""

    def __init__(self, b: LoopBuilder, op: SelectBoxesKernelOp, lanes: int):
        self.b, self.op, self.lanes = b, op, lanes
        assert op.workspace is not None
        (self.boxes, self.scores), self.left = op.inputs, op.workspace
        self.out, self.count = op.outputs[0], buffer_shape(self.scores)[0]
        self.number = element_of(b.vector(self.scores, 1))
        self.vector = b.vector(self.scores, lanes)

    def select(self) -> None:
        """Select boxes one after another."""
        b, most = self.b, buffer_shape(self.out)[0]
        missing = b.constant(NOT_FOUND, self.vector)
        b.for_vectors(most, self.lanes, lambda i, count: b.store(missing, self.out, i, 0, count))
        b.for_vectors(self.count, self.lanes, self.consider)
        nowhere = [b.constant(inf, self.number)] * 4
        best = self.best_apart_from(nowhere)

        def is_found(chosen: SSAValue, score: SSAValue, _: SSAValue) -> SSAValue:
            is_left = b.compare_lanes("ogt", score, b.constant(-inf, self.number))
            return b.both(b.compare("slt", chosen, most), is_left)

        def choose(chosen: SSAValue, _: SSAValue, number: SSAValue) -> list[SSAValue]:
            b.store(number, self.out, chosen, 0)
            place = as_index(b, convert(b, "fptosi", number, i32))
            b.store(b.constant(-inf, self.number), self.left, place, 0)
            corners = [b.load(self.boxes, place, side * self.count, 1) for side in range(4)]
            return [b.index(b.add(chosen, 1)), *self.best_apart_from(corners)]

        b.repeat(is_found, choose, [b.index(0), *best])

    def consider(self, i: Index, count: int) -> None:
        """Keep the sufficient scores of a vector of boxes."""
        b, none = self.b, self.b.constant(-inf, self.vector)
        scores = b.load(self.scores, i, 0, self.lanes, count)
        limit = b.constant(self.op.score.value.data, self.vector)
        b.store(none, self.left, i, 0)
        kept = b.select(b.compare_lanes("oge", scores, limit), scores, none)
        b.store(kept, self.left, i, 0, count)

    def best_apart_from(self, chosen: Corners) -> list[SSAValue]:
        """Drop the boxes that overlap one; return the best remaining score, and its box."""
        b, lanes = self.b, self.lanes
        other = [b.splat(corner, lanes) for corner in chosen]
        none = b.constant(-inf, self.vector)
        steps = b.insert(FromElementsOp.of([b.constant(i, self.number) for i in range(lanes)]))

        def compare(count: int, i: Index, best: SSAValue, number: SSAValue) -> list[SSAValue]:
            box = [b.load(self.boxes, i, side * self.count, lanes, count) for side in range(4)]
            scores = b.select(self.overlaps(box, other), none, b.load(self.left, i, 0, lanes))
            b.store(scores, self.left, i, 0)
            first = convert(b, "sitofp", index_as(b, i, i32), self.number)
            here = b.addf(b.splat(first, lanes), steps)
            is_more = b.compare_lanes("ogt", scores, best)
            return [b.select(is_more, scores, best), b.select(is_more, here, number)]

        whole = self.count // lanes * lanes
        carried = [none, b.constant(0.0, self.vector)]
        found = b.loop(0, whole, lanes, partial(compare, lanes), carried)
        if whole < self.count:
            found = compare(self.count - whole, whole, *found)
        scores, numbers = found
        best = b.reduce("max", scores)
        has_it = b.compare_lanes("oeq", scores, b.splat(best, lanes))
        behind = b.constant(float(self.count), self.vector)
        return [best, b.reduce("min", b.select(has_it, numbers, behind))]

    def overlaps(self, box: Corners, other: Corners) -> SSAValue:
        """Return a mask of boxes whose intersection exceeds the threshold times the union."""
        b, zero = self.b, self.b.constant(0.0, self.vector)
        width = b.subf(b.minf(box[2], other[2]), b.maxf(box[0], other[0]))
        height = b.subf(b.minf(box[3], other[3]), b.maxf(box[1], other[1]))
        touch = b.both(*(b.compare_lanes("ogt", extent, zero) for extent in (width, height)))
        common = b.select(touch, b.mulf(width, height), zero)
        union = b.subf(b.addf(self.area(box), self.area(other)), common)
        share = b.select(b.compare_lanes("ogt", union, zero), b.divf(common, union), zero)
        limit = b.constant(self.op.overlap.value.data, self.vector)
        return b.compare_lanes("ogt", share, limit)

    def area(self, box: Corners) -> SSAValue:
        """Return width times height."""
        return self.b.mulf(self.b.subf(box[2], box[0]), self.b.subf(box[3], box[1]))

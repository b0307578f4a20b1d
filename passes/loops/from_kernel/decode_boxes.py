"""Lower the decoding of a head to a table of detections: vectors of boxes, class by class."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects import math
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.detections import BOX, NOT_FOUND
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.decode_boxes import DecodeBoxesOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as
from ..emit.building.lane_masks import first_lanes, lane_numbers
from ..emit.rows.best_plane import best_plane
from . import loops
from .detection import for_vectors_of_cells


@loops.register(DecodeBoxesOp)
def decode_boxes(b: LoopBuilder, op: DecodeBoxesOp, target: Target) -> None:
    """Divide the vectors of boxes among threads."""
    boxes = buffer_shape(op.inputs[0])[1]
    end = b.extent(op, 1, boxes)

    def decode(_: Index, first: Index, count: int) -> None:
        vector = Boxes(b, op, first, target.lanes, count)
        if isinstance(end, int):
            vector.decode()
        else:
            b.when(b.compare("slt", first, end), lambda: vector.decode(end), vector.leave_out)

    for_vectors_of_cells(b, 1, boxes, target.lanes, decode)


class Boxes:
    """Adjacent boxes in a vector, of which the first `count` exist."""

    def __init__(self, b: LoopBuilder, op: DecodeBoxesOp, first: Index, lanes: int, count: int):
        self.b, self.op, self.first, self.lanes, self.count = b, op, first, lanes, count
        self.x = op.inputs[0]
        self.boxes = buffer_shape(self.x)[1]
        self.vector = b.vector(self.x, lanes)

    def row(self, row: Index) -> SSAValue:
        """Return one number of each box."""
        b = self.b
        return b.load(
            self.x, b.linear((row, self.boxes), (self.first, 1)), 0, self.lanes, self.count
        )

    def leave_out(self) -> None:
        """Store a class for boxes that do not exist."""
        missing = self.b.constant(NOT_FOUND, self.vector)
        self.b.store(missing, self.op.outputs[0], self.first, 0, self.count)

    def decode(self, end: Index | None = None) -> None:
        """Store the fields of boxes; none is found from `end` on."""
        b = self.b
        box = [self.row(i) for i in range(BOX)]
        label, score = self.best_class() if self.op.final is None else self.class_and_score()
        is_found = b.both(self.is_above(score), self.are_finite(box))
        if end is not None:
            is_there = first_lanes(b, b.sub(end, self.first), self.vector)
            is_found = b.both(is_found, is_there)
        fields = [b.select(is_found, label, b.constant(NOT_FOUND, self.vector)), score]
        if self.op.rotated is not None:
            fields += [*box, self.row(buffer_shape(self.x)[0] - 1)]
        elif self.op.final is None:
            fields += self.corners_and_area(box)
        else:
            fields += box if self.op.extras is None else [*box, score]  # no area is read
        if self.op.extras is not None:
            fields.append(self.numbers())
        for i, value in enumerate(fields):
            b.store(value, self.op.outputs[0], self.first, i * self.boxes, self.count)

    def numbers(self) -> SSAValue:
        """Return the number of each box."""
        b = self.b
        first = convert(b, "sitofp", index_as(b, self.first, i32), f32)
        return b.addf(b.splat(first, self.lanes), lane_numbers(b, self.vector))

    def class_and_score(self) -> tuple[SSAValue, SSAValue]:
        """Return class and score, from the rows after the corners."""
        return self.row(BOX + 1), self.row(BOX)

    def best_class(self) -> tuple[SSAValue, SSAValue]:
        """Return the first class with the highest score, and the score; NaN is ignored."""
        b, classes = self.b, (self.op.first_class, self.op.end_of_classes)
        ((best, label),) = best_plane(b, lambda row: [self.row(row)], classes, [self.vector])
        if self.op.object_score is not None:
            best = b.mulf(best, self.row(BOX))
        return label, best

    def is_above(self, score: SSAValue) -> SSAValue:
        """Return a mask of the sufficient scores."""
        limit = self.b.constant(self.op.confidence.value.data, self.vector)
        return self.b.compare_lanes("ogt", score, limit)

    def are_finite(self, numbers: Sequence[SSAValue]) -> SSAValue:
        """Return a mask of the boxes with finite numbers only."""
        b, infinity = self.b, self.b.constant(inf, self.vector)
        first, *rest = [
            b.compare_lanes("olt", b.float_op(math.AbsFOp, x), infinity) for x in numbers
        ]
        for mask in rest:
            first = b.both(first, mask)
        return first

    def corners_and_area(self, box: Sequence[SSAValue]) -> list[SSAValue]:
        """
        Return left, top, right, bottom and the area of boxes given by center, width and height.
        """
        b, (x, y, width, height) = self.b, box
        halves = [b.mulf(size, b.constant(0.5, self.vector)) for size in (width, height)]
        low = [b.subf(center, half) for center, half in zip((x, y), halves, strict=True)]
        high = [b.addf(center, half) for center, half in zip((x, y), halves, strict=True)]
        return [*low, *high, b.mulf(width, height)]

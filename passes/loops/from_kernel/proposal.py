"""Lower proposals: decode anchors with their corrections, then select the best boxes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.detections import DETECTION_FIELDS, NO_SCORE, NOT_FOUND
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.proposal import DecodeProposalsOp, SelectProposalsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.vector_math import exp
from ..emit.rows.detections import CORNERS, SCORE, copy_without_overlaps
from . import loops
from .detection import for_vectors_of_cells, sort_found


@loops.register(DecodeProposalsOp)
def decode_proposals(b: LoopBuilder, op: DecodeProposalsOp, target: Target) -> None:
    """Decode vectors of cells."""
    anchors, _, cells = buffer_shape(op.inputs[0])
    lanes = target.lanes

    def decode(anchor: Index, cell: Index, width: int) -> None:
        AnchorCells(b, op, anchor, cell, lanes, width).decode()

    for_vectors_of_cells(b, anchors, cells, lanes, decode)


class AnchorCells:
    """One anchor at `width` adjacent cells, in a vector."""

    def __init__(
        self,
        b: LoopBuilder,
        op: DecodeProposalsOp,
        anchor: Index,
        cell: Index,
        lanes: int,
        width: int,
    ):
        self.b, self.op, self.anchor, self.cell = b, op, anchor, cell
        self.lanes, self.width = lanes, width
        self.bbox, self.scores, self.sizes, self.centres, self.info = op.inputs
        self.stride = buffer_shape(self.bbox)[2]
        self.type = b.vector(self.bbox, lanes)

    def number(self, value: float) -> SSAValue:
        """Return a constant in all lanes."""
        return self.b.constant(value, self.type)

    def change(self, i: int) -> SSAValue:
        """Return one of the four corrections."""
        b = self.b
        at = b.linear((self.anchor, 4 * self.stride), (self.cell, 1))
        return b.load(self.bbox, at, i * self.stride, self.lanes, self.width)

    def decode(self) -> None:
        """Store label, score and corners."""
        b = self.b
        at = b.linear((self.anchor, self.stride), (self.cell, 1))
        score = b.load(self.scores, at, 0, self.lanes, self.width)
        (left, right), (top, bottom) = self.sides(0), self.sides(1)
        scale = b.broadcast(self.info, 0, 2, self.lanes)
        least = b.mulf(self.number(float(self.op.min_size.value.data)), scale)
        label = self.number(1.0)
        for low, high in ((left, right), (top, bottom)):
            size = b.addf(b.subf(high, low), self.number(1.0))
            is_large = b.compare_lanes("oge", size, least)
            label = b.select(is_large, label, self.number(NOT_FOUND))
        to = b.linear((self.anchor, DETECTION_FIELDS * self.stride), (self.cell, 1))
        for i, value in enumerate((label, score, left, top, right, bottom)):
            b.store(value, self.op.outputs[0], to, i * self.stride, self.width)

    def sides(self, axis: int) -> tuple[SSAValue, SSAValue]:
        """Return the two sides along the width (0) or the height (1), in the image."""
        b = self.b
        size = b.broadcast(self.sizes, b.mul(self.anchor, 2), axis, self.lanes)
        centre = b.load(self.centres, self.cell, axis * self.stride, self.lanes, self.width)
        centre = b.addf(centre, b.mulf(size, self.change(axis)))
        reach = b.mulf(b.mulf(size, exp(b, self.change(2 + axis))), self.number(0.5))
        last = b.subf(b.broadcast(self.info, 0, 1 - axis, self.lanes), self.number(1.0))

        def inside(side: SSAValue) -> SSAValue:
            return b.maxf(b.minf(side, last), self.number(0.0))

        return inside(b.subf(centre, reach)), inside(b.addf(centre, reach))


@loops.register(SelectProposalsOp)
def select_proposals(b: LoopBuilder, op: SelectProposalsOp, target: Target) -> None:
    """Move selected boxes to the front of the workspace, over boxes that have been considered."""
    corners, scores = op.outputs
    most, sides = buffer_shape(corners)
    assert op.workspace is not None
    table, count = sort_found(b, op.inputs, op.workspace)
    count = b.min(count, op.candidates.value.data)
    found = copy_without_overlaps(b, table, count, table, most, op.overlap.value.data)

    def store(row: Index, score: SSAValue, values: Sequence[SSAValue]) -> None:
        b.store(score, scores, row, 0)
        for i, value in enumerate(values):
            b.store(value, corners, b.mul(row, sides), i)

    def keep(row: Index) -> None:
        store(row, table.get(b, row, SCORE), [table.get(b, row, field) for field in CORNERS])

    b.loop(0, found, 1, keep)
    element = b.vector(corners, 1)
    no_score, nowhere = b.constant(NO_SCORE, element), b.constant(NOT_FOUND, element)
    b.loop(found, most, 1, lambda row: store(row, no_score, [nowhere] * sides))

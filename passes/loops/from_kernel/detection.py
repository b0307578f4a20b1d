"""Lower detections: decode boxes, filter them by score, and suppress overlaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.detections import DETECTION_FIELDS, NOT_FOUND, YOLO_BOX_FIELDS
from ....dialects.element_types import element_of, vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.detection import (
    CANDIDATE_FIELDS,
    ClassDetectionsOp,
    DecodeYoloOp,
    SelectDetectionsOp,
)
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as
from ..emit.building.register_tiles import RegisterTiles, for_register_tiles
from ..emit.building.shared_work import share_ranges
from ..emit.building.vector_math import exp, exp_of_negative, sigmoid
from ..emit.rows.detections import (
    LABEL,
    Stack,
    Table,
    copy_without_overlaps,
    fill_rows,
    planes_of,
    rows_of,
    sort_by_score,
)
from ..emit.rows.prior_candidates import decode_candidates, gather_candidates, store_largest_scores
from . import loops

OBJECTNESS = 4
"""Channel of a YOLO box with the probability of an object."""
LOWEST = -float(np.finfo(np.float32).max)

# YOLO --------------------------------------------------------------------------------------------


@loops.register(DecodeYoloOp)
def decode_yolo(b: LoopBuilder, op: DecodeYoloOp, target: Target) -> None:
    """Decode vectors of cells; a vector spans cells of one row only if rows have dynamic length."""
    boxes, _, height, width = buffer_shape(op.inputs[0])
    lanes = target.lanes

    def decode(box: Index, cell: Index, width: int) -> None:
        YoloCells(b, op, box, cell, lanes, width).decode()

    if op.bounds is None:
        for_vectors_of_cells(b, boxes, height * width, lanes, decode)
        return
    rows, columns = (b.extent(op, d, n) for d, n in ((2, height), (3, width)))

    def row(at: Index) -> None:
        box, row = b.div(at, height), b.rem(at, height)
        first = b.mul(row, width)
        is_inside = b.compare("slt", row, rows)
        (end,) = b.when(is_inside, lambda: [b.index(columns)], lambda: [b.index(0)])
        b.for_vectors(width, lanes, lambda i, n: decode(box, b.add(first, i), n), end)
        leave_out_cells(b, op, box, (b.add(first, end), b.add(first, width)))

    b.parallel(boxes * height, row)


def leave_out_cells(
    b: LoopBuilder, op: DecodeYoloOp, box: Index, cells: tuple[Index, Index]
) -> None:
    """Store labels of cells outside of the image."""
    _, fields, count = buffer_shape(op.outputs[0])
    missing = b.constant(NOT_FOUND, b.vector(op.outputs[0], 1))
    at = b.mul(box, fields * count)
    b.loop(*cells, 1, lambda i: b.store(missing, op.outputs[0], b.add(at, i), 0, 1))


def for_vectors_of_cells(
    b: LoopBuilder,
    boxes: int,
    cells: int,
    lanes: int,
    body: Callable[[Index, Index, int], None],
) -> None:
    """
    Call `body(box, first cell, count)` for each box at each cell; `count` is lanes or the rest.
    """

    def box(o: Index, first: Index, last: Index) -> None:
        tiles = RegisterTiles.of(cells, lanes, first, last)
        for_register_tiles(b, tiles, lambda t, width: body(o, b.mul(t, lanes), width))

    share_ranges(b, boxes, -(-cells // lanes), box)


class YoloCells:
    """One box at `width` adjacent cells, in a vector."""

    def __init__(
        self, b: LoopBuilder, op: DecodeYoloOp, box: Index, cell: Index, lanes: int, width: int
    ):
        self.b, self.op, self.box, self.cell = b, op, box, cell
        self.lanes, self.width = lanes, width
        self.x, self.anchors, self.cells = op.inputs
        _, self.channels, rows, columns = buffer_shape(self.x)
        self.stride = rows * columns
        self.at = b.linear((box, self.channels * self.stride), (cell, 1))
        self.one = b.constant(1.0, b.vector(self.x, lanes))

    def field(self, channel: Index) -> SSAValue:
        b = self.b
        place = b.add(self.at, b.mul(channel, self.stride))
        return b.load(self.x, place, 0, self.lanes, self.width)

    def decode(self) -> None:
        """Store label, score and corners."""
        b = self.b
        best, label = self.best_class()
        score = self.score(best) if self.op.softmax is None else self.softmax_score(best)
        limit = b.constant(self.op.confidence.value.data, score.type)
        missing = b.constant(NOT_FOUND, score.type)
        label = b.select(b.compare_lanes("oge", score, limit), label, missing)
        width, height = self.size(0), self.size(1)
        left, right = self.sides(0, width)
        top, bottom = self.sides(1, height)
        fields = [label, score, left, top, right, bottom]
        if self.op.softmax is None:
            fields.append(b.mulf(width, height))
        at = b.linear((self.box, len(fields) * self.stride), (self.cell, 1))
        for i, value in enumerate(fields):
            b.store(value, self.op.outputs[0], at, i * self.stride, self.width)

    def best_class(self) -> tuple[SSAValue, SSAValue]:
        """
        Return the best class and its label from 1; NaN and -infinity are ignored without softmax.
        """
        b = self.b

        def compare(
            channel: Index, best: SSAValue, label: SSAValue, number: SSAValue
        ) -> Sequence[SSAValue]:
            value, number = self.field(channel), b.addf(number, self.one)
            higher = b.compare_lanes("ogt", value, best)
            return [b.select(higher, value, best), b.select(higher, number, label), number]

        best = self.field(YOLO_BOX_FIELDS)
        if self.op.softmax is None:
            lowest = b.constant(LOWEST, best.type)
            best = b.select(b.compare_lanes("ogt", best, lowest), best, lowest)
        inits = [best, self.one, self.one]
        best, label, _ = b.loop(YOLO_BOX_FIELDS + 1, self.channels, 1, compare, inits)
        return best, label

    def score(self, best: SSAValue) -> SSAValue:
        """Return `1 / (1 + e^-objectness * (1 + e^-best))`."""
        b = self.b
        product = b.mulf(self.odds(self.field(OBJECTNESS)), b.addf(self.one, self.odds(best)))
        return b.divf(self.one, b.addf(self.one, product))

    def softmax_score(self, best: SSAValue) -> SSAValue:
        """Return `sigmoid(objectness) / sum(e^(class - best))`: the best class contributes e^0."""
        b = self.b

        def add(channel: Index, total: SSAValue) -> Sequence[SSAValue]:
            return [b.addf(total, exp_of_negative(b, b.subf(self.field(channel), best)))]

        zero = b.constant(0.0, best.type)
        (total,) = b.loop(YOLO_BOX_FIELDS, self.channels, 1, add, [zero])
        return b.divf(sigmoid(b, self.field(OBJECTNESS)), total)

    def size(self, axis: int) -> SSAValue:
        """Return the width (0) or height (1), relative to that of the image."""
        b = self.b
        anchor = b.broadcast(self.anchors, b.mul(self.box, 2), axis, self.lanes)
        if self.op.cell_size is not None:
            cell = b.constant(self.op.cell_size.value.data, anchor.type)
            image = b.mulf(cell, self.cell_count(axis))
            whole = convert(b, "fptosi", image, vector_type(i32, self.lanes))
            anchor = b.divf(anchor, convert(b, "sitofp", whole, anchor.type))
        return b.mulf(exp(b, self.field(2 + axis)), anchor)

    def cell_count(self, axis: int) -> SSAValue:
        """Return the columns (0) or rows (1) of the image."""
        b, d = self.b, 3 - axis
        count = b.extent(self.op, d, self.op.iteration_space()[d])
        if isinstance(count, int):
            return b.constant(float(count), self.one.type)
        element = element_of(self.x.type)
        return b.splat(convert(b, "sitofp", index_as(b, count, i32), element), self.lanes)

    def sides(self, axis: int, size: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Return the two sides, for a size along the width (0) or height (1) of the image."""
        b = self.b
        place = b.load(self.cells, self.cell, axis * self.stride, self.lanes, self.width)
        centre = b.divf(b.addf(place, sigmoid(b, self.field(axis))), self.cell_count(axis))
        half = b.mulf(size, b.constant(0.5, size.type))
        return b.subf(centre, half), b.addf(centre, half)

    def odds(self, x: SSAValue) -> SSAValue:
        """Return `e^-x`."""
        return exp(self.b, self.b.float_op(arith.NegfOp, x))


# SSD ---------------------------------------------------------------------------------------------


@loops.register(ClassDetectionsOp)
def class_detections(b: LoopBuilder, op: ClassDetectionsOp, target: Target) -> None:
    """Select boxes of each class independently; boxes are decoded only if they are candidates."""
    (priors, classes), lanes = op.counts(), target.lanes
    most = buffer_shape(op.outputs[0])[2]
    assert op.workspace is not None
    boxes = rows_of(op.workspace, op.decoded_boxes())
    pairs = rows_of(op.workspace, 0, CANDIDATE_FIELDS)
    stack = Stack(op.workspace, priors * CANDIDATE_FIELDS, most)

    missing = b.constant(NOT_FOUND, b.vector(op.outputs[0], lanes))

    def leave_out(first: Index, i: Index, count: int) -> None:
        b.store(missing, op.outputs[0], b.add(first, i), 0, count)

    def one_class(index: Index) -> None:
        first = b.mul(index, DETECTION_FIELDS * most)
        b.for_vectors(DETECTION_FIELDS * most, lanes, partial(leave_out, first))
        label = b.add(index, 1)
        count = gather_candidates(b, op, label, pairs)
        sort_by_score(b, pairs, count, stack)
        best = b.min(count, most)
        decode_candidates(b, op, label, pairs, best, boxes)
        kept = planes_of(op.outputs[0], first, most)
        overlap = op.overlap.value.data
        copy_without_overlaps(b, boxes, best, kept, most, overlap, lanes)

    def some_classes(first: SSAValue, last: SSAValue) -> None:
        store_largest_scores(b, op, lanes)
        b.loop(first, last, 1, one_class)

    b.share(classes - 1, some_classes)


# Both --------------------------------------------------------------------------------------------


@loops.register(SelectDetectionsOp)
def select_detections(b: LoopBuilder, op: SelectDetectionsOp, target: Target) -> None:
    """Collect, sort and copy the best detections; planes allow comparing several at once."""
    most, fields = buffer_shape(op.outputs[0])
    out = rows_of(op.outputs[0], 0, fields)
    assert op.workspace is not None
    needed = most if op.overlap is None else None
    best, count = sort_found(b, op.inputs, op.workspace, needed)
    found: Index = b.min(count, most)
    if op.overlap is not None:
        kept = planes_of(op.workspace, op.sorting_elements(), most, op.fields())
        overlap = op.overlap.value.data
        rules = {"by_class": op.by_class is not None, "rotated": op.rotated is not None}
        found = copy_without_overlaps(b, best, count, kept, most, overlap, target.lanes, **rules)
        best = kept
    taken = [*range(DETECTION_FIELDS), best.fields - 1][:fields]
    b.loop(0, found, 1, lambda i: out.set_row(b, i, [best.get(b, i, field) for field in taken]))
    fill_rows(b, out, found, b.extent(op, 0, most), NOT_FOUND)


def sort_found(
    b: LoopBuilder, tables: Sequence[SSAValue], workspace: SSAValue, needed: int | None = None
) -> tuple[Table, SSAValue]:
    """Sort detections of tables `t,fields,n` best first, as needed; return their number."""
    candidates = rows_of(workspace, 0, buffer_shape(tables[0])[1])
    stack = Stack(workspace, sum(prod(buffer_shape(table)) for table in tables), needed)
    count = b.index(0)
    for table in tables:
        count = gather_found(b, table, candidates, count)
    sort_by_score(b, candidates, count, stack)
    return candidates, count


def gather_found(b: LoopBuilder, tables: SSAValue, candidates: Table, count: SSAValue) -> SSAValue:
    """Append the detections of tables `t,fields,n`; return their number."""
    groups, fields, places = buffer_shape(tables)
    nothing = b.constant(0.0, element_of(tables.type))

    def group(g: Index, count: SSAValue) -> Sequence[SSAValue]:
        table = planes_of(tables, b.mul(g, fields * places), places, fields)

        def consider(i: Index, count: SSAValue) -> Sequence[SSAValue]:
            is_found = b.compare_lanes("oge", table.get(b, i, LABEL), nothing)
            return b.when(is_found, copying(table, i, count), lambda: [count])

        return b.loop(0, places, 1, consider, [count])

    def copying(table: Table, i: Index, count: SSAValue) -> Callable[[], Sequence[SSAValue]]:
        def copy() -> Sequence[SSAValue]:
            candidates.set_row(b, count, table.row(b, i))
            return [b.index(b.add(count, 1))]

        return copy

    return b.loop(0, groups, 1, group, [count])[0]

"""Detections in memory, as loops: tables of them, sorted, and rid of overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from .....dialects.detections import DETECTION_FIELDS
from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, bitcast, index_as
from .rotated_boxes import are_rotated_apart, with_covariance

LABEL, SCORE = 0, 1
CORNERS = range(2, DETECTION_FIELDS)
AREA = DETECTION_FIELDS
"""The field behind the corners, of detections that have it."""


@dataclass(frozen=True)
class Table:
    """Field f of detection i is element `start + i * stride + f * field_stride` of the memory."""

    memory: SSAValue
    start: Index
    stride: int
    field_stride: int
    fields: int = DETECTION_FIELDS

    def get(self, b: LoopBuilder, i: Index, field: int, lanes: int = 1) -> SSAValue:
        """Return a field of a detection; of planes that of several."""
        return b.load(self.memory, self._at(b, i), field * self.field_stride, lanes)

    def set(self, b: LoopBuilder, i: Index, field: int, value: SSAValue) -> None:
        """Store a field of a detection."""
        b.store(value, self.memory, self._at(b, i), field * self.field_stride)

    def row(self, b: LoopBuilder, i: Index) -> list[SSAValue]:
        """Return all fields of a detection."""
        return [self.get(b, i, field) for field in range(self.fields)]

    def set_row(self, b: LoopBuilder, i: Index, values: Sequence[SSAValue]) -> None:
        """Store all fields of a detection."""
        for field, value in enumerate(values):
            self.set(b, i, field, value)

    def _at(self, b: LoopBuilder, i: Index) -> Index:
        return b.add(self.start, b.mul(i, self.stride))


def rows_of(memory: SSAValue, start: Index = 0, fields: int = DETECTION_FIELDS) -> Table:
    """Detections one after the other: `n,fields`."""
    return Table(memory, start, fields, 1, fields)


def planes_of(memory: SSAValue, start: Index, count: int, fields: int = DETECTION_FIELDS) -> Table:
    """One field of all detections after the other: `fields,n`."""
    return Table(memory, start, 1, count, fields)


# Sorting -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stack:
    """Ranges `first..last` that wait to be sorted; indices are stored as the bits of elements."""

    memory: SSAValue
    start: Index
    needed: int | None = None
    """Number of elements that must be sorted, from the first on; None: all."""

    def push(
        self, b: LoopBuilder, depth: SSAValue, first: SSAValue, last: SSAValue
    ) -> Sequence[SSAValue]:
        """Push a range that must be in order, if it has more than one element; the new depth."""

        def store() -> Sequence[SSAValue]:
            at = b.linear((self.start, 1), (depth, 2))
            for i, value in enumerate((first, last)):
                b.store(self.from_index(b, value), self.memory, at, i)
            return [b.index(b.add(depth, 1))]

        waits = b.compare("slt", first, last)
        if self.needed is not None:
            waits = b.both(waits, b.compare("slt", first, self.needed))
        return b.when(waits, store, lambda: [depth])

    def pop(self, b: LoopBuilder, depth: Index) -> list[SSAValue]:
        """Return the range on top, which lies at `depth`."""
        at = b.linear((self.start, 1), (depth, 2))
        return [index_of(b, b.load(self.memory, at, i, 1)) for i in range(2)]

    def from_index(self, b: LoopBuilder, value: SSAValue) -> SSAValue:
        """Return an element whose bits are the index (below 2^31)."""
        number = index_as(b, value, i32)
        return bitcast(b, number, b.vector(self.memory, 1))


def index_of(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return the index that an element's bits are."""
    return as_index(b, bitcast(b, value, i32))


def sort_by_score(b: LoopBuilder, table: Table, count: SSAValue, stack: Stack) -> None:
    """
    Order the first `count` detections by score, the best first.

    Quicksort by Hoare's partition around the middle element, as ncnn has it, since it decides the
    order of equal scores. The smaller part goes first, so that at most as many wait as an index has
    bits. If the stack says that fewer are needed, what comes after these is in no order.
    """
    last = b.index(b.sub(count, 1))
    (depth,) = stack.push(b, b.index(0), b.index(0), last)

    def sort_top(depth: SSAValue) -> Sequence[SSAValue]:
        rest = b.index(b.sub(depth, 1))
        first, last = stack.pop(b, rest)
        i, j = partition(b, table, first, last)
        left_is_larger = b.compare("sgt", b.sub(j, first), b.sub(last, i))
        larger = [b.select_index(left_is_larger, *p) for p in ((first, i), (j, last))]
        smaller = [b.select_index(left_is_larger, *p) for p in ((i, first), (last, j))]
        (rest,) = stack.push(b, rest, *larger)
        return stack.push(b, rest, *smaller)

    b.repeat(lambda depth: b.compare("sgt", depth, 0), sort_top, [depth])


def partition(
    b: LoopBuilder, table: Table, first: SSAValue, last: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """Better ones to the front; `first..j` and `i..last` remain to be sorted: `i` and `j`."""
    pivot = table.get(b, b.div(b.add(first, last), 2), SCORE)

    def beyond(relation: str, step: int, start: SSAValue) -> SSAValue:
        """Return the next element that is on the wrong side of the pivot, or equal to it."""
        (found,) = b.repeat(
            lambda i: b.compare_lanes(relation, table.get(b, i, SCORE), pivot),
            lambda i: [b.index(b.add(i, step))],
            [start],
        )
        return found

    def exchange(i: SSAValue, j: SSAValue) -> Sequence[SSAValue]:
        i, j = beyond("ogt", 1, i), beyond("olt", -1, j)

        def swap() -> Sequence[SSAValue]:
            left, right = table.row(b, i), table.row(b, j)
            table.set_row(b, i, right)
            table.set_row(b, j, left)
            return [b.index(b.add(i, 1)), b.index(b.sub(j, 1))]

        return b.when(b.compare("sle", i, j), swap, lambda: [i, j])

    i, j = b.repeat(lambda i, j: b.compare("sle", i, j), exchange, [first, last])
    return i, j


# Overlaps ----------------------------------------------------------------------------------------


def copy_without_overlaps(
    b: LoopBuilder,
    source: Table,
    count: Index,
    kept: Table,
    limit: int,
    threshold: float,
    lanes: int = 1,
    by_class: bool = False,
    rotated: bool = False,
) -> SSAValue:
    """
    Copy up to `limit` detections without overlaps (of the same label, by class), best first; return
    their number. Boxes that are rotated are copied with covariances.
    """

    def more(i: SSAValue, found: SSAValue) -> SSAValue:
        return b.both(b.compare("slt", i, count), b.compare("slt", found, limit))

    def consider(i: SSAValue, found: SSAValue) -> Sequence[SSAValue]:
        row = with_covariance(b, source.row(b, i)) if rotated else source.row(b, i)
        is_free = is_free_of(b, row, kept, found, threshold, lanes, by_class, rotated)

        def keep() -> Sequence[SSAValue]:
            kept.set_row(b, found, row)
            return [b.index(b.add(found, 1))]

        return [b.index(b.add(i, 1)), *b.when(is_free, keep, lambda: [found])]

    return b.repeat(more, consider, [b.index(0), b.index(0)])[1]


def is_free_of(
    b: LoopBuilder,
    row: list[SSAValue],
    kept: Table,
    count: SSAValue,
    threshold: float,
    lanes: int,
    by_class: bool,
    rotated: bool,
) -> SSAValue:
    """Return whether none of the first `count` kept detections overlaps one too much."""
    zero = b.constant(0.0, b.vector(kept.memory, 1))
    start: Sequence[SSAValue] = [b.index(0), b.compare_lanes("oeq", zero, zero)]
    for width in (lanes, 1) if kept.stride == 1 and lanes > 1 else (1,):
        label, _, *box = (b.splat(field, width) for field in row)
        limit = b.constant(threshold, box[0].type)

        def more(j: SSAValue, is_free: SSAValue, last: Index = b.sub(count, width)) -> SSAValue:
            return b.both(b.compare("sle", j, last), is_free)

        def compare(
            j: SSAValue,
            _: SSAValue,
            label: SSAValue = label,
            box: list[SSAValue] = box,
            limit: SSAValue = limit,
            width: int = width,
        ) -> Sequence[SSAValue]:
            fields = range(CORNERS.start, min(kept.fields, AREA + 1))
            better = [kept.get(b, j, field, width) for field in fields]
            if rotated:
                fits = are_rotated_apart(b, box, better, threshold)
            else:
                fits = is_apart(b, box, better, limit)
            if by_class:
                other = b.compare_lanes("one", kept.get(b, j, LABEL, width), label)
                fits = b.either(other, fits)
            return [b.index(b.add(j, width)), b.reduce("min", fits)]

        start = b.repeat(more, compare, start)
    return start[1]


def is_apart(
    b: LoopBuilder, box: Sequence[SSAValue], better: Sequence[SSAValue], limit: SSAValue
) -> SSAValue:
    """
    Compare the overlap of two boxes `x0, y0, x1, y1` with a limit: a mask of those that are apart.

    The form of the comparison matters for boxes without area or without end, and is that of ncnn's
    compiled layers. `common / union <= limit` is false for 0/0 and inf/inf. With areas behind the
    corners the boxes are apart unless `common > limit * union`, which is false for these.
    """
    common = intersection(b, box, better)
    union = b.subf(b.addf(area(b, box), area(b, better)), common)
    if len(box) > len(CORNERS):
        return b.compare_lanes("ule", common, b.mulf(limit, union))
    return b.compare_lanes("ole", b.divf(common, union), limit)


def intersection(b: LoopBuilder, box: Sequence[SSAValue], better: Sequence[SSAValue]) -> SSAValue:
    """
    Return the intersection of two boxes: 0 if they are disjoint along an axis.

    Two inverted sides make a positive area. A NaN of the better box is ignored along x and sets the
    boxes apart along y, as in ncnn's Yolov3DetectionOutput, where areas are numbers even so. In the
    other layers a NaN corner makes the union NaN, whatever the intersection is.
    """
    sides: list[SSAValue] = []
    for low, high in ((0, 2), (1, 3)):
        top, bottom = b.minf(better[high], box[high]), b.maxf(better[low], box[low])
        sides.append(b.subf(top, bottom))
    common, nothing = b.mulf(*sides), b.constant(0.0, box[0].type)
    for relation, one, other in (
        ("ule", box[0], better[2]),
        ("uge", box[2], better[0]),
        ("ole", box[1], better[3]),
        ("oge", box[3], better[1]),
    ):
        common = b.select(b.compare_lanes(relation, one, other), common, nothing)
    return common


def area(b: LoopBuilder, box: Sequence[SSAValue]) -> SSAValue:
    """Return the area behind the corners, or else width times height."""
    if len(box) > len(CORNERS):
        return box[AREA - CORNERS.start]
    return b.mulf(b.subf(box[2], box[0]), b.subf(box[3], box[1]))


def fill_rows(b: LoopBuilder, table: Table, first: Index, limit: Index, value: float) -> None:
    """Set all fields of the detections from `first` on to a value."""
    constant = b.constant(value, b.vector(table.memory, 1))
    b.loop(first, limit, 1, lambda i: table.set_row(b, i, [constant] * table.fields))

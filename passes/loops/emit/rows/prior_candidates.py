"""Candidates among prior boxes, as loops: found by score, and decoded."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from .....dialects.constraints import float_list
from .....dialects.element_types import element_of
from .....dialects.kernel.base import buffer_shape
from .....dialects.kernel.detection import PRIOR_GROUP, ClassDetectionsOp
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast, convert, index_as
from ..building.prefetching import line_elements
from ..building.vector_math import exp
from .detections import Table, index_of


def store_largest_scores(b: LoopBuilder, op: ClassDetectionsOp, lanes: int) -> None:
    """
    Store `groups,classes` in the workspace, if the scores of a class are far apart in memory.

    Of each class the largest score in each group of priors, or the limit if none is above it.
    """
    if op.variances is not None:
        return
    (priors, classes), scores, workspace = op.counts(), op.inputs[1], op.workspace
    assert workspace is not None
    limit = b.constant(op.confidence.value.data, b.vector(scores, lanes))

    def group(g: Index) -> None:
        def some_classes(c: Index, count: int) -> None:
            at, largest = b.linear((g, PRIOR_GROUP * classes), (c, 1)), limit
            for i in range(PRIOR_GROUP):
                # Compare the score first, so that NaN is not taken.
                largest = b.maxf(b.load(scores, at, i * classes, lanes, count), largest)
            place = b.linear((g, classes), (c, 1))
            b.store(largest, workspace, place, op.largest_scores(), count)

        b.for_vectors(classes, lanes, some_classes)

    b.loop(0, priors // PRIOR_GROUP, 1, group)


def gather_candidates(
    b: LoopBuilder, op: ClassDetectionsOp, label: Index, pairs: Table
) -> SSAValue:
    """Collect the number and the score of priors with a sufficient one; return how many."""
    (priors, classes), scores = op.counts(), op.inputs[1]
    limit = b.constant(op.confidence.value.data, element_of(scores.type))
    strides = (classes, 1) if op.variances is None else (1, priors)

    def consider(prior: Index, count: SSAValue) -> Sequence[SSAValue]:
        """Store each prior behind the candidates, which costs less than to mispredict a branch."""
        place = b.linear((prior, strides[0]), (label, strides[1]))
        score = b.load(scores, place, 0, 1)
        pairs.set_row(b, count, [bitcast(b, index_as(b, prior, i32), score.type), score])
        is_candidate = b.compare_lanes("ogt", score, limit)
        return [b.index(b.select_index(is_candidate, b.add(count, 1), count))]

    def consider_group(g: Index, count: SSAValue) -> Sequence[SSAValue]:
        def consider_all() -> Sequence[SSAValue]:
            first = b.mul(g, PRIOR_GROUP)
            prefetch_boxes(b, op, first)
            return b.loop(first, b.add(first, PRIOR_GROUP), 1, consider, [count])

        is_more = b.compare_lanes("ogt", largest_score(b, op, label, g), limit)
        return b.when(is_more, consider_all, lambda: [count])

    groups = priors // PRIOR_GROUP
    found = b.loop(0, groups, 1, consider_group, [b.index(0)])
    return b.loop(groups * PRIOR_GROUP, priors, 1, consider, found)[0]


def prefetch_boxes(b: LoopBuilder, op: ClassDetectionsOp, first: Index) -> None:
    """Prefetch what boxes of a group of priors are decoded from, once these are sorted."""
    corrections, _, boxes = op.inputs
    at, line = b.mul(first, 4), line_elements(boxes)
    for i in range(0, PRIOR_GROUP * 4, line):
        b.prefetch(corrections, at, i)
        b.prefetch(boxes, at, i)
        if op.variances is None:
            b.prefetch(boxes, at, buffer_shape(boxes)[1] + i)


def largest_score(b: LoopBuilder, op: ClassDetectionsOp, label: Index, group: Index) -> SSAValue:
    """Return the largest score of a class in a group of priors, if any is above the limit."""
    (priors, classes), scores = op.counts(), op.inputs[1]
    if op.variances is None:
        assert op.workspace is not None
        return b.load(op.workspace, b.linear((group, classes), (label, 1)), op.largest_scores(), 1)
    at = b.linear((group, PRIOR_GROUP), (label, priors))
    limit = b.constant(op.confidence.value.data, b.vector(scores, PRIOR_GROUP))
    return b.reduce("max", b.maxf(b.load(scores, at, 0, PRIOR_GROUP), limit))


def decode_candidates(
    b: LoopBuilder, op: ClassDetectionsOp, label: Index, pairs: Table, count: Index, boxes: Table
) -> None:
    """Store label, score and corners of the first `count` candidates."""

    def decode(i: Index) -> None:
        prior, score = pairs.row(b, i)
        number = convert(b, "sitofp", index_as(b, label, i32), score.type)
        boxes.set_row(b, i, [number, score, *decode_prior(b, op, index_of(b, prior))])

    b.loop(0, count, 1, decode)


def decode_prior(b: LoopBuilder, op: ClassDetectionsOp, prior: Index) -> list[SSAValue]:
    """Return the corners of a corrected prior box: centers move, sizes grow by powers of e."""
    corrections, _, boxes = op.inputs
    at, element = b.mul(prior, 4), element_of(boxes.type)
    half = b.constant(0.5, element)

    def correction(i: int) -> SSAValue:
        if op.variances is None:
            variance = b.load(boxes, at, buffer_shape(boxes)[1] + i, 1)
        else:
            variance = b.constant(float_list(op.variances)[i], element)
        return b.mulf(variance, b.load(corrections, at, i, 1))

    sides: list[tuple[SSAValue, SSAValue]] = []
    for axis in (0, 1):
        low, high = b.load(boxes, at, axis, 1), b.load(boxes, at, 2 + axis, 1)
        size, centre = b.subf(high, low), b.mulf(b.addf(low, high), half)
        centre = b.addf(b.mulf(correction(axis), size), centre)
        reach = b.mulf(b.mulf(exp(b, correction(2 + axis)), size), half)
        sides.append((b.subf(centre, reach), b.addf(centre, reach)))
    (left, right), (top, bottom) = sides
    return [left, top, right, bottom]

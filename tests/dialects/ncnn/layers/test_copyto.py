"""CopyTo and Diag: which cells come from where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.rules.value_range import POSITIVE, UNIT, Range
from ncnnc.dialects.ncnn.shapes import Shape

W, H, C, STARTS, AXES, D = 0, 1, 2, 9, 11, 13


@pytest.mark.parametrize(
    ("source", "params", "box"),
    [
        ((2, 1), {W: 3, H: 1, C: 7, D: 7}, ((1, 3), (2, 1))),
        ((2, 1), {W: 3, STARTS: [-2, 1]}, ((2, 1), (2, 1))),
        ((2, 1), {STARTS: [2], AXES: [-1]}, ((0, 2), (2, 1))),
        ((2, 1), {STARTS: [-233, 1], AXES: [1, 0]}, ((1, 0), (2, 1))),
        ((2,), {STARTS: [1, 2, 3], AXES: [0, 1, 2]}, ((1, 2), (1, 2))),
        ((3, 2, 1), {}, ((0, 0), (2, 1))),
    ],
)
def test_box(layer: Any, source: Shape, params: dict[int, Any], box: tuple[Shape, Shape]):
    op = layer("CopyTo", params, (4, 5), source)
    assert op.offsets_and_sizes() == box
    assert op.infer_shapes() == [(4, 5)]
    assert not op.overflows()
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    ranges = {op.input: UNIT, op.source: Range(-2, 0.5)}
    assert op.result_range(op.output, ranges.get) == Range(-2, 1)


def test_long_rows_go_on_in_the_next(layer: Any):
    op = layer("CopyTo", {W: 2}, (3, 4), (2, 3))
    assert op.overflows()
    # Of six cells of the source, 12 to 17, the last of each row lies in the row below.
    assert op.cells().tolist() == [[0, 1, 12, 13], [14, 5, 15, 16], [17, 9, 10, 11]]


def test_what_is_behind_the_last_row_is_lost_or_in_the_next_channel(layer: Any):
    aligned = layer("CopyTo", {W: 3}, (2, 1, 4), (2, 1, 2)).cells()
    assert aligned.tolist() == [[[0, 1, 2, 8]], [[9, 5, 6, 10]]]
    padded = layer("CopyTo", {W: 2}, (2, 1, 3), (2, 1, 2)).cells()
    assert padded.tolist() == [[[0, 1, 6]], [[3, 4, 8]]]


def test_all_cells(layer: Any):
    op = layer("CopyTo", {W: 3}, (2, 3), (2, 3))
    assert op.replaces_all()
    assert op.infer_shapes() == [(2, 3)]
    np.testing.assert_array_equal(op.cells(), np.arange(6, 12).reshape(2, 3))


def test_copies_that_cannot_be(layer: Any):
    with pytest.raises(InvalidLayerError, match="2 axes need one start each, not 1"):
        layer("CopyTo", {STARTS: [1], AXES: [0, 1]}, (4, 5), (2, 3))
    for params in ({H: 3}, {H: -1}, {W: 5}, {STARTS: [0, -6]}):
        with pytest.raises(ShapeError, match="is outside of an axis of"):
            layer("CopyTo", params, (4, 5), (2, 3)).infer_shapes()


@pytest.mark.parametrize(
    ("source", "diagonal", "shape"),
    [
        ((3,), 0, (3, 3)),
        ((3,), -2, (5, 5)),
        ((4, 6), 0, (4,)),
        ((4, 6), 4, (2,)),
        ((4, 6), -3, (1,)),
    ],
)
def test_diag(layer: Any, source: Shape, diagonal: int, shape: Shape):
    op = layer("Diag", {0: diagonal}, source)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: len(source)) == len(shape)
    assert op.result_rank(op.output, lambda _: None) is None
    assert op.result_range(op.output, lambda _: Range(low=2.0)) == POSITIVE

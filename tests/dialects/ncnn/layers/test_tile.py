"""Tile and Flip: repeats and axes as ncnn takes them."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.rules.value_range import UNIT
from ncnnc.dialects.ncnn.shapes import Shape


@pytest.mark.parametrize(
    ("source", "params", "shape"),
    [
        ((5,), {1: 3}, (15,)),
        ((5,), {0: 2, 1: 3}, (15,)),
        ((4, 5), {0: 1, 1: 3}, (4, 15)),
        ((4, 5), {0: 2, 1: 3}, (4, 5)),
        ((4, 5), {2: [3]}, (4, 15)),
        ((4, 5), {1: 7, 2: [2, 1]}, (8, 5)),
        ((5,), {2: [2, 3]}, (2, 15)),
        ((3, 4, 5), {2: [1, 2, 1, 4]}, (3, 2, 4, 20)),
        ((2, 3, 4, 5), {2: [2, 1, 1]}, (2, 6, 4, 5)),
        ((2, 3, 4, 5), {0: 3, 1: 2}, (2, 3, 4, 10)),
    ],
)
def test_tile(layer: Any, source: Shape, params: dict[int, Any], shape: Shape):
    op = layer("Tile", params, source)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input, len(params.get(2, [])))
    assert op.result_range(op.output, lambda _: UNIT) == UNIT


@pytest.mark.parametrize(
    "params", [{0: -1}, {0: 4}, {1: 0}, {2: [0]}, {2: [1, 1, 1, 1, 1]}, {2: [2, -1]}]
)
def test_repeats_that_cannot_be(layer: Any, params: dict[int, Any]):
    with pytest.raises(InvalidLayerError):
        layer("Tile", params, (4, 5))


@pytest.mark.parametrize(
    ("rank", "axes", "flipped"),
    [
        (1, [], []),
        (1, [3], [0]),
        (2, [-1], [1]),
        (2, [2, 0, 0], [0]),
        (3, [-3, 1], [0, 1]),
        (4, [3, -3], [1, 3]),
    ],
)
def test_flip(layer: Any, rank: int, axes: list[int], flipped: list[int]):
    op = layer("Flip", {0: axes}, (2, 3, 4, 5)[:rank])
    assert op.flipped_axes() == flipped
    assert op.infer_shapes() == [(2, 3, 4, 5)[:rank]]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    assert op.result_range(op.output, lambda _: UNIT) == UNIT


@pytest.mark.parametrize("axes", [[4], [-5], [0, 1, 2, 3, 0]])
def test_axes_that_no_blob_has(layer: Any, axes: list[int]):
    with pytest.raises(InvalidLayerError):
        layer("Flip", {0: axes}, (4, 5))

"""Slice: sizes and split points to ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize(
    ("sizes", "ranges"),
    [
        ([-233, -233, -233], [(0, 3), (3, 6), (6, 10)]),
        ([4, -233, -233], [(0, 4), (4, 7), (7, 10)]),
        ([-233, 2, -233], [(0, 3), (3, 5), (5, 10)]),
        ([1, 2, 3], [(0, 1), (1, 3), (3, 6)]),
        ([1, 2, -233, 9], [(0, 1), (1, 3), (3, 10)]),
    ],
)
def test_sizes(layer: MakeLayer, sizes: list[int], ranges: list[tuple[int, int]]):
    assert layer("Slice", {0: sizes}, (10, 4), tops=3).ranges() == ranges


@pytest.mark.parametrize(
    ("points", "ranges"),
    [([2, 5], [(0, 2), (2, 5), (5, 10)]), ([-8, -1], [(0, 2), (2, 9), (9, 10)])],
)
def test_points_go_before_sizes(layer: MakeLayer, points: list[int], ranges: list[tuple[int, int]]):
    op = layer("Slice", {0: [1, 1, 1], 1: -1, 2: points}, (4, 10), tops=3)
    assert op.ranges() == ranges
    assert op.infer_shapes() == [(4, end - start) for start, end in ranges]


def test_one_part_alone(layer: MakeLayer):
    assert layer("Slice", {0: [-233]}, (10, 4)).infer_shapes() == [(10, 4)]


@pytest.mark.parametrize(
    ("shape", "axis", "drops"),
    [
        ((9,), 0, True),
        ((4, 9), -1, True),
        ((4, 9, 3), 1, True),
        ((4, 3, 9), 2, False),
        ((4, 9, 3, 2), 1, True),
        ((4, 3, 9, 2), -2, False),
    ],
)
def test_cells_that_no_part_takes(layer: MakeLayer, shape: Shape, axis: int, drops: bool):
    op = layer("Slice", {0: [2, 3], 1: axis}, shape, tops=2)
    if drops:
        assert op.ranges() == [(0, 2), (2, 5)]
        return
    with pytest.raises(ShapeError, match="the sizes cover 5 of the 9 cells"):
        op.ranges()


def test_parts_of_nothing_given(layer: MakeLayer):
    with pytest.raises(ShapeError, match="2 parts need 2 sizes, not 0"):
        layer("Slice", {}, (10, 4), tops=2).infer_shapes()


@pytest.mark.requirement("L10")
@pytest.mark.parametrize(
    ("shape", "packs"), [((4,), False), ((4, 7), False), ((4, 7, 9), True), ((4, 2, 7, 9), True)]
)
def test_images_can_be_packed(layer: MakeLayer, shape: Shape, packs: bool):
    assert layer("Slice", {0: [-233]}, shape).supports_packing() == packs

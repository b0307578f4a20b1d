"""Axes and parameter lists."""

from __future__ import annotations

import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.rules.axes import named_extents, resolve_axis, sized_list


def test_axis_counts_from_either_end():
    assert [resolve_axis(axis, 3) for axis in (0, 2, -1, -3)] == [0, 2, 2, 0]


@pytest.mark.parametrize("axis", [3, -4])
def test_axis_must_exist(axis: int):
    with pytest.raises(ShapeError, match=f"axis {axis} is outside of 3 dimensions"):
        resolve_axis(axis, 3)


def test_extents_that_are_missing_are_one():
    assert named_extents((5,)) == {"w": 5, "h": 1, "d": 1, "c": 1}
    assert named_extents((4, 5)) == {"w": 5, "h": 4, "d": 1, "c": 1}
    assert named_extents((3, 4, 5)) == {"w": 5, "h": 4, "d": 1, "c": 3}
    assert named_extents((3, 2, 4, 5)) == {"w": 5, "h": 4, "d": 2, "c": 3}


def test_list_has_the_length_it_must():
    assert sized_list(int_array([1, 2]), 2, "stride") == [1, 2]
    with pytest.raises(ShapeError, match="stride must have 3 entries, not 2"):
        sized_list(int_array([1, 2]), 3, "stride")

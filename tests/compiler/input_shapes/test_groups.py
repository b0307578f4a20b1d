"""Extents that change together: equal by a comparison, sides of a square, twins."""

from __future__ import annotations

from ncnnc.compiler.input_shapes.groups import Groups
from ncnnc.compiler.input_shapes.variables import add_variables

from tests.helpers.shape_search import unknowns


def groups_of(*shapes: tuple[int | None, ...]):
    formulas, _ = unknowns()
    extents, variables = [], []
    for input, shape in enumerate(shapes):
        unknown, own = add_variables(formulas, input, shape)
        extents.append(unknown)
        variables += own
    return Groups(formulas, variables), extents


def test_extents_that_were_found_equal_are_tied():
    groups, (x, y) = groups_of((3, 64, 64), (3, 64, 32))
    assert x[1] == y[1]
    assert x[2] != y[2]
    assert groups.tied(1) == {1, 4}
    assert groups.tied(2) == {2}


def test_the_larger_of_two_is_tied_by_bounds():
    groups, (x, y) = groups_of((3, 64, 64), (3, 64, 64))
    assert max(x[1], y[1]) == 64
    assert groups.tied(1) == {1}
    assert groups.tied(1, bounds=True) == {1, 4}


def test_a_square_has_both_sides_and_what_is_tied_to_them():
    groups, (x, y) = groups_of((3, 64, 64), (3, 64, 32))
    assert x[1] == y[1]
    assert groups.squares(2) == {1, 2, 4}
    assert groups.squares(5) == {5}
    assert groups.squares(0) == {0}


def test_twins_went_through_the_same_comparisons():
    groups, (x, y, z) = groups_of((3, 64, 64), (3, 64, 64), (3, 64, 64))
    assert [extent[0] == 3 for extent in (x, y)] == [True, True]
    assert z[0] < 100
    assert groups.twins(0) == {0, 3}
    assert groups.twins(6) == {6}


def test_height_and_width_of_one_input_are_no_twins():
    groups, _ = groups_of((3, 64, 64), (5, 64, 32))
    assert groups.twins(1) == {1, 4}
    assert groups.twins(0) == {0}

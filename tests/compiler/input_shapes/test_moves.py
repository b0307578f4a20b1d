"""Numbers that are tried together."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.input_shapes.groups import Groups
from ncnnc.compiler.input_shapes.moves import Moves
from ncnnc.compiler.input_shapes.variables import add_variables

from tests.helpers.shape_search import unknowns


def two_images() -> tuple[Moves, tuple, tuple]:
    formulas, _ = unknowns()
    x, of_x = add_variables(formulas, 0, (3, 64, 64))
    y, of_y = add_variables(formulas, 1, (3, 32, 32))
    return Moves(Groups(formulas, [*of_x, *of_y])), x, y


def test_all_numbers_the_most_usual_at_the_least_cost():
    moves, _, _ = two_images()
    move = moves.along(frozenset([1, 2]), 1024)
    assert np.array_equal(move.columns[1], np.arange(1, 1025))
    assert move.columns[1] is move.columns[2]
    assert move.at(int(np.argmin(move.costs))) == {1: 64, 2: 64}
    assert move.costs[255] < move.costs[254]


def test_followers_have_the_number_that_they_were_found_equal_to():
    moves, x, y = two_images()
    assert y[1] == x[1] // 2
    followed = moves.with_followers({1: np.array([10, 21])})
    assert {v: column.tolist() for v, column in followed.items()} == {1: [10, 21], 4: [5, 10]}
    assert moves.with_followers({2: np.array([10])}).keys() == {2}


def test_pairs_of_sizes_prefer_squares_and_landscapes():
    moves, _, _ = two_images()
    move = moves.grid(frozenset([1]), frozenset([2]))
    rows, columns = move.columns.values()
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    costs = dict(zip(pairs, move.costs, strict=True))
    assert costs[224, 224] < costs[224, 320] < costs[320, 224]


def test_groups_are_tried_once():
    moves, _, _ = two_images()
    assert moves.groups_of([1, 2]) == [{1, 2}, {1}, {2}]

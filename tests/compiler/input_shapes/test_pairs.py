"""Two inputs that must change at once."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.input_shapes.groups import Groups
from ncnnc.compiler.input_shapes.moves import Moves
from ncnnc.compiler.input_shapes.pairs import MOST_CANDIDATES, paired_moves
from ncnnc.compiler.input_shapes.variables import add_variables
from ncnnc.dialects.ncnn.rules.formulas import Condition

from tests.helpers.shape_search import fits, solve, text_of, unknowns

ZIPFORMER = text_of(
    "Convolution1D c 1 1 x c 0=12 1=3 2=1 3=2 6=288",
    "Permute p 1 1 c p 0=1",
    "Split l 1 3 p d e f",
    "Concat g 2 1 s d g 0=0",
    "Reshape h 1 1 g h 0=6 1=2 2=80",
    "Concat i 2 1 t e i 0=0",
    "Reshape j 1 1 i j 0=6 1=2 2=80",
    "Reshape k 1 1 f k 0=6 1=2 2=16",
    inputs="x s t",
)
"""New rows behind those of two states: 80 together, of which the last layer needs 16 new ones."""


def test_new_rows_and_those_of_states():
    solution = solve(ZIPFORMER)
    assert solution.shapes["x"][0] == 8
    assert (solution.shapes["x"][1] - 3) // 2 + 1 == 16
    assert solution.shapes["s"] == solution.shapes["t"] == (64, 12)
    assert fits(ZIPFORMER, dict(solution.shapes))
    assert solution.covers({"x": (8, 34)})
    assert not solution.covers({"x": (8, 35)})


def two_sequences() -> tuple[Moves, tuple, tuple]:
    formulas, _ = unknowns()
    x, of_x = add_variables(formulas, 0, (32,))
    y, of_y = add_variables(formulas, 1, (48,))
    return Moves(Groups(formulas, [*of_x, *of_y])), x, y


def pairs(moves: Moves, goal: Condition) -> list[dict[int, int]]:
    kept = [c for c in moves.formulas.conditions if c != goal]
    found = list(paired_moves(moves, goal, kept))
    return [move.at(int(np.argmin(move.costs))) for move in found if len(move.costs)]


def test_a_sum_that_stays_when_a_part_changes():
    moves, (x,), (y,) = two_sequences()
    assert x + y == 80
    assert x != 16
    goal = list(moves.formulas.conditions)[-1]
    assert pairs(moves, goal) == [{0: 16, 1: 64}]


def test_nothing_is_proposed_for_what_no_pair_fits():
    moves, (x,), (y,) = two_sequences()
    assert x + y == 80
    assert x != 90
    assert pairs(moves, list(moves.formulas.conditions)[-1]) == []


def test_extents_without_a_common_condition_are_no_pair():
    moves, (x,), (y,) = two_sequences()
    assert y == 48
    assert x != 16
    assert list(paired_moves(moves, list(moves.formulas.conditions)[-1], [])) == []


def test_pairs_are_limited():
    moves, (x,), (y,) = two_sequences()
    assert x * y < 1 << 20
    assert x + y != 200
    goal = list(moves.formulas.conditions)[-1]
    (move,) = paired_moves(moves, goal, [c for c in moves.formulas.conditions if c != goal])
    assert 0 < len(move.costs) <= MOST_CANDIDATES
    assert np.all(move.columns[0] + move.columns[1] == 200)

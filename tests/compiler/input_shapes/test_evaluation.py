"""Formulas and conditions for many candidates at once."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.input_shapes.evaluation import Evaluation

from tests.helpers.shape_search import unknowns


def test_comparisons_become_conditions_once():
    formulas, (x,) = unknowns(8)
    assert [x + 1 == 9, x >= 3, x >= 4, x + 1 == 9] == [True] * 4
    assert len(formulas.conditions) == 3
    held = Evaluation(formulas, {0: np.arange(1, 12)}).all_hold(formulas.conditions)
    assert np.flatnonzero(held).tolist() == [7]


def test_variables_without_a_column_keep_their_number():
    formulas, (x, y) = unknowns(8, 5)
    total = x * 10 + y
    columns = {0: np.arange(3), 1: 7}
    assert np.array_equal(Evaluation(formulas, {0: np.arange(3)}).column(total.node), [5, 15, 25])
    assert np.array_equal(Evaluation(formulas, columns).column(total.node), [7, 17, 27])
    assert Evaluation(formulas, {}).column(total.node) == 85

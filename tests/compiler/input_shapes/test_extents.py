"""Extents that are formulas: they compute as integers do, and keep what they were compared to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.compiler.input_shapes.extents import Condition, Evaluation, Extent, Formulas


def unknowns(*numbers: int) -> tuple[Formulas, list[Extent]]:
    formulas = Formulas()
    return formulas, [formulas.add_variable(number) for number in numbers]


RULES = {
    "windows": lambda x, y: (x + 2 * 1 - 3) // 2 + 1,
    "three strides": lambda x, y: ((x + 1) // 2 + 5) // 4 - 7 // 3,
    "ceil": lambda x, y: -(-x // 4) * 4 - y,
    "same padding": lambda x, y: max(3 + (x - 1) // 2 * 2 - x, 0) + y % 5,
    "cells": lambda x, y: math.prod((x, y, 3)) // 3 - abs(x - y),
    "sums": lambda x, y: sum((x, y, x)) % 7 + divmod(x, 3)[1],
    "negative": lambda x, y: 5 - x - y * -2,
    "multiples": lambda x, y: (x * 6) // 3 + (x * 6) % 3 + (x * 4 + 9) // 2,
}


@pytest.mark.parametrize("rule", RULES)
def test_formulas_are_what_integers_give(rule: str):
    function, numbers = RULES[rule], np.arange(1, 50)
    for y in (1, 2, 13, 40):
        formulas, (x, other) = unknowns(20, y)
        result = function(x, other)
        assert int(str(result)) == function(20, y)
        held = Evaluation(formulas, {0: numbers}).all_hold(formulas.conditions)
        column = Evaluation(formulas, {0: numbers}).column(formulas.node_of(result))
        expected = [function(int(n), y) for n in numbers]
        assert held[19]
        assert np.array_equal(np.broadcast_to(column, 49)[held], np.array(expected)[held])


def test_layers_that_keep_an_extent_make_no_formula():
    _, (x,) = unknowns(224)
    y = x
    for _ in range(50):
        y = (y + 2 - 3) // 1 + 1
    assert y.node == x.node


def test_equal_formulas_are_one():
    formulas, (x, y) = unknowns(8, 8)
    assert (x * y).node == (y * x).node
    assert (x // 2 // 3).node == (x // 6).node
    assert (x + 1 == x + 1) is True
    assert not formulas.conditions


def test_comparisons_become_conditions_once():
    formulas, (x,) = unknowns(8)
    assert [x + 1 == 9, x >= 3, x >= 4, x + 1 == 9] == [True] * 4
    assert len(formulas.conditions) == 3
    held = Evaluation(formulas, {0: np.arange(1, 12)}).all_hold(formulas.conditions)
    assert np.flatnonzero(held).tolist() == [7]


@pytest.mark.parametrize(
    "use", [range, float, hash, lambda x: [0] * x, lambda x: x / 3, np.float32]
)
def test_whoever_needs_the_number_makes_it_a_condition(use):
    formulas, (x,) = unknowns(8)
    use(x + 1)
    (condition,) = formulas.conditions
    assert condition == Condition("==", (x + 1).node, formulas.node_of(9), True)


def test_division_by_an_unknown_is_a_condition():
    formulas, (x, y) = unknowns(8, 2)
    assert x // y == 4
    formulas.take({1: 0})
    with pytest.raises(ZeroDivisionError):
        _ = x // y


def test_other_numbers_change_all_formulas():
    formulas, (x,) = unknowns(8)
    y = (x + 5) // 2 * x
    formulas.take({0: 21})
    assert y.number == 13 * 21
    assert isinstance(y, int)
    assert f"{y:5}" == "  273"
    assert list(range(x))[-1] == 20

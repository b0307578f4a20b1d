"""Extents that are formulas: they compute as integers do, and keep what they were compared to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.compiler.input_shapes.evaluation import Evaluation
from ncnnc.dialects.ncnn.rules.formulas import Condition
from ncnnc.dialects.ncnn.rules.window import SAME_UPPER, resolve_pads

from tests.helpers.shape_search import unknowns

RULES = {
    "windows": lambda x, y: (x + 2 * 1 - 3) // 2 + 1,
    "three strides": lambda x, y: ((x + 1) // 2 + 5) // 4 - 7 // 3,
    "ceil": lambda x, y: -(-x // 4) * 4 - y,
    "same padding": lambda x, y: max(3 + (x - 1) // 2 * 2 - x, 0) + y % 5,
    "cells": lambda x, y: math.prod((x, y, 3)) // 3 - abs(x - y),
    "sums": lambda x, y: sum((x, y, x)) % 7 + divmod(x, 3)[1],
    "negative": lambda x, y: 5 - x - y * -2,
    "multiples": lambda x, y: (x * 6) // 3 + (x * 6) % 3 + (x * 4 + 9) // 2,
    "equal parts": lambda x, y: x + 3 * x + x * 2 + (y + 5) + (x + 2),
    "common factors": lambda x, y: (x * 4 + 3) // 8 + (x * 6 + y * 9 + 5) // 3 + (x * 6 + 5) % 3,
    "sums that are multiplied": lambda x, y: (x - 1) * 2 + 2 - (y + 3) * 3 + 6 - (x + 2) * y,
    "constants in between": lambda x, y: x * 8 * y // 4 + (x * 6 * y) % 3 + x * 2 * (y * 3),
}


@pytest.mark.parametrize("rule", RULES)
def test_formulas_are_what_integers_give(rule: str):
    function, numbers = RULES[rule], np.arange(1, 50)
    for y in (1, 2, 13, 40):
        formulas, (x, other) = unknowns(20, y)
        result = function(x, other)
        assert int(str(result)) == function(20, y)
        held = Evaluation(formulas, {0: numbers}).all_hold(formulas.conditions)
        column = Evaluation(formulas, {0: numbers}).column(result.node)
        expected = [function(int(n), y) for n in numbers]
        assert held[19]
        assert np.array_equal(np.broadcast_to(column, 49)[held], np.array(expected)[held])


def test_multiples_halve_exactly():
    """As the strides of a network do, whose padding is then known."""
    _, (x,) = unknowns(7)
    size = x * 32
    for _ in range(5):
        assert resolve_pads([SAME_UPPER] * 2, [size], [3], [2]) == (0, 1)
        size = (size + 1) // 2
    assert str(size) == str(x)
    assert size.node == x.node
    assert ((x * 8 - 1) * 2 + 2).node == (x * 16).node


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

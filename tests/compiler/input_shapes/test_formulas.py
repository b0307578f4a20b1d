"""Formulas of extents: each is kept once, in one form."""

from __future__ import annotations

from tests.helpers.shape_search import unknowns


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


def test_constants_are_behind_all_else():
    _, (x, y) = unknowns(8, 9)
    assert (x * 8 * y // 8).node == (x * y).node
    assert (x * 8 * y % 4) == 0
    assert ((x + 3) + (y + 4)).node == (x + y + 7).node
    assert ((x * 2) * (y * 3)).node == (x * y * 6).node


def test_equal_parts_of_a_sum_are_a_product():
    formulas, (x,) = unknowns(3)
    count = len(formulas.nodes)
    total = sum(x for _ in range(256))
    assert total.node == (x * 256).node
    assert (total + x * 2).node == (258 * x).node
    assert len(formulas.nodes) < count + 600


def test_other_numbers_change_all_formulas():
    formulas, (x,) = unknowns(8)
    y = (x + 5) // 2 * x
    formulas.take({0: 21})
    assert y.number == 13 * 21
    assert isinstance(y, int)
    assert f"{y:5}" == "  273"
    assert list(range(x))[-1] == 20

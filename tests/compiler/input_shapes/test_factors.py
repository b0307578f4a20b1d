"""Counts of cells as heights and widths."""

from __future__ import annotations

import pytest
from ncnnc.compiler.input_shapes.factors import factorizations, factors_of
from ncnnc.compiler.input_shapes.words import set_lines

from tests.helpers.shape_search import fits, solve, text_of, unknowns


@pytest.mark.parametrize(
    ("stride", "cells", "expected"),
    [(1, 1250, (25, 50)), (16, 1250, (400, 800)), (8, 2 * 3 * 11 * 13, (208, 264))],
)
def test_a_table_of_positions_for_an_image_that_is_no_square(stride: int, cells: int, expected):
    text = text_of(
        f"Convolution c 1 1 x c 0=8 1={stride} 3={stride} 6={24 * stride * stride}",
        "Reshape r 1 1 c r 0=-1 1=8",
        "Permute t 1 1 r t 0=1",
        f"MemoryData m 0 1 m 0=8 1={cells}",
        "BinaryOp b 2 1 t m y",
    )
    solution = solve(text)
    assert solution.shapes == {"x": (3, *expected)}
    assert fits(text, dict(solution.shapes))


def test_three_extents_whose_product_is_given():
    text = text_of(
        "Crop p 1 1 x p -23309=1,0 -23310=1,1 -23311=1,3", "Reshape g 1 1 p y 0=1 1=3 2=1 11=1"
    )
    solution = solve(text)
    assert sorted(solution.shapes["x"][:3]) == [1, 1, 3]
    assert fits(text, dict(solution.shapes))


PREDICTOR = text_of(
    "MemoryData m 0 1 m 0=8 1=100",
    "MatMul n 2 1 m f n 0=0",
    "Reshape r 1 1 n r 0=-1 1=200 2=100",
    "Interp i 1 1 r i 0=2 1=0.125 2=0.125",
    "Reshape u 1 1 i u 0=-1 1=100",
    "Convolution c 1 1 x c 0=100 1=1 6=300",
    "Reshape v 1 1 c v 0=-1 1=100",
    "BinaryOp b 2 1 u v y",
    inputs="f x",
)
"""Masks from features of 200 rows, shrunk to 25, on the cells of an image."""


def test_cells_that_are_the_product_of_other_extents():
    solution = solve(PREDICTOR)
    assert solution.shapes == {"f": (8, 40000), "x": (3, 25, 25)}
    assert fits(PREDICTOR, dict(solution.shapes))
    assert fits(PREDICTOR, {"f": (8, 80000), "x": (3, 25, 50)})


def test_a_given_count_leaves_the_other_factor():
    solution = solve(PREDICTOR, {"f": (8, 60800)})
    assert solution.shapes["x"] == (3, 25, 38)
    assert any("3,38,25 fits" in line for line in set_lines(solution))


def test_factors_of_a_formula():
    formulas, (x, y) = unknowns(5, 6)
    product = (x + 1) * 4 * (y * 3)
    constant, factors = factors_of(formulas, product.node)
    assert constant == 12
    assert {formulas.numbers[factor] for factor in factors} == {6}


def test_ways_to_write_a_number_as_a_product():
    assert list(factorizations(12, 2)) == [(1, 12), (2, 6), (3, 4), (4, 3), (6, 2), (12, 1)]
    assert list(factorizations(3, 3)) == [(1, 1, 3), (1, 3, 1), (3, 1, 1)]
    assert list(factorizations(1, 2)) == [(1, 1)]

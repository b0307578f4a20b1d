"""Products and quotients of extents are those of their numbers."""

from __future__ import annotations

from itertools import product

import pytest
from ncnnc.dialects.ncnn.rules.extent_products import ExtentProducts
from ncnnc.dialects.symbols import SymbolicExtent
from xdsl.ir.affine import AffineExpr

H, W = AffineExpr.symbol(0), AffineExpr.symbol(1)
FACTORS = [H, W, H + W, H * 2 + 3, H // 4, W // 2 + H, W * 3, AffineExpr.constant(5)]


def products_of() -> ExtentProducts:
    return ExtentProducts([SymbolicExtent("H", 4, 40, 48), SymbolicExtent("W", 2, 9, 16)])


@pytest.mark.parametrize("a", FACTORS, ids=str)
def test_products_and_their_quotients(a: AffineExpr):
    products = products_of()
    for b, c in product(FACTORS, FACTORS):
        both = products.product(products.product(a, b), c)
        assert both == products.product(c, products.product(b, a))
        assert both.is_pure_affine()
        for dynamic in ((4, 2), (17, 9), (40, 3)):
            numbers = products.numbers(dynamic)
            expected = a.eval((), dynamic) * b.eval((), dynamic) * c.eval((), dynamic)
            assert both.eval((), numbers) == expected
            low, high = products.bounds(products.polynomial(both))
            assert low <= expected <= high
        quotient = products.quotient(both, b)
        assert quotient == products.product(a, c)


def test_what_may_leave_a_rest():
    products = products_of()
    area = products.product(H, W)
    assert products.quotient(area + 1, W) is None
    assert products.quotient(area, H + W) is None
    assert products.quotient(H, AffineExpr.constant(2)) is None


def test_names_and_numbers_of_products():
    products = products_of()
    products.product(products.product(W, H // 4), W + 1)
    names = [symbol.name for symbol in products.symbols[2:]]
    assert names == ["(H floordiv 4) * W", "(H floordiv 4) * W * W"]
    assert [symbol.planned for symbol in products.symbols[2:]] == [12 * 16, 12 * 16 * 16]
    assert products.numbers((9, 5))[2:] == [10, 50]


def test_equal_extents_are_equal_in_canonical_form():
    canonical = products_of().canonical
    assert canonical(H * 16 + (H * 4 + H)) == canonical(H * 21) != canonical(H * 20)
    assert canonical(W + (H + 1) // 2 + W) == canonical((H + 1) // 2 + W * 2)


def test_quotients_of_multiples_are_sums():
    canonical = products_of().canonical
    assert canonical((H * 4 + W * 8 + 7) // 4) == canonical(H + W * 2 + 1)
    assert canonical((H * 4 + (-1)) // 4) == canonical(H + (-1))
    assert canonical(H.ceil_div(8)) == canonical((H + 7) // 8) != canonical(H // 8)

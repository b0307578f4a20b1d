"""Fold, lowered to machine code, against the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("parameters", "shape", "permuted"),
    [
        ("1=4 3=4 20=16 21=12", (3 * 16, 12), True),
        ("1=2 11=3 3=2 13=3 20=34 21=21", (5 * 6, 17 * 7), True),
        ("1=7 3=7 20=7 21=91", (49, 13), True),
        # A row and a column of the output without taps; overlapping windows; taps apart; pads.
        ("1=4 3=4 20=17 21=13", (3 * 16, 12), False),
        ("1=3 3=2 20=9 21=7", (2 * 9, 12), False),
        ("1=2 2=2 3=2 20=9 21=7", (2 * 4, 12), False),
        ("1=2 3=2 4=1 20=6 21=6", (2 * 4, 16), False),
    ],
)
def test_fold(target, parameters, shape, permuted):
    compiled = check_layers(f"Fold y 1 1 x y {parameters}", {"x": shape}, target)
    assert ("kernel.fold" not in compiled.kernels) == permuted

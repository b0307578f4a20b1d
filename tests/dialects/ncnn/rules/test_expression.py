"""The expressions of Reshape, Crop and Interp."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.rules.expression import evaluate_expression

SHAPES = [(3, 4, 5), (7, 8), (2, 6, 4, 5)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12", [12]),
        ("0w,0h,0d,0c,0n", [5, 4, 1, 3, 1]),
        ("1w,1h,1c", [8, 7, 1]),
        ("2w,2h,2d,2c", [5, 4, 6, 2]),
        ("*(0w,2),//(0h,3),-1", [10, 1, -1]),
        ("-(0c,32)", [-29]),
        ("*,0w,0.5", [2]),
        ("+(max(0w,0h),min(0w,0h))", [9]),
        ("square(neg(abs(max(min(//(*(-(+(0w,1),-1),4),4),100),-4))))", [49]),
        ("trunc(-2.5),floor(-2.5),ceil(-2.5),round(-2.5)", [-2, -3, -2, -3]),
        ("sign(-7),sign(0),sign(0.5)", [-1, 0, 1]),
        ("and(6,3),or(6,3),xor(6,3),lshift(3,2),rshift(12,2)", [2, 7, 5, 12, 3]),
        ("sqrt(17),pow(2,10),log10(1000.5),exp(2)", [4, 1024, 3, 7]),
        ("/(7,2),//(7,2),//(7.5,2),reciprocal(0.3)", [3, 3, 3, 3]),
        ("remainder(-7,3),fmod(-7,3)", [2, -1]),
        ("round(*(10,logaddexp(0,0))),round(*(100,atan2(1,1)))", [7, 79]),
    ],
)
def test_values(text: str, values: list[int]):
    assert evaluate_expression(text, SHAPES) == values


def test_batches():
    assert evaluate_expression("0n,*(1n,2n)", SHAPES, (4, 1, 3)) == [4, 3]


def test_integer_division_goes_to_zero_and_that_of_floats_down():
    assert evaluate_expression("//(-7,2),//(-7.5,2)", SHAPES) == [-3, -4]


def test_an_integral_literal_is_an_integer():
    assert evaluate_expression("//(-7.0,2),//(-7e0,2),//(-70e-1,2)", SHAPES) == [-3, -3, -4]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the expression is empty"),
        ("(),", "the expression is empty"),
        ("+(1)", "'\\+' in the expression '\\+\\(1\\)' lacks operands"),
        ("3w", "'3w' names input 3, there are 3"),
        ("wide", "'wide' is neither a function, an extent nor a number"),
        ("1_0", "'1_0' is neither"),
        ("0x10", "'0x10' is neither"),
        ("//(1,0)", "'//' in an expression has no value for 1, 0"),
        ("/(1,0)", "the value of an expression is not finite"),
        ("floor(/(1,0))", "'floor' in an expression has no value for inf"),
        ("and(1,2.5)", "'and' takes integers"),
        ("lshift(1,32)", "'lshift' in an expression has no value for 1, 32"),
        ("lshift(1,-1)", "'lshift' in an expression has no value for 1, -1"),
        ("square(square(square(65536)))", "does not fit 32 bits"),
        ("99999999999", "does not fit 32 bits"),
        ("1e30", "does not fit 32 bits"),
    ],
)
def test_what_has_no_value_says_why(text: str, reason: str):
    with pytest.raises(ShapeError, match=reason):
        evaluate_expression(text, SHAPES)

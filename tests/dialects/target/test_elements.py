"""Element types of IR as the records of machines know them."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.elements import element_type, product_types
from ncnnc.dialects.target.products import (
    BF16,
    BFLOAT16,
    F32,
    FLOAT32,
    INT8,
    INT16,
    S8,
    S16,
    S32,
    U8,
    UINT8_INT8,
    ElementType,
    ProductTypes,
)
from xdsl.dialects.builtin import IndexType, IntegerType, Signedness, bf16, f32, i1, i8, i16, i32
from xdsl.ir import Attribute

u8 = IntegerType(8, Signedness.UNSIGNED)


@pytest.mark.parametrize(
    ("element", "expected"),
    [(f32, F32), (bf16, BF16), (i8, S8), (i16, S16), (i32, S32), (u8, U8)],
)
def test_elements(element: Attribute, expected: ElementType):
    assert element_type(element) == expected


@pytest.mark.parametrize("element", [i1, IndexType()])
def test_what_is_no_element(element: Attribute):
    with pytest.raises(TypeError):
        element_type(element)


@pytest.mark.parametrize(
    ("input", "weight", "expected"),
    [
        (f32, f32, FLOAT32),
        (bf16, bf16, BFLOAT16),
        (i8, i8, INT8),
        (u8, i8, UINT8_INT8),
        (i16, i16, INT16),
        (f32, i8, ProductTypes(F32, S8, F32)),
    ],
)
def test_sums_of_products(input: Attribute, weight: Attribute, expected: ProductTypes):
    assert product_types(input, weight) == expected

"""Convert element types of the IR, and products of them, to those of target records."""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
)
from xdsl.ir import Attribute

from ..element_types import element_bytes
from .products import BF16, F16, F32, S32, ElementType, ProductTypes


@cache
def element_type(element: Attribute) -> ElementType:
    """Return the record type of elements, signed by default. Raises: TypeError for others."""
    match element:
        case Float32Type():
            return F32
        case Float16Type():
            return F16
        case BFloat16Type():
            return BF16
        case _:
            return integer_type(element)


def integer_type(element: Attribute) -> ElementType:
    """Return the type of integers of whole bytes. Raises: TypeError for anything else."""
    bits = 8 * element_bytes(element)
    assert isinstance(element, IntegerType)  # floats are above
    sign = "u" if element.signedness.data is Signedness.UNSIGNED else "s"
    return ElementType(f"{sign}{bits}", bits)


@cache
def attribute_of(element: ElementType) -> Attribute:
    """Return the IR type of a record's elements; signed integers are signless."""
    floats = {F32: f32, F16: f16, BF16: bf16}
    if element in floats:
        return floats[element]
    is_unsigned = element.name.startswith("u")
    return IntegerType(element.bits, Signedness.UNSIGNED if is_unsigned else Signedness.SIGNLESS)


@cache
def product_types(input: Attribute, weight: Attribute) -> ProductTypes:
    """Return the types of a product: integers are summed in s32, all others in f32."""
    types = element_type(input), element_type(weight)
    return ProductTypes(*types, S32 if all(type.is_integer for type in types) else F32)

"""Which instruction computes a `simd.dot`: one of the records of machines, by types and size."""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ....dialects.element_types import bit_width, element_of, lanes_of
from ....dialects.simd.arithmetic import DotOp
from ....dialects.target.elements import element_type
from ....dialects.target.products import Product, ProductTypes
from ....dialects.target.records import ISAS


def product_of(op: DotOp) -> Product:
    """
    The instruction for an op.

    Raises: PassFailedException if no machine has one.
    """
    input, weight, sum = (element_of(value.type) for value in (op.a, op.b, op.sum))
    return product_for(input, weight, sum, lanes_of(op.sum.type) * bit_width(sum))


@cache
def product_for(input: Attribute, weight: Attribute, sum: Attribute, bits: int) -> Product:
    """
    What multiplies vectors of `bits` of exactly these elements.

    Of an ISA itself, which all its targets have, if there is one: LLVM makes of it and an addition
    what a target has besides. Raises: PassFailedException if there is none.
    """
    types = ProductTypes(element_type(input), element_type(weight), element_type(sum))
    extensions = [e for isa in ISAS.values() for e in isa.extensions]
    for record in (*ISAS.values(), *extensions):
        for product in record.products:
            if (product.types, product.bits) == (types, bits):
                return product
    raise PassFailedException(f"no instruction for {types} in vectors of {bits} bits")

"""Which instruction computes a `simd.dot`: one of the records of machines, by types and size."""

from __future__ import annotations

from functools import cache

from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import bit_width, element_of, lanes_of
from ...dialects.simd.arithmetic import DotOp
from ...dialects.target.elements import element_type
from ...dialects.target.products import ProductTypes
from ...dialects.target.records import ISAS


def intrinsic_of(op: DotOp) -> str:
    """
    LLVM's name of the instruction for an op.

    Raises: PassFailedException if no machine has one.
    """
    input, weight, sum = (element_of(value.type) for value in (op.a, op.b, op.sum))
    return intrinsic_for(input, weight, sum, lanes_of(op.sum.type) * bit_width(sum))


@cache
def intrinsic_for(input: Attribute, weight: Attribute, sum: Attribute, bits: int) -> str:
    """
    LLVM's name of what multiplies vectors of `bits` of exactly these elements.

    Of an ISA itself, which all its targets have, so that the sums are added to the products.
    Raises: PassFailedException if no ISA has one.
    """
    types = ProductTypes(element_type(input), element_type(weight), element_type(sum))
    for isa in ISAS.values():
        for product in isa.products:
            if (product.types, product.bits, product.accumulates) == (types, bits, False):
                return product.intrinsic
    raise PassFailedException(f"no instruction for {types} in vectors of {bits} bits")

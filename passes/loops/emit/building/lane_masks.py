"""Make masks of the first n lanes, for n known at run time."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, f32, i32
from xdsl.ir import Attribute, SSAValue

from .....dialects.element_types import element_of, lanes_of
from .builder import Index, LoopBuilder
from .conversions import convert, index_as, integer_op


def lane_numbers(b: LoopBuilder, type: Attribute) -> SSAValue:
    """Return 0, 1, 2, ...: the sum over the bits of a lane's number."""
    lanes, bit = lanes_of(type), 1
    is_integer = isinstance(element_of(type), IntegerType)
    zero = total = b.constant(0, type)
    while bit < lanes:
        has_bit = [i + lanes if i & bit else i for i in range(lanes)]
        value = b.shuffle(zero, b.constant(bit, type), has_bit)
        total = integer_op(b, arith.AddiOp, total, value) if is_integer else b.addf(total, value)
        bit *= 2
    return total


def first_lanes(b: LoopBuilder, count: Index, type: Attribute) -> SSAValue:
    """Return a mask of the first `count` lanes of vectors of floats."""
    number = convert(b, "sitofp", index_as(b, count, i32), f32)
    limit = b.splat(number, lanes_of(type))
    return b.compare_lanes("olt", lane_numbers(b, type), limit)

"""Assumptions on indices: no overflow, and lower bounds of arguments."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from ..main_function import argument_attributes

NO_OVERFLOW = arith.IntegerOverflowAttr([arith.IntegerOverflowFlag.NSW])
"""Flags of index arithmetic: addresses and counts are far from 2^63."""
LEAST_ATTRIBUTE = "simd.least"
"""Attribute of an index argument: its least value in any call."""


def known_value(value: SSAValue) -> int | None:
    """Return the value of a constant index; None for other values."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def least_value(value: SSAValue) -> int | None:
    """Return a lower bound of an index, if it is a constant or an argument with the attribute."""
    if not isinstance(value, BlockArgument):
        return known_value(value)
    function = value.block.parent_op()
    if not isinstance(function, FuncOp):
        return None
    least = argument_attributes(function)[value.index].data.get(LEAST_ATTRIBUTE)
    return least.value.data if isinstance(least, IntegerAttr) else None

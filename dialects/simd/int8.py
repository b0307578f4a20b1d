"""Round to int8: one op in scalar regions, a few on vectors."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr, VectorType, f32, i8, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import OpResult, Region
from xdsl.irdl import (
    BaseAttr,
    VarConstraint,
    eq,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of, lanes_of
from .base import PureOp

PACKED_TOGETHER = 4
"""Number of i32 vectors packed into one i8 vector of the same size."""


@irdl_op_definition
class ToInt8Op(PureOp):
    """
    `simd.to_int8 %x`: round an f32 to i8, in a scalar region.

    To the nearest integer, halves away from zero, within -127 to 127; NaN gives -127. With
    `non_negative` the least integer is 0. `bounded` says that the value is a number, and that i32
    holds it.
    """

    name = "simd.to_int8"
    value = operand_def(eq(f32))
    bounded = opt_prop_def(UnitAttr)
    non_negative = opt_prop_def(UnitAttr)
    result = result_def(eq(i8))
    assembly_format = "$value (`bounded` $bounded^)? (`non_negative` $non_negative^)? attr-dict"


class WholeNumberOp(PureOp):
    """Convert floats to integers of i32, lane by lane, by one instruction of the target."""

    value = operand_def()
    result = result_def()
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"

    def verify_(self) -> None:
        if (element_of(self.value.type), element_of(self.result.type)) != (f32, i32):
            raise VerifyException("makes i32 of f32")
        if lanes_of(self.value.type) != lanes_of(self.result.type):
            raise VerifyException("keeps the number of lanes")


@irdl_op_definition
class TruncateOp(WholeNumberOp):
    """
    `simd.truncate %x : vector<16xf32> -> vector<16xi32>`: drop the fraction of floats.

    NaN, and numbers outside i32, become the least i32. One instruction on x86.
    """

    name = "simd.truncate"


@irdl_op_definition
class RoundOp(WholeNumberOp):
    """
    `simd.round %x : vector<4xf32> -> vector<4xi32>`: round floats, halves away from zero.

    Numbers outside i32 saturate, and NaN becomes 0. One instruction on Arm.
    """

    name = "simd.round"


@irdl_op_definition
class NarrowOp(PureOp):
    """
    `simd.narrow(%a, %b) : (vector<8xi32>, vector<8xi32>) -> vector<16xi8>`: concatenate.

    Saturate to i8.
    """

    name = "simd.narrow"
    T: ClassVar = VarConstraint("T", BaseAttr(VectorType))
    values = var_operand_def(T)
    result = result_def(VectorType)
    assembly_format = "`(` $values `)` attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        count = len(self.values)
        if count == 0 or count & (count - 1):
            raise VerifyException("takes 1, 2, 4, ... vectors")
        if (element_of(self.values[0].type), element_of(self.result.type)) != (i32, i8):
            raise VerifyException("makes i8 of i32")
        if lanes_of(self.result.type) != count * lanes_of(self.values[0].type):
            raise VerifyException("the result has the lanes of all operands")


def rounding_of(region: Region | None) -> ToInt8Op | None:
    """Return the op that rounds the result of a scalar region to int8, if there is one."""
    last = region.block.last_op if region is not None else None
    value = last.operands[0] if isinstance(last, YieldOp) else None
    op = value.op if isinstance(value, OpResult) else None
    return op if isinstance(op, ToInt8Op) else None

"""The larger and the smaller of two floats, as one vector instruction computes them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue
from xdsl.irdl import AnyAttr, VarConstraint, irdl_op_definition, operand_def, result_def
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of
from ..op_creation import make_op
from .base import PureOp


class ExtremumOp(PureOp):
    """The larger or the smaller of two floats, lane by lane."""

    T: ClassVar = VarConstraint("T", AnyAttr())
    a = operand_def(T)
    b = operand_def(T)
    result = result_def(T)
    assembly_format = "$a `,` $b attr-dict `:` type($result)"

    def __init__(self, a: SSAValue, b: SSAValue):
        super().__init__(operands=[a, b], result_types=[a.type])

    def verify_(self) -> None:
        if element_of(self.result.type) != f32:
            raise VerifyException(f"compares f32, not {self.result.type}")


@irdl_op_definition
class MaximumOp(ExtremumOp):
    """
    `simd.maximum %a, %b : vector<16xf32>`: a where IEEE 754's `compareQuietGreater(a, b)`, else b.

    The result is b where either is NaN, and where both are zeros of whatever sign; some targets
    give the positive one of zeros where a is a constant. Neither
    `arith.maximumf` (NaN if either is, 0 above -0) nor `arith.maxnumf` (the operand that is not
    NaN) is one instruction on x86; this is `maxps`.
    """

    name = "simd.maximum"


@irdl_op_definition
class MinimumOp(ExtremumOp):
    """
    `simd.minimum %a, %b : vector<16xf32>`: a where IEEE 754's `compareQuietLess(a, b)`, else b.

    The result is b where either is NaN, and where both are zeros of whatever sign; some targets
    give the negative one of zeros where a is a constant.
    """

    name = "simd.minimum"


def maximum(a: SSAValue, b: SSAValue) -> MaximumOp:
    """Build `simd.maximum` of a and b, without checks."""
    return make_op(MaximumOp, [a, b], [a.type])


def minimum(a: SSAValue, b: SSAValue) -> MinimumOp:
    """Build `simd.minimum` of a and b, without checks."""
    return make_op(MinimumOp, [a, b], [a.type])

"""Remove identity arithmetic: `x * 1`, `x + 0`, a Scale by ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ...dialects.ncnn.layers.normalization import ScaleOp
from ...dialects.ncnn.layers.power import PowerOp
from ...dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOpOp
from ...dialects.ncnn.raw_layer import RawLayerOp
from ..common.rewrite import RewritePass
from .affine.affine import affine_of
from .rewriting.elide import ElidingPattern

SEE_SIGN_OF_ZERO = frozenset(
    BinaryOperator(name) for name in "div rdiv pow rpow atan2 ratan2".split()
)
"""BinaryOps whose results differ for -0 and 0."""


@dataclass(frozen=True)
class ElideUnchangedNumbers(ElidingPattern):
    """
    Replace the result by the operand, unless a later layer distinguishes -0 from `-0 + 0`, which is
    0.
    """

    context: NcnncContext

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        input = unchanged_operand(op, self.context)
        if input is None or input.type != op.results[0].type:
            return
        if not keeps_negative_zero(op) and is_sign_of_zero_seen(op):
            self.remarks.declined("0 is added to -0, of which a layer after it may divide", op)
            return
        self.elide(op, input, rewriter)


def unchanged_operand(op: Operation, context: NcnncContext) -> SSAValue | None:
    """Return the operand that the result equals, element by element."""
    if isinstance(op, BinaryScalarOp) and op.operator.data is BinaryOperator.POW:
        return op.input if op.scalar.value.data == 1.0 else None
    affine = affine_of(op, context)
    if affine is None or (affine.map.scale != 1).any() or affine.map.shift.any():
        return None
    return affine.input


def keeps_negative_zero(op: Operation) -> bool:
    """Return whether -0 stays -0."""
    match op:
        case BinaryScalarOp(operator=operator, scalar=scalar):
            zero = copysign(1.0, scalar.value.data)
            if operator.data is BinaryOperator.ADD:
                return zero < 0
            return operator.data is not BinaryOperator.SUB or zero > 0
        case BinaryOpOp():
            return op.operator.data not in (BinaryOperator.ADD, BinaryOperator.SUB)
        case ScaleOp():
            return op.bias is None
        case _:
            return False


def is_sign_of_zero_seen(op: Operation) -> bool:
    """Return whether any layer that depends on the result may distinguish -0 from 0."""
    seen, pending = {op}, [op]
    while pending:
        results = pending.pop().results
        users = {use.operation for result in results for use in result.uses} - seen
        if any(map(sees_sign_of_zero, users)):
            return True
        seen |= users
        pending += users
    return False


def sees_sign_of_zero(op: Operation) -> bool:
    """Return whether the op may give different results for -0 and 0, apart from -0 itself."""
    match op:
        case BinaryScalarOp():
            operator = op.operator.data
            return operator in SEE_SIGN_OF_ZERO and operator is not BinaryOperator.DIV
        case BinaryOpOp():
            return op.operator.data in SEE_SIGN_OF_ZERO
        case UnaryOpOp():
            return op.operator.data in (UnaryOperator.RECIPROCAL, UnaryOperator.RSQRT)
        case _:
            return isinstance(op, PowerOp | RawLayerOp)


class EliminateIdentityArithmeticPass(RewritePass):
    """
    Remove arithmetic with constants that does not change its operand.

        %a = ncnn.binaryop_scalar mul %x, 1.0
        %y = ncnn.binaryop_scalar pow %a, 1.0   ->   %x

    As `-0 + 0` is 0, adding 0 is removed only if no later layer divides by the result, or the like.
    """

    name = "eliminate-identity-arithmetic"
    PATTERNS = (ElideUnchangedNumbers,)

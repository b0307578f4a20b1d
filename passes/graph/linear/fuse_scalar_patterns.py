"""Scalar arithmetic, `y = factor * x + term`, into the linear layer before it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.layers.binaryop import BinaryScalarOp
from ....dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ....dialects.ncnn.layers.misc import DropoutOp
from ....dialects.ncnn.layers.power import PowerOp
from ....dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOpOp
from ...common.errors import layer_name
from ..analysis.factor_and_term import factor_and_term
from .linear import LinearPattern, apply_to, bias_or_zeros, scaled
from .linear_guards import Reason, why_not_fold, why_not_scale


@dataclass(frozen=True)
class ScalarMap:
    """`factor * x + term`."""

    factor: float = 1.0
    term: float = 0.0


def scalar_map(op: UnaryElementwiseOp) -> ScalarMap | None:
    """Return the map that an op is, if it multiplies by a scalar and adds one."""
    match op:
        case DropoutOp():
            return ScalarMap(op.scale.value.data)
        case PowerOp() if op.power.value.data == 1.0:
            return ScalarMap(op.scale.value.data, op.shift.value.data)
        case UnaryOpOp() if op.operator.data == UnaryOperator.NEG:
            return ScalarMap(-1.0)
        case BinaryScalarOp():
            parts = factor_and_term(op.operator.data, op.scalar.value.data)
            return parts and ScalarMap(*map(float, parts))
        case _:
            return None


class ScalarPattern(LinearPattern):
    """A rewrite of a linear layer whose outputs are all mapped alike."""

    def fold(self, op: UnaryElementwiseOp, rewriter: PatternRewriter) -> None:
        """Multiply the weights by the factor of the op, and give the bias to the op."""
        linear, map = self.linear_before(op.input), scalar_map(op)
        if linear is None or map is None or self.declines(why_not_map(linear, op, map), linear, op):
            return
        operands: dict[str, SSAValue] = {}
        if map.factor != 1.0:
            operands["weight"] = (
                scaled(rewriter, op, linear.weight, map.factor)
                if map.term
                else apply_to(rewriter, op, linear.weight)
            )
        if linear.bias is not None or map.term != 0.0:
            operands["bias"] = apply_to(rewriter, op, bias_or_zeros(rewriter, linear, op))
        self.merge(rewriter, linear, op, operands)


def why_not_map(linear: LinearOp, op: UnaryElementwiseOp, map: ScalarMap) -> Reason:
    """Why the layer cannot take the map in: positive factors alone may go through its ReLU."""
    if not isfinite(map.factor) or not isfinite(map.term):
        return f"the result of {layer_name(op)} is not finite"
    if map.term == 0.0 and map.factor > 0.0:
        return why_not_scale(linear)
    return why_not_fold(linear)


class FoldDropoutIntoLinear(ScalarPattern):
    """A dropout that scales (one that does not is nothing, whatever is before it)."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DropoutOp, rewriter: PatternRewriter):
        if op.scale.value.data != 1.0:
            self.fold(op, rewriter)


class FoldScalarIntoLinear(ScalarPattern):
    """A scalar is added, subtracted or subtracted from, multiplied or divided by."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: BinaryScalarOp | PowerOp | UnaryOpOp, rewriter: PatternRewriter
    ):
        self.fold(op, rewriter)

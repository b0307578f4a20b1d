"""Arithmetic with a constant for each channel, or one for all, into the linear layer before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ....dialects.constraints import float_list
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp
from ....dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator
from ....dialects.weight_store import WeightStore
from ...common.constants import constant_array, is_constant
from ...common.errors import layer_name
from .linear import LinearPattern, as_vector, bias_or_zeros, binary, insert, scaled
from .linear_guards import why_not_fold, why_not_per_channel


class ConstantPattern(LinearPattern):
    """A rewrite of a linear layer whose result an op combines with a constant."""

    def match(self, op: NcnnOp, value: SSAValue, constant: SSAValue) -> LinearOp | None:
        """Return the layer that computes `value`, unless `constant` is none or a guard declines."""
        linear = self.linear_before(value)
        if linear is None or not is_constant(constant):
            return None
        reason = why_not_fold(linear) or why_not_per_channel(constant, linear)
        return None if self.declines(reason, linear, op) else linear

    def match_any_order(
        self, op: NcnnOp, a: SSAValue, b: SSAValue
    ) -> tuple[LinearOp, SSAValue] | None:
        """Return the layer and the constant that compute the two operands of a commutative op."""
        for value, constant in ((a, b), (b, a)):
            if linear := self.match(op, value, constant):
                return linear, constant
        return None

    def merge_product(
        self,
        rewriter: PatternRewriter,
        linear: LinearOp,
        op: NcnnOp,
        operator: BinaryOperator,
        constant: SSAValue,
    ) -> None:
        """Multiply (or divide) weights and bias by the constant."""
        vector = as_vector(rewriter, constant, op)
        parts = {"weight": linear.weight, "bias": linear.bias}
        operands = {
            name: binary(rewriter, op, operator, part, vector, part.type)
            for name, part in parts.items()
            if part is not None
        }
        self.merge(rewriter, linear, op, operands)


class FoldConstantFactorIntoLinear(ConstantPattern):
    """`linear(x) * k`"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data != BinaryOperator.MUL:
            return
        if match := self.match_any_order(op, op.lhs, op.rhs):
            linear, constant = match
            self.merge_product(rewriter, linear, op, BinaryOperator.MUL, constant)


class FoldConstantTermIntoLinear(ConstantPattern):
    """`linear(x) + k`"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data != BinaryOperator.ADD:
            return
        if match := self.match_any_order(op, op.lhs, op.rhs):
            linear, constant = match
            bias = bias_or_zeros(rewriter, linear, op)
            vector = as_vector(rewriter, constant, op)
            total = binary(rewriter, op, BinaryOperator.ADD, bias, vector, bias.type)
            self.merge(rewriter, linear, op, {"bias": total})


def unreversed(op: BinaryOpOp) -> tuple[BinaryOperator, SSAValue, SSAValue]:
    """Operator and operands of a BinaryOp, `rsub` and `rdiv` with their operands swapped."""
    operator = op.operator.data
    if operator in (BinaryOperator.RSUB, BinaryOperator.RDIV):
        return operator.swapped, op.rhs, op.lhs
    return operator, op.lhs, op.rhs


class FoldConstantDifferenceIntoLinear(ConstantPattern):
    """`linear(x) - k`, and `k - linear(x)`, which negates the weights."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        operator, first, second = unreversed(op)
        if operator != BinaryOperator.SUB:
            return
        operands: dict[str, SSAValue] = {}
        if linear := self.match(op, first, second):
            bias = bias_or_zeros(rewriter, linear, op)
            terms = bias, as_vector(rewriter, second, op)
        elif linear := self.match(op, second, first):
            bias = bias_or_zeros(rewriter, linear, op)
            terms = as_vector(rewriter, first, op), bias
            operands["weight"] = scaled(rewriter, op, linear.weight, -1.0)
        else:
            return
        operands["bias"] = binary(rewriter, op, operator, *terms, bias.type)
        self.merge(rewriter, linear, op, operands)


@dataclass(frozen=True)
class FoldConstantDivisorIntoLinear(ConstantPattern):
    """`linear(x) / k`"""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        operator, value, divisor = unreversed(op)
        if operator != BinaryOperator.DIV:
            return
        linear = self.match(op, value, divisor)
        if linear is None:
            return
        array = constant_array(divisor, self.weights)
        by_zero = array is not None and not np.all(array)
        if self.declines(f"{layer_name(op)} divides by zero" if by_zero else None, linear, op):
            return
        self.merge_product(rewriter, linear, op, operator, divisor)


class FoldConstantEltwiseIntoLinear(ConstantPattern):
    """An Eltwise product, or (weighted) sum, of the layer's result and one constant."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: EltwiseOp, rewriter: PatternRewriter):
        if len(op.inputs) != 2 or op.operator.data == EltwiseOperator.MAX:
            return
        match = self.match_any_order(op, *op.inputs)
        if match is None:
            return
        linear, constant = match
        if op.operator.data == EltwiseOperator.PROD:
            self.merge_product(rewriter, linear, op, BinaryOperator.MUL, constant)
            return
        factors = float_list(op.coeffs) or [1.0, 1.0]
        factor = factors[0] if op.inputs[1] is constant else factors[1]
        bias = bias_or_zeros(rewriter, linear, op)
        vector = as_vector(rewriter, constant, op)
        inputs = [vector if value is constant else bias for value in op.inputs]
        total = EltwiseOp.build(
            operands=[inputs], properties=op.properties, result_types=[bias.type]
        )
        operands = {"bias": insert(rewriter, total, op)}
        if factor != 1.0:
            operands["weight"] = scaled(rewriter, op, linear.weight, factor)
        self.merge(rewriter, linear, op, operands)

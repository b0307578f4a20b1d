"""Positive factors for each channel through a ReLU into the weights of the linear layer before."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp
from ....dialects.ncnn.layers.normalization import ScaleOp
from ....dialects.weight_store import WeightStore
from ...common.constants import constant_array
from .fuse_constant_patterns import ConstantPattern, unreversed
from .linear_guards import why_not_channelwise, why_not_per_channel, why_not_scale


@dataclass(frozen=True)
class PositiveFactorPattern(ConstantPattern):
    """A rewrite of a linear layer with a ReLU, whose result positive constants multiply."""

    weights: WeightStore

    def relu_before(self, value: SSAValue, factors: SSAValue) -> LinearOp | None:
        """Return the layer, if it has a ReLU and the factors are known to be positive."""
        linear, array = self.linear_before(value), constant_array(factors, self.weights)
        if linear is None or array is None:
            return None
        has_relu = linear.activation.data in (Activation.RELU, Activation.LEAKY_RELU)
        return linear if has_relu and np.all((array > 0) & np.isfinite(array)) else None


class FoldPositiveFactorThroughReLU(PositiveFactorPattern):
    """`relu(linear(x)) * k`, and divided by `k`, for a positive `k`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        operator, first, second = unreversed(op)
        orders = {
            BinaryOperator.MUL: [(first, second), (second, first)],
            BinaryOperator.DIV: [(first, second)],
        }
        for value, factors in orders.get(operator, []):
            if linear := self.relu_before(value, factors):
                reason = why_not_scale(linear) or why_not_per_channel(factors, linear)
                if not self.declines(reason, linear, op):
                    self.merge_product(rewriter, linear, op, operator, factors)
                return


class FoldPositiveScaleThroughReLU(PositiveFactorPattern):
    """A Scale layer of positive factors without a bias, after a layer with a ReLU."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter):
        linear = self.relu_before(op.input, op.scale)
        if linear is None or op.bias is not None or op.scale_output is not None:
            return
        reason = why_not_scale(linear) or why_not_channelwise(linear, op)
        if not self.declines(reason, linear, op):
            self.merge_product(rewriter, linear, op, BinaryOperator.MUL, op.scale)

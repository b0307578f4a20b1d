"""BatchNorm into the linear layer before it."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ....dialects.ncnn.layers.normalization import BatchNormOp
from .linear import LinearPattern, apply_to, bias_or_zeros, channels_of, insert, zeros
from .linear_guards import why_not_channelwise, why_not_fold


class FoldBatchNormIntoLinear(LinearPattern):
    """
    Apply the batchnorm to the bias, and without its mean and bias to the weights.

    As `norm(W x + b) = s * (W x + b - mean) + bias = (s * W) x + norm(b)` with
    `s = slope / sqrt(variance + eps)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNormOp, rewriter: PatternRewriter):
        linear = self.linear_before(op.input)
        if linear is None:
            return
        reason = why_not_fold(linear) or why_not_channelwise(linear, op)
        if self.declines(reason, linear, op):
            return
        bias = bias_or_zeros(rewriter, linear, op)
        zero = insert(rewriter, zeros(channels_of(linear)), op)
        operands = {
            "weight": apply_to(rewriter, op, linear.weight, mean=zero, bias=zero),
            "bias": apply_to(rewriter, op, bias),
        }
        self.merge(rewriter, linear, op, operands)

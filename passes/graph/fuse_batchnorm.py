"""Make a BatchNorm part of the convolution, deconvolution or inner product before it."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.normalization import BatchNormOp
from ..support.constants import is_constant
from ..support.linear import (
    apply_to,
    bias_or_zeros,
    channel_axis,
    channels_of,
    foldable_linear,
    insert,
    merge_into_linear,
    zeros,
)


class FoldBatchNormIntoLinear(RewritePattern):
    """
    Apply the batchnorm to the bias, and without its mean and bias to the weights.

    As `norm(W x + b) = s * (W x + b - mean) + bias = (s * W) x + norm(b)` with
    `s = slope / sqrt(variance + eps)`.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNormOp, rewriter: PatternRewriter):
        linear = foldable_linear(op.input)
        if linear is None or channel_axis(linear) != 0:
            return
        if not all(map(is_constant, op.operands[1:])):
            return
        bias = bias_or_zeros(rewriter, linear, op)
        zero = insert(rewriter, zeros(channels_of(linear)), op)
        operands = {
            "weight": apply_to(rewriter, op, linear.weight, mean=zero, bias=zero),
            "bias": apply_to(rewriter, op, bias),
        }
        merge_into_linear(rewriter, linear, op, operands)


@dataclass(frozen=True)
class FuseBatchnormPass(ModulePass):
    """
    Make a batchnorm part of the layer whose result it takes: scale its weights, normalise its bias.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.batchnorm %a, %slope, %mean, %variance, %beta
        ->
        %w2 = ncnn.batchnorm %w, %slope, %zeros, %variance, %zeros
        %b2 = ncnn.batchnorm %b, %slope, %mean, %variance, %beta
        %y = ncnn.convolution %x, %w2 bias %b2

    Source: ncnnoptimize, `fuse_convolution_batchnorm` and its four sisters, which fold through
    activations and into int8 weights, and divide by zero where the layer does not.
    """

    name = "fuse-batchnorm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(FoldBatchNormIntoLinear(), apply_recursively=False)
        walker.rewrite_module(op)

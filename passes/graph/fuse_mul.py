"""Make a multiplication by constants part of the linear layer before it."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.elementwise import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ...dialects.ncnn.normalization import ScaleOp
from ..support.constants import is_constant
from ..support.linear import (
    apply_binary,
    apply_to,
    channel_axis,
    foldable_linear,
    match_channel_operand,
    merge_into_linear,
)


class FoldConstantFactorIntoLinear(RewritePattern):
    """`linear(x) * k` and `linear(x) / k` with a constant for each channel, or one for all."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data not in (BinaryOperator.MUL, BinaryOperator.DIV):
            return
        match = match_channel_operand(op)
        if match is None:
            return
        linear, constant = match
        operands = {"weight": apply_binary(rewriter, op, linear.weight, constant)}
        if linear.bias is not None:
            operands["bias"] = apply_binary(rewriter, op, linear.bias, constant)
        merge_into_linear(rewriter, linear, op, operands)


class FoldScalarFactorIntoLinear(RewritePattern):
    """`linear(x) * s` and `linear(x) / s` with a scalar."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryScalarOp, rewriter: PatternRewriter):
        if op.operator.data not in (BinaryOperator.MUL, BinaryOperator.DIV):
            return
        linear = foldable_linear(op.input)
        if linear is None:
            return
        operands = {"weight": apply_to(rewriter, op, linear.weight)}
        if linear.bias is not None:
            operands["bias"] = apply_to(rewriter, op, linear.bias)
        merge_into_linear(rewriter, linear, op, operands)


class FoldScaleIntoLinear(RewritePattern):
    """A Scale layer: its factors into the weights, all of it into the bias."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter):
        linear = foldable_linear(op.input)
        if linear is None or channel_axis(linear) != 0 or op.scale_output is not None:
            return
        if not all(map(is_constant, op.operands[1:])):
            return
        bias: SSAValue | None = op.bias
        if linear.bias is not None:
            bias = apply_to(rewriter, op, linear.bias)
        weight = apply_to(rewriter, op, linear.weight, bias=None)
        merge_into_linear(rewriter, linear, op, {"weight": weight, "bias": bias})


@dataclass(frozen=True)
class FuseMulPass(ModulePass):
    """
    Make a multiplication (or division) by constants, and a Scale layer, part of the layer before
    it.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop mul %a, %k
        ->
        %w2 = ncnn.binaryop mul %w, %k
        %b2 = ncnn.binaryop mul %b, %k
        %y = ncnn.convolution %x, %w2 bias %b2

    A vector lies along the outermost axis of the weights: ncnn's broadcasting prefers it.
    Source: ncnnoptimize, `fuse_convolution_mul`, `fuse_convolutiondepthwise_mul` and
    `fuse_deconvolution_mul`; division, scalars, Scale layers and inner products are new.
    """

    name = "fuse-mul"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = GreedyRewritePatternApplier(
            [FoldConstantFactorIntoLinear(), FoldScalarFactorIntoLinear(), FoldScaleIntoLinear()],
            dce_enabled=False,
        )
        PatternRewriteWalker(patterns, apply_recursively=False).rewrite_module(op)

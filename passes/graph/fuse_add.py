"""Make an addition of constants part of the linear layer before it."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.elementwise import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ...dialects.ncnn.normalization import BiasOp
from ..support.constants import is_constant
from ..support.linear import (
    apply_binary,
    apply_to,
    bias_or_zeros,
    foldable_linear,
    insert,
    match_channel_operand,
    merge_into_linear,
)


class FoldConstantTermIntoLinear(RewritePattern):
    """`linear(x) + k` and `linear(x) - k` with a constant for each channel, or one for all."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data not in (BinaryOperator.ADD, BinaryOperator.SUB):
            return
        match = match_channel_operand(op)
        if match is None:
            return
        linear, constant = match
        bias = apply_binary(rewriter, op, bias_or_zeros(rewriter, linear, op), constant)
        merge_into_linear(rewriter, linear, op, {"bias": bias})


class FoldScalarTermIntoLinear(RewritePattern):
    """`linear(x) + s` and `linear(x) - s` with a scalar."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryScalarOp, rewriter: PatternRewriter):
        if op.operator.data not in (BinaryOperator.ADD, BinaryOperator.SUB):
            return
        linear = foldable_linear(op.input)
        if linear is None:
            return
        bias = apply_to(rewriter, op, bias_or_zeros(rewriter, linear, op))
        merge_into_linear(rewriter, linear, op, {"bias": bias})


class FoldBiasIntoLinear(RewritePattern):
    """
    A Bias layer: its terms are added to those of the linear layer.

    On vectors and matrices Bias adds its first term to all outputs, so it must have just one there.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BiasOp, rewriter: PatternRewriter):
        linear = foldable_linear(op.input)
        if linear is None or not is_constant(op.bias):
            return
        if op.is_uniform and shape_of(op.bias) != (1,):
            return
        bias = bias_or_zeros(rewriter, linear, op)
        total = BinaryOpOp.build(
            operands=[bias, op.bias],
            properties={"operator": BinaryOperatorAttr(BinaryOperator.ADD)},
            result_types=[bias.type],
        )
        merge_into_linear(rewriter, linear, op, {"bias": insert(rewriter, total, op)})


@dataclass(frozen=True)
class FuseAddPass(ModulePass):
    """
    Make an addition (or subtraction) of constants, and a Bias layer, part of the layer before it.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.convolution %x, %w bias %b2

    Source: ncnnoptimize, `fuse_convolution_add`, `fuse_convolutiondepthwise_add`,
    `fuse_deconvolution_add` and `fuse_innerproduct_add`; subtraction, scalars and Bias layers are
    new.
    """

    name = "fuse-add"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = GreedyRewritePatternApplier(
            [FoldConstantTermIntoLinear(), FoldScalarTermIntoLinear(), FoldBiasIntoLinear()],
            dce_enabled=False,
        )
        PatternRewriteWalker(patterns, apply_recursively=False).rewrite_module(op)

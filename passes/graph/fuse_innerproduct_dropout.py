"""Make the scale of a Dropout part of the inner product before it."""

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

from ...dialects.ncnn.attributes import Activation
from ...dialects.ncnn.innerproduct import InnerProductOp
from ...dialects.ncnn.misc import DropoutOp
from ..support.linear import apply_to, has_float_weights, merge_into_linear, only_reader_of_linear

HOMOGENEOUS = (Activation.NONE, Activation.RELU, Activation.LEAKY_RELU)
"""Activations with `f(s * x) = s * f(x)` for positive `s`."""


class FoldDropoutIntoInnerProduct(RewritePattern):
    """Scale weights and bias as the dropout scales the result."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DropoutOp, rewriter: PatternRewriter):
        linear = only_reader_of_linear(op.input)
        if not isinstance(linear, InnerProductOp) or not has_float_weights(linear):
            return
        if not can_scale_before_activation(linear.activation.data, op.scale.value.data):
            return
        operands = {"weight": apply_to(rewriter, op, linear.weight)}
        if linear.bias is not None:
            operands["bias"] = apply_to(rewriter, op, linear.bias)
        merge_into_linear(rewriter, linear, op, operands)


def can_scale_before_activation(activation: Activation, scale: float) -> bool:
    """Whether scaling the activation's argument scales its result alike."""
    return activation == Activation.NONE or (activation in HOMOGENEOUS and scale > 0.0)


@dataclass(frozen=True)
class FuseInnerproductDropoutPass(ModulePass):
    """
    Make a dropout that scales (what caffe's networks have) part of the inner product before it.

        %a = ncnn.innerproduct %x, %w activation relu
        %y = ncnn.dropout %a scale 0.5
        ->
        %w2 = ncnn.dropout %w scale 0.5
        %y = ncnn.innerproduct %x, %w2 activation relu

    Source: ncnnoptimize, `fuse_innerproduct_dropout`, which scales through any activation.
    """

    name = "fuse-innerproduct-dropout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(FoldDropoutIntoInnerProduct(), apply_recursively=False)
        walker.rewrite_module(op)

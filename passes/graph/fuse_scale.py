"""Make a Scale or Bias layer part of the linear layer before it."""

from __future__ import annotations

from functools import partial

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.normalization import BiasOp, ScaleOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.constants import is_constant
from ..common.errors import layer_name
from ..common.rewrite import RewritePass
from .linear.linear import LinearPattern, apply_to, bias_or_zeros, binary
from .linear.linear_guards import (
    Reason,
    result_forms,
    unknown_shape,
    why_not_channelwise,
    why_not_fold,
)


class FoldScaleIntoLinear(LinearPattern):
    """A Scale layer: its factors into the weights, all of it into the bias."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter):
        linear = self.linear_before(op.input)
        if linear is None:
            return
        reason = why_not_fold(linear) or why_not_channelwise(linear, op)
        if op.scale_output is not None:
            reason = reason or f"the scale is an output of {layer_name(op)}"
        if self.declines(reason, linear, op):
            return
        bias: SSAValue | None = op.bias
        if linear.bias is not None:
            bias = apply_to(rewriter, op, linear.bias)
        weight = apply_to(rewriter, op, linear.weight, bias=None)
        self.merge(rewriter, linear, op, {"weight": weight, "bias": bias})


class FoldBiasIntoLinear(LinearPattern):
    """A Bias layer: its terms are added to those of the linear layer."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BiasOp, rewriter: PatternRewriter):
        linear = self.linear_before(op.input)
        if linear is None:
            return
        if self.declines(why_not_fold(linear) or why_not_terms(linear, op), linear, op):
            return
        bias = bias_or_zeros(rewriter, linear, op)
        total = binary(rewriter, op, BinaryOperator.ADD, bias, op.bias, bias.type)
        self.merge(rewriter, linear, op, {"bias": total})


def why_not_terms(linear: LinearOp, op: BiasOp) -> Reason:
    """Why the terms of a Bias layer are neither one for each channel nor one for all."""
    if not is_constant(op.bias) or not has_shape(op.bias):
        return f"the network computes the parameters of {layer_name(op)}"
    forms = result_forms(linear)
    fits = [
        shape_of(op.bias) == (1,)
        if len(form.extents) < 3
        else why_not_channelwise(linear, op) is None
        for form in forms
    ]
    if all(fits):
        return None
    if any(fits):
        return unknown_shape(linear)
    if any(len(form.extents) < 3 for form in forms):
        return f"{layer_name(op)} adds its first term to all outputs of {layer_name(linear)}"
    return why_not_channelwise(linear, op)


class FuseScalePass(RewritePass):
    """
    Make a Scale layer, or a Bias layer, part of the linear layer before it.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.scale %a, %s bias %t
        ->
        %w2 = ncnn.scale %w, %s
        %b2 = ncnn.scale %b, %s bias %t
        %y = ncnn.convolution %x, %w2 bias %b2

    ncnnoptimize has no such function: it folds a Scale only into a BatchNorm.
    """

    name = "fuse-scale"
    PATTERNS = (
        partial(FoldScaleIntoLinear, layers=LinearOp),
        partial(FoldBiasIntoLinear, layers=LinearOp),
    )

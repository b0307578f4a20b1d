"""
Make a Scale layer part of the BatchNorm before it. Source: ncnnoptimize, `fuse_batchnorm_scale`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import OpResult
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.normalization import BatchNormOp, ScaleOp
from ..support.constants import is_constant
from ..support.linear import apply_to
from ..support.locations import fuse_locations
from ..support.rebuild import rebuild


class FoldScaleIntoBatchNorm(RewritePattern):
    """Scale slope and bias of a batchnorm whose one reader is a constant scale of its channels."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter):
        norm = op.input.op if isinstance(op.input, OpResult) else None
        if not isinstance(norm, BatchNormOp) or not norm.output.has_one_use():
            return
        if op.scale_output is not None or not all(map(is_constant, op.operands[1:])):
            return
        operands = {
            "slope": apply_to(rewriter, op, norm.slope, bias=None),
            "bias": apply_to(rewriter, op, norm.bias),
        }
        merged = rebuild(norm, operands=operands, result_type=op.output.type)
        merged.location = fuse_locations(norm, op)
        rewriter.replace(op, merged)
        rewriter.erase(norm)


@dataclass(frozen=True)
class FuseBatchnormScalePass(ModulePass):
    """
    Make a scale (and bias) of channels part of the batchnorm before it.

        %a = ncnn.batchnorm %x, %slope, %mean, %variance, %bias
        %y = ncnn.scale %a, %s bias %b
        ->
        %slope2 = ncnn.scale %slope, %s
        %bias2 = ncnn.scale %bias, %s bias %b
        %y = ncnn.batchnorm %x, %slope2, %mean, %variance, %bias2

    Source: ncnnoptimize, `fuse_batchnorm_scale`.
    """

    name = "fuse-batchnorm-scale"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(FoldScaleIntoBatchNorm(), apply_recursively=False)
        walker.rewrite_module(op)

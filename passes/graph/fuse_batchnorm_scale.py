"""Make a Scale layer part of the BatchNorm before it."""

from __future__ import annotations

from xdsl.ir import OpResult
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.normalization import BatchNormOp, ScaleOp
from ..common.constants import is_constant
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .linear.linear import apply_to


class FoldScaleIntoBatchNorm(GraphPattern):
    """Scale slope and bias of a batchnorm whose one user is a constant scale of its channels."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter):
        norm = op.input.op if isinstance(op.input, OpResult) else None
        if not isinstance(norm, BatchNormOp):
            return
        reason = why_not_scale_batchnorm(norm, op)
        if reason is not None:
            self.remarks.declined(reason, norm, op)
            return
        self.remarks.made(norm, op)
        operands = {
            "slope": apply_to(rewriter, op, norm.slope, bias=None),
            "bias": apply_to(rewriter, op, norm.bias),
        }
        merged = rebuild(norm, operands=operands, result_type=op.output.type)
        merged.location = fuse_locations(norm, op)
        rewriter.replace(op, merged)
        rewriter.erase(norm)


def why_not_scale_batchnorm(norm: BatchNormOp, scale: ScaleOp) -> str | None:
    """Why the scale cannot become part of the batchnorm, in words for a remark."""
    name, user = layer_name(norm), layer_name(scale)
    parameters = [*norm.operands[1:], *scale.operands[1:]]
    if not norm.output.has_one_use():
        return f"the result of {name} has other users"
    if scale.scale_output is not None:
        return f"the scale is an output of {user}"
    if not all(map(is_constant, parameters)):
        return "the network computes parameters of the two"
    if len({parameter.type for parameter in parameters}) > 1:
        return f"{name} and {user} are for different numbers of channels"
    return None


class FuseBatchnormScalePass(RewritePass):
    """
    Make a scale (and bias) of channels part of the batchnorm before it.

        %a = ncnn.batchnorm %x, %slope, %mean, %variance, %bias
        %y = ncnn.scale %a, %s bias %b
        ->
        %slope2 = ncnn.scale %slope, %s
        %bias2 = ncnn.scale %bias, %s bias %b
        %y = ncnn.batchnorm %x, %slope2, %mean, %variance, %bias2

    Source: ncnnoptimize, `fuse_batchnorm_scale`, which compares no numbers of channels.
    """

    name = "fuse-batchnorm-scale"
    PATTERNS = (FoldScaleIntoBatchNorm,)

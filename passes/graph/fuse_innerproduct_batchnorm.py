"""Make a BatchNorm part of the inner product before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseInnerproductBatchnormPass(ModulePass):
    """
    Make a batchnorm part of the inner product before it: scale its weights, normalise its bias.

        %a = ncnn.innerproduct %x, %w bias %b
        %y = ncnn.batchnorm %a, %slope, %mean, %variance, %beta
        ->
        %w2 = ncnn.batchnorm %w, %slope, %zeros, %variance, %zeros
        %b2 = ncnn.batchnorm %b, %slope, %mean, %variance, %beta
        %y = ncnn.innerproduct %x, %w2 bias %b2

    Source: ncnnoptimize, `fuse_innerproduct_batchnorm`, which also folds by column where the
    batchnorm is by row, after an inner product of a matrix.
    """

    name = "fuse-innerproduct-batchnorm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldBatchNormIntoLinear(remarks, InnerProductOp))

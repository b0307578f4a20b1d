"""Make a BatchNorm part of the grouped convolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseConvolutiondepthwiseBatchnormPass(ModulePass):
    """
    Make a batchnorm part of the grouped convolution before it: scale its weights, normalise its
    bias.

        %a = ncnn.convolution_depthwise %x, %w bias %b group 4
        %y = ncnn.batchnorm %a, %slope, %mean, %variance, %beta
        ->
        %w2 = ncnn.batchnorm %w, %slope, %zeros, %variance, %zeros
        %b2 = ncnn.batchnorm %b, %slope, %mean, %variance, %beta
        %y = ncnn.convolution_depthwise %x, %w2 bias %b2 group 4

    ConvolutionDepthWise1D folds alike. Source: ncnnoptimize,
    `fuse_convolutiondepthwise_batchnorm`, which folds through an activation and into int8 weights,
    and divides by zero where the layer does not.
    """

    name = "fuse-convolutiondepthwise-batchnorm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldBatchNormIntoLinear(remarks, GroupedConvolution))

"""Make a multiplication by constants part of the grouped convolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseConvolutiondepthwiseMulPass(ModulePass):
    """
    Make a multiplication by constants part of the grouped convolution before it.

        %a = ncnn.convolution_depthwise %x, %w bias %b group 4
        %y = ncnn.binaryop mul %a, %k
        ->
        %w2 = ncnn.binaryop mul %w, %k
        %b2 = ncnn.binaryop mul %b, %k
        %y = ncnn.convolution_depthwise %x, %w2 bias %b2 group 4

    A vector lies along the outermost axis of the weights: ncnn's broadcasting prefers it.
    ConvolutionDepthWise1D folds alike. Source: ncnnoptimize, `fuse_convolutiondepthwise_mul`,
    which folds through an activation.
    """

    name = "fuse-convolutiondepthwise-mul"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantFactorIntoLinear(remarks, GroupedConvolution))

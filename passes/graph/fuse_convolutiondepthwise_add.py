"""Make an addition of constants part of the grouped convolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseConvolutiondepthwiseAddPass(ModulePass):
    """
    Make an addition of constants part of the grouped convolution before it: of its bias.

        %a = ncnn.convolution_depthwise %x, %w bias %b group 4
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.convolution_depthwise %x, %w bias %b2 group 4

    ConvolutionDepthWise1D folds alike. Source: ncnnoptimize, `fuse_convolutiondepthwise_add`,
    which folds through an activation.
    """

    name = "fuse-convolutiondepthwise-add"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantTermIntoLinear(remarks, GroupedConvolution))

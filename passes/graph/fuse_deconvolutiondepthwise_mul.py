"""Make a multiplication by constants part of the grouped deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseDeconvolutiondepthwiseMulPass(ModulePass):
    """
    Make a multiplication by constants part of the grouped deconvolution before it.

        %a = ncnn.deconvolution_depthwise %x, %w bias %b group 4
        %y = ncnn.binaryop mul %a, %k
        ->
        %w2 = ncnn.binaryop mul %w, %k
        %b2 = ncnn.binaryop mul %b, %k
        %y = ncnn.deconvolution_depthwise %x, %w2 bias %b2 group 4

    A vector lies along the outermost axis of the weights: ncnn's broadcasting prefers it.
    DeconvolutionDepthWise1D folds alike. ncnnoptimize has no such function.
    """

    name = "fuse-deconvolutiondepthwise-mul"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantFactorIntoLinear(remarks, GroupedDeconvolution))

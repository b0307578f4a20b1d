"""Make an addition of constants part of the grouped deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseDeconvolutiondepthwiseAddPass(ModulePass):
    """
    Make an addition of constants part of the grouped deconvolution before it: of its bias.

        %a = ncnn.deconvolution_depthwise %x, %w bias %b group 4
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.deconvolution_depthwise %x, %w bias %b2 group 4

    DeconvolutionDepthWise1D folds alike. ncnnoptimize has no such function.
    """

    name = "fuse-deconvolutiondepthwise-add"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantTermIntoLinear(remarks, GroupedDeconvolution))

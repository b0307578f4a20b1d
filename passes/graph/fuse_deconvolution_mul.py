"""Make a multiplication by constants part of the deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseDeconvolutionMulPass(ModulePass):
    """
    Make a multiplication by constants part of the deconvolution before it.

        %a = ncnn.deconvolution %x, %w bias %b
        %y = ncnn.binaryop mul %a, %k
        ->
        %w2 = ncnn.binaryop mul %w, %k
        %b2 = ncnn.binaryop mul %b, %k
        %y = ncnn.deconvolution %x, %w2 bias %b2

    A vector lies along the outermost axis of the weights: ncnn's broadcasting prefers it.
    Deconvolution1D folds alike. Source: ncnnoptimize, `fuse_deconvolution_mul`, which folds
    through an activation.
    """

    name = "fuse-deconvolution-mul"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantFactorIntoLinear(remarks, DenseDeconvolution))

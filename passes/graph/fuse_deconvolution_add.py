"""Make an addition of constants part of the deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseDeconvolutionAddPass(ModulePass):
    """
    Make an addition of constants part of the deconvolution before it: of its bias.

        %a = ncnn.deconvolution %x, %w bias %b
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.deconvolution %x, %w bias %b2

    Deconvolution1D folds alike. Source: ncnnoptimize, `fuse_deconvolution_add`, which folds
    through an activation.
    """

    name = "fuse-deconvolution-add"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantTermIntoLinear(remarks, DenseDeconvolution))

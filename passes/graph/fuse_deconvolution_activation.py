"""Make an activation part of the deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseDeconvolutionActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the deconvolution before them.

        %a = ncnn.deconvolution %x, %w
        %y = ncnn.relu %a   ->   %y = ncnn.deconvolution %x, %w activation relu

    Deconvolution1D, too. Source: ncnnoptimize, `fuse_deconvolution_activation`, which overwrites
    an activation that is there, and knows neither Mish nor HardSwish.
    """

    name = "fuse-deconvolution-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FuseActivationIntoLinear(remarks, DenseDeconvolution))

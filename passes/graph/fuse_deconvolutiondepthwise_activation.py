"""Make an activation part of the grouped deconvolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseDeconvolutiondepthwiseActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the grouped deconvolution
    before them.

        %a = ncnn.deconvolution_depthwise %x, %w group 4
        %y = ncnn.relu %a   ->   %y = ncnn.deconvolution_depthwise %x, %w group 4 activation relu

    DeconvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_deconvolutiondepthwise_activation`,
    which overwrites an activation that is there, and knows neither Mish nor HardSwish.
    """

    name = "fuse-deconvolutiondepthwise-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FuseActivationIntoLinear(remarks, GroupedDeconvolution))

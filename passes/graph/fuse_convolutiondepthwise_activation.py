"""Make an activation part of the grouped convolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseConvolutiondepthwiseActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the grouped convolution before
    them.

        %a = ncnn.convolution_depthwise %x, %w group 4
        %y = ncnn.relu %a   ->   %y = ncnn.convolution_depthwise %x, %w group 4 activation relu

    ConvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_convolutiondepthwise_activation`,
    which overwrites an activation that is there.
    """

    name = "fuse-convolutiondepthwise-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FuseActivationIntoLinear(remarks, GroupedConvolution))

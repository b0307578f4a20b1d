"""Make an activation part of the convolution before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import DenseConvolution
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseConvolutionActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the convolution before them.

        %a = ncnn.convolution %x, %w
        %y = ncnn.relu %a   ->   %y = ncnn.convolution %x, %w activation relu

    Convolution1D, too. Source: ncnnoptimize, `fuse_convolution_activation`, which overwrites an
    activation that is there.
    """

    name = "fuse-convolution-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FuseActivationIntoLinear(remarks, DenseConvolution))

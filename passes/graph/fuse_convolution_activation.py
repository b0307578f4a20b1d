"""Make an activation part of the convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import DenseConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseConvolutionActivationPass(RewritePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the convolution before them.

        %a = ncnn.convolution %x, %w
        %y = ncnn.relu %a   ->   %y = ncnn.convolution %x, %w activation relu

    Convolution1D, too. Source: ncnnoptimize, `fuse_convolution_activation`, which overwrites an
    activation that is there.
    """

    name = "fuse-convolution-activation"
    PATTERNS = (partial(FuseActivationIntoLinear, layers=DenseConvolution),)

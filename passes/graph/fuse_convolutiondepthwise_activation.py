"""Make an activation part of the grouped convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseConvolutiondepthwiseActivationPass(RewritePass):
    """
    Fuse as `fuse-convolution-activation` does, with the grouped convolution before it.

    ConvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_convolutiondepthwise_activation`, which
    overwrites an activation that is there.
    """

    name = "fuse-convolutiondepthwise-activation"
    PATTERNS = (partial(FuseActivationIntoLinear, layers=GroupedConvolution),)

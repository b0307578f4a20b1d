"""Make a multiplication by constants part of the grouped convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseConvolutiondepthwiseMulPass(RewritePass):
    """
    Fuse as `fuse-convolution-mul` does, with the grouped convolution before it.

    ConvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_convolutiondepthwise_mul`, which folds
    through an activation.
    """

    name = "fuse-convolutiondepthwise-mul"
    PATTERNS = (partial(FoldConstantFactorIntoLinear, layers=GroupedConvolution),)

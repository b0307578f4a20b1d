"""Make an addition of constants part of the grouped convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseConvolutiondepthwiseAddPass(RewritePass):
    """
    Fuse as `fuse-convolution-add` does, with the grouped convolution before it.

    ConvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_convolutiondepthwise_add`, which folds
    through an activation.
    """

    name = "fuse-convolutiondepthwise-add"
    PATTERNS = (partial(FoldConstantTermIntoLinear, layers=GroupedConvolution),)

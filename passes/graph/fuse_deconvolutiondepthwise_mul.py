"""Make a multiplication by constants part of the grouped deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseDeconvolutiondepthwiseMulPass(RewritePass):
    """
    Fuse as `fuse-convolution-mul` does, with the grouped deconvolution before it.

    DeconvolutionDepthWise1D, too. ncnnoptimize has no such function.
    """

    name = "fuse-deconvolutiondepthwise-mul"
    PATTERNS = (partial(FoldConstantFactorIntoLinear, layers=GroupedDeconvolution),)

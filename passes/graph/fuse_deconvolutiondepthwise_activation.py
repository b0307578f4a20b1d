"""Make an activation part of the grouped deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseDeconvolutiondepthwiseActivationPass(RewritePass):
    """
    Fuse as `fuse-convolution-activation` does, with the grouped deconvolution before it.

    DeconvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_deconvolutiondepthwise_activation`,
    which overwrites an activation that is there, and knows neither Mish nor HardSwish.
    """

    name = "fuse-deconvolutiondepthwise-activation"
    PATTERNS = (partial(FuseActivationIntoLinear, layers=GroupedDeconvolution),)

"""Make a BatchNorm part of the grouped convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import GroupedConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseConvolutiondepthwiseBatchnormPass(RewritePass):
    """
    Fuse as `fuse-convolution-batchnorm` does, with the grouped convolution before it.

    ConvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_convolutiondepthwise_batchnorm`, which
    folds through an activation and into int8 weights, and divides by zero where the layer does not.
    """

    name = "fuse-convolutiondepthwise-batchnorm"
    PATTERNS = (partial(FoldBatchNormIntoLinear, layers=GroupedConvolution),)

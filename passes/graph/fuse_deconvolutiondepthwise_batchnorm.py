"""Make a BatchNorm part of the grouped deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import GroupedDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseDeconvolutiondepthwiseBatchnormPass(RewritePass):
    """
    Fuse as `fuse-convolution-batchnorm` does, with the grouped deconvolution before it.

    DeconvolutionDepthWise1D, too. Source: ncnnoptimize, `fuse_deconvolutiondepthwise_batchnorm`,
    which folds through an activation and into int8 weights, and divides by zero where the layer
    does not.
    """

    name = "fuse-deconvolutiondepthwise-batchnorm"
    PATTERNS = (partial(FoldBatchNormIntoLinear, layers=GroupedDeconvolution),)

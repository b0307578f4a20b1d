"""Make a BatchNorm part of the deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseDeconvolutionBatchnormPass(RewritePass):
    """
    Fuse as `fuse-convolution-batchnorm` does, with the deconvolution before it.

    Deconvolution1D, too. Source: ncnnoptimize, `fuse_deconvolution_batchnorm`, which folds through
    an activation and into int8 weights, and divides by zero where the layer does not.
    """

    name = "fuse-deconvolution-batchnorm"
    PATTERNS = (partial(FoldBatchNormIntoLinear, layers=DenseDeconvolution),)
